import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { attributeFlow, type FlowOptions } from '../../src/attribution/flow/attribute-flow';
import type { Case } from '../../src/cases/case';
import { collectCases, needsVerdict } from '../../src/cases/collect';
import type { Verdict } from '../../src/cases/verdict';
import { openFile } from '../../src/headless/open-files';

/** One trace with its cases and their verdicts. */
export interface AttributedTrace {
  readonly graph: EvolutionGraph;
  readonly judged: readonly { readonly case: Case; readonly verdict: Verdict }[];
  /** How long reading and attributing took, for people. */
  readonly timing: string;
}

/** Reads a trace file and attributes every case that needs a verdict. */
export async function attributeFile(
  path: string,
  options: FlowOptions,
): Promise<readonly AttributedTrace[]> {
  const began = performance.now();
  const file = await openFile(path);
  const read = performance.now() - began;
  return file.traces.map(({ read: trace, bytes }) => {
    const graph = new EvolutionGraph(
      trace.key,
      trace.columns,
      buildAdjacency(trace.columns),
      bytes,
    );
    const cases = collectCases(graph).filter(needsVerdict);
    const start = performance.now();
    const verdicts = attributeFlow(graph, cases, options);
    const took = performance.now() - start;
    const judged = cases.flatMap((one, i) => {
      const verdict = verdicts[i];
      return verdict === undefined ? [] : [{ case: one, verdict }];
    });
    const rate = (1000 * cases.length) / Math.max(1, took);
    return {
      graph,
      judged,
      timing: `read ${read.toFixed(0)} ms, ${cases.length} cases in ${took.toFixed(0)} ms (${rate.toFixed(0)}/s)`,
    };
  });
}

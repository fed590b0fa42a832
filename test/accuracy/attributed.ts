import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { attributeFlow, type FlowOptions } from '../../src/attribution/flow/attribute-flow';
import {
  buildEvidenceIndex,
  searchEvidence,
} from '../../src/attribution/evidence/retrieve-evidence';
import type { Case } from '../../src/cases/case';
import { collectCases, needsVerdict } from '../../src/cases/collect';
import type { EvidenceQuery, Verdict } from '../../src/cases/verdict';
import { openFile } from '../../src/headless/open-files';

/** One trace with its cases and their verdicts. */
export interface AttributedTrace {
  readonly graph: EvolutionGraph;
  readonly judged: readonly { readonly case: Case; readonly verdict: Verdict }[];
  /** Messages the plain search finds for cases with labelled evidence, for Recall@k. */
  readonly searched: readonly {
    readonly found: readonly number[];
    readonly labelled: readonly number[];
  }[];
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
      get searched() {
        return searchAll(graph, cases, options.evidenceQuery);
      },
      timing: `read ${read.toFixed(0)} ms, ${cases.length} cases in ${took.toFixed(0)} ms (${rate.toFixed(0)}/s)`,
    };
  });
}

function searchAll(
  graph: EvolutionGraph,
  cases: readonly Case[],
  query: EvidenceQuery | undefined,
): AttributedTrace['searched'] {
  const index = buildEvidenceIndex({ graph });
  return cases
    .filter(({ label, evidence }) => label !== undefined && evidence.length > 0)
    .map((one) => ({
      found: searchEvidence(index, one, query).map(({ node }) => node),
      labelled: one.evidence.flatMap((id) => graph.findNode(id) ?? []),
    }));
}

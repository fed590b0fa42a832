import { openFlowTrace } from '../../src/attribution/flow/flow-trace';
import type { FactPath, PathTracer } from '../../src/attribution/flow/path';
import { criticalFacts } from '../../src/attribution/matching/critical-facts';
import type { TraceScript } from './trace-script';

/** What a tracer says of the first evidence message of a script's only question. */
export interface Followed {
  readonly path: FactPath;
  /** `ErrorType op-id`, or `none`. */
  readonly loss: string;
  /** Status of each station, in order. */
  readonly stations: string;
}

/** Opens a script and follows its first fact; fails when a quote does not stand where it says. */
export async function follow(script: TraceScript, tracer: PathTracer): Promise<Followed> {
  const { graph, cases } = await script.open();
  const [failed] = cases;
  if (failed === undefined) throw new Error('The script asks nothing.');
  const trace = openFlowTrace(graph);
  const evidence = failed.evidence.flatMap((id) => graph.findNode(id) ?? []);
  const [fact] = criticalFacts(trace, failed, evidence);
  if (fact === undefined) throw new Error('The script has no evidence.');
  const path = tracer(trace, failed, fact);
  for (const { quotes } of path.stages)
    for (const { variable, start, end, text } of quotes) {
      const node = graph.findNode(variable);
      if (node === undefined || graph.rawValue(node).slice(start, end) !== text)
        throw new Error(`${variable} does not hold "${text}" at ${String(start)}.`);
    }
  return {
    path,
    loss: path.loss === undefined ? 'none' : `${path.loss.errorType} ${graph.opId(path.loss.op)}`,
    stations: path.stages.map(({ stage, status }) => `${stage} ${status}`).join(', '),
  };
}

import { checkImport } from '../replay/recorder';
import type { ReplayOutcome, ReplayReport } from './replay-file';
import type { Output } from './run-command';
import { findTraceFiles } from './trace-paths';

/**
 * Replays every file and prints how closely it came out the same.
 * @param replay what is done with one file
 * @returns the exit code: 1 when nothing was replayed, or when a check was asked for and some trace was
 *   not reproduced or not found; else 0
 */
export async function replayAll(
  paths: readonly string[],
  isCheck: boolean,
  replay: (path: string) => Promise<readonly ReplayOutcome[]>,
  output: Output,
): Promise<number> {
  let replayed = 0;
  let failed = 0;
  for (const found of await findTraceFiles(paths)) {
    if (found.kind === 'none') {
      output.error(`${found.path}: ${found.sentence}`);
      failed++;
      continue;
    }
    for (const outcome of await replay(found.path)) {
      if (outcome.kind === 'refused') {
        output.line(`${outcome.path}: not a trace to replay. ${outcome.sentence}`);
        continue;
      }
      replayed++;
      if (!print(outcome.report, output)) failed++;
    }
  }
  output.line(`${replayed} traces replayed, ${failed} not reproduced.`);
  if (replayed === 0) return 1;
  return isCheck && failed > 0 ? 1 : 0;
}

/** @returns whether the trace was reproduced */
function print(
  { path, graph, replay, comparison, milliseconds }: ReplayReport,
  output: Output,
): boolean {
  const { fidelity, operations, reproduced, anomalous, first } = comparison;
  const document: unknown = JSON.parse([...replay.exportParts()].join(''));
  const faults = checkImport(document);
  // Rounding never shows 1.00 for less.
  const share = (Math.floor(fidelity * 10_000) / 10_000).toFixed(fidelity === 1 ? 2 : 4);
  output.line(
    `${path}: fidelity ${share} (${reproduced} of ${operations - anomalous} operations), ` +
      `${replay.anomalies.length} anomalies, ${replay.calls.length} model calls, ` +
      `${faults.length} import faults, ${Math.round(milliseconds)} ms`,
  );
  for (const { operation, sentence } of replay.anomalies)
    output.line(
      `  anomaly at ${graph.opId(operation)} (${graph.operationName(operation)}): ${sentence}`,
    );
  for (const { operation, node, sentence } of replay.remarks)
    output.line(`  remark at ${graph.opId(operation)}, ${graph.nodeId(node)}: ${sentence}`);
  if (first !== undefined) {
    const where = first.operation === undefined ? '' : ` at ${graph.opId(first.operation)}`;
    output.line(`  differs first${where}: ${first.sentence}`);
  }
  for (const fault of faults.slice(0, 3)) output.line(`  import: ${fault.sentence}`);
  return fidelity === 1 && faults.length === 0;
}

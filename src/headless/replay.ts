// `npm run replay -- FILE… --check`: replays traces with nothing changed and compares them with their records.
import { parseArgs } from 'node:util';
import { checkImport } from '../replay/recorder';
import { replayFile, type ReplayReport } from './replay-file';
import { findTraceFiles } from './trace-paths';

const USAGE = `Usage: npm run replay -- FILE… [--check]

Runs the memory system of each trace again with nothing changed, and compares what comes out with the record.
Prints the fidelity over the operations without a recorded anomaly, the anomalies, and what differs first.

  --check   end with 1 when a trace is not reproduced
  --help    this text
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
});

if (values.help === true || positionals.length === 0) {
  console.log(USAGE);
  process.exitCode = values.help === true ? 0 : 2;
} else process.exitCode = await replayAll(positionals, values.check);

async function replayAll(paths: readonly string[], isCheck: boolean): Promise<number> {
  let replayed = 0;
  let failed = 0;
  for (const found of await findTraceFiles(paths)) {
    if (found.kind === 'none') {
      console.error(`${found.path}: ${found.sentence}`);
      failed++;
      continue;
    }
    for (const outcome of await replayFile(found.path)) {
      if (outcome.kind === 'refused') {
        console.log(`${outcome.path}: not a trace to replay. ${outcome.sentence}`);
        continue;
      }
      replayed++;
      if (!print(outcome.report)) failed++;
    }
  }
  console.log(`${replayed} traces replayed, ${failed} not reproduced.`);
  if (replayed === 0) return 1;
  return isCheck && failed > 0 ? 1 : 0;
}

/** @returns whether the trace was reproduced */
function print({ path, graph, replay, comparison, milliseconds }: ReplayReport): boolean {
  const { fidelity, operations, reproduced, anomalous, first } = comparison;
  const document: unknown = JSON.parse([...replay.exportParts()].join(''));
  const faults = checkImport(document);
  // Rounding never shows 1.00 for less.
  const share = (Math.floor(fidelity * 10_000) / 10_000).toFixed(fidelity === 1 ? 2 : 4);
  console.log(
    `${path}: fidelity ${share} (${reproduced} of ${operations - anomalous} operations), ` +
      `${replay.anomalies.length} anomalies, ${replay.calls.length} model calls, ` +
      `${faults.length} import faults, ${Math.round(milliseconds)} ms`,
  );
  for (const { operation, sentence } of replay.anomalies)
    console.log(
      `  anomaly at ${graph.opId(operation)} (${graph.operationName(operation)}): ${sentence}`,
    );
  for (const { operation, node, sentence } of replay.remarks)
    console.log(`  remark at ${graph.opId(operation)}, ${graph.nodeId(node)}: ${sentence}`);
  if (first !== undefined) {
    const where = first.operation === undefined ? '' : ` at ${graph.opId(first.operation)}`;
    console.log(`  differs first${where}: ${first.sentence}`);
  }
  for (const fault of faults.slice(0, 3)) console.log(`  import: ${fault.sentence}`);
  return fidelity === 1 && faults.length === 0;
}

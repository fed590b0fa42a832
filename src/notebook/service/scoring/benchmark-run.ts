import { recallAt } from '../../../attribution/evidence/recall';
import {
  buildEvidenceIndex,
  DEFAULT_LIMIT,
  searchEvidence,
} from '../../../attribution/evidence/retrieve-evidence';
import { Slices } from '../pause';
import { ok, type Result } from '../../../base/result';
import type { Case } from '../../../cases/case';
import { evaluate, isMemoryError } from '../../../cases/evaluation';
import type { EvidenceQuery, Verdict } from '../../../cases/verdict';
import type { MemorySystem } from '../../../graph/system';
import { SPLITS, splitOfPath, type Split } from '../../../sources/memtracebench/splits';
import type { TraceRow } from '../../../store/rows';
import { runAttribution, type RunParts } from '../attribution-run';

import type {
  BenchmarkOptions,
  BenchmarkProgress,
  BenchmarkReport,
  BenchmarkRow,
} from './benchmark-contract';

/** What was measured of one split, before it is put into figures. */
interface Measured {
  readonly split: string;
  readonly graphs: number;
  readonly judged: readonly { readonly case: Case; readonly verdict: Verdict | undefined }[];
  readonly searched: readonly Searched[];
  readonly milliseconds: number;
  readonly attributed: number;
}

/** Variable indexes: what the search found, best first, and what people marked. */
interface Searched {
  readonly found: readonly number[];
  readonly labelled: readonly number[];
}

/** Attributes the labelled traces split by split and scores them, one split after the other. */
export async function runBenchmark(
  parts: RunParts,
  options: BenchmarkOptions,
  signal: AbortSignal,
  report: (progress: BenchmarkProgress) => void,
): Promise<Result<BenchmarkReport>> {
  const measured: Measured[] = [];
  for (const [split, traces] of tracesBySplit(parts)) {
    if (signal.aborted) break;
    const result = await measure(parts, split, traces, options, signal, report);
    if (!result.ok) return result;
    measured.push(result.value);
  }
  const total: Measured = {
    split: 'overall',
    graphs: sum(measured.map((m) => m.graphs)),
    judged: measured.flatMap((m) => m.judged),
    searched: measured.flatMap((m) => m.searched),
    milliseconds: sum(measured.map((m) => m.milliseconds)),
    attributed: sum(measured.map((m) => m.attributed)),
  };
  return ok({
    options,
    rows: measured.map(rowOf),
    overall: rowOf(total),
    cancelled: signal.aborted,
  });
}

/** The split that holds the traces of a system; other systems have none and keep their name. */
const splitOfSystem = (system: MemorySystem): Split | 'generic' =>
  system === 'long-context' ? 'long_context' : system;

/**
 * The labelled traces by split: those that came in the folder of one, so that a sample beside the
 * benchmark does not count; where there are none, every trace, by its system.
 */
function tracesBySplit({ book }: RunParts): ReadonlyMap<string, readonly TraceRow[]> {
  const groups = new Map<string, TraceRow[]>(SPLITS.map((split) => [split, []]));
  const labelled = book.summaries().filter(({ key }) => book.cases(key).some(isMemoryError));
  const inFolders = labelled.filter(({ path }) => splitOfPath(path) !== undefined);
  for (const trace of inFolders.length > 0 ? inFolders : labelled) {
    const split = splitOfPath(trace.path) ?? splitOfSystem(trace.system);
    const group = groups.get(split);
    if (group === undefined) groups.set(split, [trace]);
    else group.push(trace);
  }
  return new Map([...groups].filter(([, traces]) => traces.length > 0));
}

async function measure(
  parts: RunParts,
  split: string,
  traces: readonly TraceRow[],
  options: BenchmarkOptions,
  signal: AbortSignal,
  report: (progress: BenchmarkProgress) => void,
): Promise<Result<Measured>> {
  const keys = traces.map((trace) => trace.key);
  const run = await runAttribution(
    parts,
    { method: 'flow', ...options, traces: keys },
    signal,
    ({ done, total }) => report({ split, done, total }),
  );
  if (!run.ok) return run;
  const cases = keys.flatMap((key) => parts.book.cases(key)).filter(isMemoryError);
  return ok({
    split,
    graphs: traces.length,
    // The newest verdict of a case is the one that was just found.
    judged: cases.map((c) => ({
      case: c,
      verdict: parts.book.verdict(c.traceKey, c.queryId)?.verdict,
    })),
    searched: await searchAll(parts, cases, options.evidenceQuery, signal),
    milliseconds: run.value.milliseconds,
    attributed: run.value.done,
  });
}

/** What evidence search finds for each case that has labelled evidence. */
async function searchAll(
  parts: RunParts,
  cases: readonly Case[],
  kind: EvidenceQuery,
  signal: AbortSignal,
): Promise<readonly Searched[]> {
  const searched: Searched[] = [];
  const slices = new Slices();
  for (const key of new Set(cases.map((c) => c.traceKey))) {
    const graph = await parts.open.get(key);
    if (!graph.ok) {
      parts.onProblem(graph.problem);
      continue;
    }
    const index = buildEvidenceIndex({ graph: graph.value });
    for (const c of cases) {
      if (c.traceKey !== key || c.evidence.length === 0) continue;
      const labelled = c.evidence
        .map((id) => graph.value.findNode(id))
        .filter((node) => node !== undefined);
      const found = searchEvidence(index, c, kind, DEFAULT_LIMIT).map(({ node }) => node);
      searched.push({ found, labelled });
      await slices.breathe();
      if (signal.aborted) return searched;
    }
  }
  return searched;
}

function rowOf(measured: Measured): BenchmarkRow {
  const { overall } = evaluate(measured.judged);
  const { k, cases, micro, macro } = recallAt(DEFAULT_LIMIT, measured.searched);
  return {
    split: measured.split,
    graphs: measured.graphs,
    cases: overall.errorType.n,
    errorType: overall.errorType,
    operation: overall.operation,
    joint: overall.joint,
    recall: { k, cases, micro, macro },
    milliseconds: measured.milliseconds,
    attributed: measured.attributed,
    modelCalls: 0,
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

import { inSlices } from '../../base/pause';
import { problem, type Problem } from '../../base/problem';
import { caseRemarks } from '../../cases/remarks';
import { collectSteps } from '../../cases/collect';
import type { Case } from '../../cases/case';
import { adjacencySteps } from '../../graph/adjacency';
import { EvolutionGraph } from '../../graph/evolution-graph';
import type { ImportRow, TraceRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { WholeTrace } from '../../store/trace-door';
import type { ReadTrace, Skipped } from '../../trace/columns';
import { readFile, type FileOutcome } from '../../trace/read/read-file';
import type { ByteSource } from '../../trace/read/source';
import type { CaseBook } from './case-book';
import type { ImportOutcome, ReadProgress, TraceSummary } from './contract';
import { DecodedParts } from './decoded-parts';
import type { OpenBytes } from './blob-bytes';

/** A file as it was dropped, and its bytes: of the file itself or of one in it. */
export interface DroppedFile {
  readonly source: ByteSource;
  readonly file: Blob;
  readonly name: string;
  readonly path: string;
}

/** What an import works with. */
export interface ImportParts {
  readonly store: Store;
  readonly book: CaseBook;
  readonly openBytes: OpenBytes;
  readonly now: () => number;
}

type FileRead = Extract<FileOutcome, { kind: 'read' }>;

/** Longest time between two reports of progress, in milliseconds. */
const REPORT_EVERY = 100;

/** Reads one file, collects its cases, and stores every trace in it that is not stored already. */
export async function importFile(
  parts: ImportParts,
  dropped: DroppedFile,
  signal: AbortSignal,
  report: (progress: ReadProgress) => void,
): Promise<ImportOutcome> {
  const start = performance.now();
  const total = dropped.source.size;
  const decoded = new DecodedParts();
  let reported = Number.NEGATIVE_INFINITY;
  const tell = (state: ReadProgress['state'], bytes: number): void => {
    const seconds = (performance.now() - start) / 1000;
    report({ state, bytes, total, bytesPerSecond: seconds > 0 ? bytes / seconds : 0 });
  };
  const outcome = await readFile(dropped.source, {
    signal,
    onDecoded: (bytes) => decoded.push(bytes),
    onProgress: ({ done }) => {
      if (performance.now() - reported < REPORT_EVERY) return;
      reported = performance.now();
      tell('reading', done);
    },
  });
  if (outcome.kind === 'refused') return outcome;
  tell('storing', total);
  const bytes = bytesOf(outcome.bytes, dropped.file, decoded);
  const kept = await keepTraces(parts, dropped, { ...outcome, signal }, bytes);
  const milliseconds = performance.now() - start;
  if (kept.problem !== undefined && kept.traces.length === 0)
    return { kind: 'refused', problem: kept.problem };
  const { traces, alreadyThere } = kept;
  const skipped = [...outcome.skipped, ...kept.skipped];
  return skipped.length === 0
    ? { kind: 'read', traces, alreadyThere, milliseconds }
    : { kind: 'read-with-list', traces, alreadyThere, skipped, milliseconds };
}

/** What the offsets of the traces count in. */
function bytesOf(bytes: FileRead['bytes'], file: Blob, decoded: DecodedParts): Blob {
  if (bytes === 'file') return file;
  return bytes === 'decoded' ? decoded.finish() : bytes;
}

interface Kept {
  readonly traces: readonly TraceSummary[];
  readonly alreadyThere: readonly TraceSummary['key'][];
  readonly skipped: readonly Skipped[];
  /** Why a trace could not be stored; those before it are stored. */
  readonly problem: Problem | undefined;
}

async function keepTraces(
  parts: ImportParts,
  dropped: DroppedFile,
  {
    traces: reads,
    tolerated,
    signal,
  }: Pick<FileRead, 'traces' | 'tolerated'> & { readonly signal: AbortSignal },
  bytes: Blob,
): Promise<Kept> {
  const traces: TraceSummary[] = [];
  const alreadyThere = new Set<TraceSummary['key']>();
  const skipped: Skipped[] = [];
  for (const [index, read] of reads.entries()) {
    skipped.push(...read.skipped);
    const known = parts.book.summary(read.key);
    if (known !== undefined) {
      alreadyThere.add(read.key);
      parts.book.hold(read.key);
      if (!traces.includes(known)) traces.push(known);
      skipped.push(...caseRemarks(parts.book.cases(read.key)));
      continue;
    }
    const name = index === 0 ? dropped.name : `${dropped.name}#${index + 1}`;
    let whole: WholeTrace;
    try {
      whole = await wholeTrace(parts, read, bytes, {
        name,
        path: dropped.path,
        tolerated: [...tolerated, ...read.tolerated],
        signal,
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      const cancelled = problem('cancelled');
      skipped.push({ problem: cancelled, count: 1, places: [name] });
      return { traces, alreadyThere: [...alreadyThere], skipped, problem: cancelled };
    }
    skipped.push(...caseRemarks(whole.cases));
    const stored = await parts.store.traces.add(whole);
    if (!stored.ok) {
      skipped.push({ problem: stored.problem, count: 1, places: [name] });
      return { traces, alreadyThere: [...alreadyThere], skipped, problem: stored.problem };
    }
    await parts.book.add(whole.row, whole.cases);
    traces.push(whole.row);
  }
  return { traces, alreadyThere: [...alreadyThere], skipped, problem: undefined };
}

async function wholeTrace(
  parts: ImportParts,
  read: ReadTrace,
  file: Blob,
  {
    name,
    path,
    tolerated,
    signal,
  }: {
    readonly name: string;
    readonly path: string;
    readonly tolerated: readonly Skipped[];
    readonly signal: AbortSignal;
  },
): Promise<WholeTrace> {
  const isWholeFile = read.start === 0 && read.end === file.size;
  const bytes = isWholeFile ? file : file.slice(read.start, read.end);
  const { key, columns } = read;
  const adjacency = await inSlices(adjacencySteps(columns), signal);
  const graph = new EvolutionGraph(key, columns, adjacency, await parts.openBytes(bytes, true));
  const cases = await inSlices(collectSteps(graph), signal);
  const facts = { name, path, tolerated, bytes: bytes.size, addedAt: parts.now() };
  const row = summaryOf(graph, cases, facts);
  // The graph is not kept open: it reads from the dropped file, which may change under it.
  return { row, bytes, columns, adjacency, cases };
}

/** The summary of a trace, from its graph and cases. */
export function summaryOf(
  graph: EvolutionGraph,
  cases: readonly Case[],
  facts: Pick<TraceRow, 'name' | 'path' | 'tolerated' | 'bytes' | 'addedAt'>,
): TraceRow {
  const count = (test: (c: Case) => boolean): number => cases.filter(test).length;
  return {
    ...facts,
    key: graph.key,
    graphId: graph.columns.header.graphId,
    system: graph.system,
    dataset: cases.find((c) => c.dataset !== '')?.dataset ?? '',
    counts: {
      nodes: graph.nodeCount,
      edges: graph.edgeCount,
      operations: graph.operationCount,
      sessions: graph.sessionCount,
      annotations: graph.columns.annotations.length / 2,
    },
    judged: count((c) => c.judgeOp !== undefined),
    failed: count((c) => c.outcome === 'failed'),
    unscored: count((c) => c.outcome === 'unscored'),
    labelled: count((c) => c.label !== undefined),
    hasEvidence: cases.some((c) => c.outcome === 'failed' && c.evidence.length > 0),
    ...(graph.imported === undefined ? {} : { imported: graph.imported }),
  };
}

/** A file that was cancelled before its turn came. */
export const cancelledBeforeReading = (): ImportOutcome => ({
  kind: 'refused',
  problem: problem('cancelled', 'It had not been read yet.'),
});

/** How an import ended, for the list that survives a reload. */
export function importRow(
  outcome: ImportOutcome,
  file: Pick<ImportRow, 'id' | 'name' | 'path' | 'bytes' | 'at'>,
): ImportRow {
  return {
    ...file,
    id: `${file.at} ${file.id}`,
    traces: outcome.kind === 'refused' ? [] : outcome.traces.map((trace) => trace.key),
    skipped: outcome.kind === 'read-with-list' ? outcome.skipped : [],
    problem: outcome.kind === 'refused' ? outcome.problem : undefined,
  };
}

import type { TraceKey } from '../base/brand';
import type { Problem } from '../base/problem';
import { stringField, type JsonObject } from '../trace/json';
import type { Skipped } from '../trace/columns';
import { collectCases, needsVerdict } from '../cases/collect';
import type { LinkableTrace } from '../cases/linked-rows';
import { caseRemarks } from '../cases/remarks';
import { buildAdjacency } from '../graph/adjacency';
import { EvolutionGraph } from '../graph/evolution-graph';
import type { MemorySystem } from '../graph/system';
import type { ResultEntry } from '../report/results-format';
import type { ArchiveMember } from '../trace/read/several-files';
import type { Attributor } from './attributor';
import { openFile, type OpenedTrace } from './open-files';

/** What became of one file. */
export interface FileReport {
  readonly path: string;
  /** Why nothing was read; everything below is empty then. */
  readonly refused: Problem | undefined;
  readonly skipped: readonly Skipped[];
  /** What JSON forbids or leaves open and was read all the same. */
  readonly tolerated: readonly Skipped[];
  /** Traces that an earlier file held already: they count once. */
  readonly repeated: number;
  readonly systems: readonly MemorySystem[];
  /** Questions that were judged or labelled, and those judged wrong. */
  readonly cases: number;
  readonly failed: number;
  /** Its traces with their cases, to tell evaluation rows that belong to another file. */
  readonly traces: readonly LinkableTrace[];
  /** Every case that needs a verdict: judged wrong or labelled. */
  readonly entries: readonly ResultEntry[];
  readonly readMs: number;
  readonly attributeMs: number;
  /** The most threads that worked on one of its traces. */
  readonly threads: number;
}

/**
 * Reads one file and attributes what failed in it. Never throws for what the file holds.
 * @param member reads this file of the archive at `file`
 * @param counted traces of earlier files, which are left out; those of this file are added
 */
export async function attributeFile(
  file: string,
  attribute: Attributor,
  member?: ArchiveMember,
  counted = new Set<TraceKey>(),
): Promise<FileReport> {
  const path = member === undefined ? file : `${file}/${member.path}`;
  const began = performance.now();
  const opened = await openFile(file, {}, member);
  const readMs = performance.now() - began;
  if (opened.outcome.kind === 'refused') return refusedReport(path, opened.outcome.problem, readMs);
  const { skipped, tolerated } = opened.outcome;
  try {
    const fresh = opened.traces.filter(({ read }) => isNew(read.key, counted));
    const traces: TraceReport[] = [];
    for (const trace of fresh) traces.push(await attributeTrace(trace, path, attribute));
    return {
      path,
      refused: undefined,
      skipped: [
        ...skipped,
        ...opened.traces.flatMap((trace) => trace.read.skipped),
        ...traces.flatMap(({ imported, cases }) =>
          imported === undefined ? [] : caseRemarks(cases),
        ),
      ],
      tolerated: [...tolerated, ...opened.traces.flatMap((trace) => trace.read.tolerated)],
      repeated: opened.traces.length - fresh.length,
      systems: [...new Set(traces.map((trace) => trace.system))],
      cases: total(traces.map((trace) => trace.cases.length)),
      failed: total(traces.map((t) => t.cases.filter((c) => c.outcome === 'failed').length)),
      traces: traces.map(({ key, imported, cases }) => ({ key, imported, cases })),
      entries: traces.flatMap((trace) => trace.entries),
      readMs: readMs + total(traces.map((trace) => trace.collectMs)),
      attributeMs: total(traces.map((trace) => trace.attributeMs)),
      threads: Math.max(1, ...traces.map((trace) => trace.threads)),
    };
  } finally {
    opened.close();
  }
}

function isNew(key: TraceKey, counted: Set<TraceKey>): boolean {
  const before = counted.size;
  return counted.add(key).size > before;
}

/** The report of a file of which nothing was read. */
export function refusedReport(path: string, refused: Problem, readMs: number): FileReport {
  return {
    path,
    refused,
    skipped: [],
    tolerated: [],
    repeated: 0,
    systems: [],
    cases: 0,
    failed: 0,
    traces: [],
    entries: [],
    readMs,
    attributeMs: 0,
    threads: 1,
  };
}

interface TraceReport extends LinkableTrace {
  readonly system: MemorySystem;
  readonly entries: readonly ResultEntry[];
  readonly collectMs: number;
  readonly attributeMs: number;
  readonly threads: number;
}

async function attributeTrace(
  trace: OpenedTrace,
  path: string,
  attribute: Attributor,
): Promise<TraceReport> {
  const began = performance.now();
  const { key, columns } = trace.read;
  const graph = new EvolutionGraph(key, columns, buildAdjacency(columns), trace.bytes);
  const cases = collectCases(graph);
  const wanted = cases.filter(needsVerdict);
  const annotations = annotationsByQuery(graph);
  const collectMs = performance.now() - began;
  const { verdicts, milliseconds, threads } = await attribute({
    graph,
    place: trace.place,
    cases: wanted,
  });
  const entries = wanted.map((c, i): ResultEntry => {
    const annotation = annotations.get(c.queryId);
    const entry = { case: c, verdict: verdicts[i], path };
    return annotation === undefined ? entry : { ...entry, annotation };
  });
  const { system, imported } = graph;
  const attributeMs = milliseconds;
  return { key, imported, system, cases, entries, collectMs, attributeMs, threads };
}

/** The annotations as they stand in the file; the last one of a query counts, as for its label. */
function annotationsByQuery(graph: EvolutionGraph): ReadonlyMap<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  for (const record of graph.annotationRecords()) {
    const query = stringField(record, 'query_id');
    if (query !== undefined) found.set(query, record);
  }
  return found;
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0);

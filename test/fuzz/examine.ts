import { attributeFlow } from '../../src/attribution/flow/attribute-flow';
import { collectCases } from '../../src/cases/collect';
import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { MemoryBytes } from '../../src/trace/bytes';
import type { ReadTrace } from '../../src/trace/columns';
import { readImportReport, type ImportReport } from '../../src/trace/import-report';
import { readFile, type FileOutcome } from '../../src/trace/read/read-file';
import { memorySource } from '../../src/trace/read/source';
import { asList, asRecord } from './small-graphs';

/** Processor time allowed for 100 kB; smaller files may take as long. */
const MOST_MS = 250;
const PER_BYTES = 100_000;
/** A time counts when it is seen again: other work of the machine and collections of garbage do not. */
const REPEATS = 3;

/** What a changed trace did that no file may do, in a sentence; undefined when all is well. */
export const examine = (bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> =>
  examineWith(bytes, async (file) => miscounted(file, await workThrough(file)));

/**
 * Hands a file to `work`, which tells in a sentence what is wrong with what came of it, and watches that
 * it neither throws, nor takes too long, nor changes what every object has.
 */
export async function examineWith(
  bytes: Uint8Array<ArrayBuffer>,
  work: (file: Uint8Array<ArrayBuffer>) => Promise<string | undefined>,
): Promise<string | undefined> {
  const allowed = MOST_MS * Math.max(1, bytes.length / PER_BYTES);
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < REPEATS; run++) {
    const began = process.cpuUsage();
    let finding: string | undefined;
    try {
      finding = await work(bytes);
    } catch (error) {
      return `It throws: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    }
    const { user, system } = process.cpuUsage(began);
    fastest = Math.min(fastest, (user + system) / 1000);
    if (fastest <= allowed) return polluted() ?? finding;
  }
  return `It takes ${fastest.toFixed(0)} ms of processor time for ${String(bytes.length)} bytes.`;
}

/** Reads, builds the graph, collects the cases and attributes them, as the page does. */
async function workThrough(bytes: Uint8Array<ArrayBuffer>): Promise<FileOutcome> {
  const outcome = await readFile(memorySource(bytes));
  if (outcome.kind === 'refused') {
    // Reading turns what it did not foresee into this problem; here it is what is looked for.
    if (outcome.problem.kind === 'read-failed') throw new Error(outcome.problem.detail);
    return outcome;
  }
  const text =
    typeof outcome.bytes === 'string' ? bytes : new Uint8Array(await outcome.bytes.arrayBuffer());
  for (const read of outcome.traces) {
    const own = new MemoryBytes(text.subarray(read.start, read.end));
    const graph = new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), own);
    const cases = collectCases(graph);
    attributeFlow(graph, cases, { evidence: 'labelled', evidenceQuery: 'gold' });
  }
  return outcome;
}

function polluted(): string | undefined {
  const plain: object = {};
  return 'polluted' in plain ? 'A key of the file changed every object.' : undefined;
}

/** Every record is either in the columns or counted as left out. */
function miscounted(bytes: Uint8Array, outcome: FileOutcome): string | undefined {
  if (outcome.kind === 'refused' || outcome.traces.length !== 1) return undefined;
  const [trace] = outcome.traces;
  const report = trace && readImportReport(trace.columns.header.metadata);
  if (report !== undefined) return misreported(report);
  const total = recordsIn(new TextDecoder().decode(bytes));
  if (trace === undefined || total === undefined) return undefined;
  const read = recordsOf(trace);
  const left = trace.skipped
    .filter(({ problem }) => LEFT_OUT.has(problem.kind))
    .reduce((sum, { count }) => sum + count, 0);
  return read + left === total
    ? undefined
    : `Of ${String(total)} records ${String(read)} are read and ${String(left)} left out.`;
}

/** Every row of a file of another tool is read or counted as left out. */
const misreported = ({ read, skipped, total, unit }: ImportReport): string | undefined =>
  read + skipped === total && read > 0
    ? undefined
    : `Of ${String(total)} ${unit} ${String(read)} are read and ${String(skipped)} left out.`;

const LEFT_OUT: ReadonlySet<string> = new Set(['bad-record', 'duplicate-id', 'dangling-edge']);
const LISTS = ['nodes', 'edges', 'operations', 'sessions', 'annotations'] as const;

function recordsOf({ columns }: ReadTrace): number {
  const { nodes, edges, operations, sessions, annotations } = columns;
  const own = nodes.version.length + edges.source.length + annotations.length / 2;
  return own + operations.name.length + sessions.category.length;
}

/** Records of a text that is one whole graph; undefined for others, whose records cannot be counted. */
function recordsIn(text: string): number | undefined {
  // A repeated list counts twice where it is read and once where it is parsed.
  if (LISTS.some((name) => text.split(`"${name}":[`).length > 2)) return undefined;
  try {
    const data = asRecord(asRecord(JSON.parse(text))['data']);
    return LISTS.reduce((sum, name) => sum + asList(data[name]).length, 0);
  } catch {
    return undefined;
  }
}

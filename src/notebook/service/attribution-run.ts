import type { TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import { needsVerdict } from '../../cases/collect';
import type { EvidenceMode, EvidenceQuery, Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Store } from '../../store/store';
import type { NamedVerdict } from '../../store/verdict-door';
import type { CaseBook } from './case-book';
import type { AttributionOptions, AttributionProgress, AttributionSummary } from './contract';
import type { OpenTraces } from './open-traces';
import { Slices } from '../../base/pause';

/** What a method is told beside graph and cases. */
export interface MethodOptions {
  readonly evidence: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery;
}

/**
 * A method: finds the verdicts of cases of one trace, one after the other. Between two results it
 * may be left alone for as long as messages take; `undefined` only says that time has passed.
 */
export type AttributeTrace = (
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: MethodOptions,
) => Iterable<Verdict | undefined>;

export interface RunParts {
  readonly store: Store;
  readonly book: CaseBook;
  readonly open: OpenTraces;
  readonly methods: Partial<Readonly<Record<AttributionOptions['method'], AttributeTrace>>>;
  readonly now: () => number;
  /** Told when verdicts could not be stored; they are shown all the same. */
  readonly onProblem: (problem: Problem) => void;
}

/** Shortest time between two reports, in milliseconds. */
const REPORT_EVERY = 100;
/** Verdicts are stored this often and at the end: a crash loses less than a second of work. */
const STORE_EVERY = 500;

/** Attributes every case of the traces asked for that needs a verdict, a slice of time at once. */
export async function runAttribution(
  parts: RunParts,
  options: AttributionOptions,
  signal: AbortSignal,
  report: (progress: AttributionProgress) => void,
): Promise<Result<AttributionSummary>> {
  const method = parts.methods[options.method];
  if (method === undefined) return err(problem('method-unavailable', `“${options.method}”.`));
  const start = performance.now();
  const work = workOf(parts.book, options);
  const total = work.reduce((sum, { cases }) => sum + cases.length, 0);
  const batch = new Batches(parts, total, report);
  const slices = new Slices();
  const failures: Failure[] = [];
  batch.begin();
  for (const { key, cases } of work) {
    // Removed while the run went on.
    if (parts.book.summary(key) === undefined) continue;
    const graph = await parts.open.getWhole(key);
    if (!graph.ok) {
      // Its bytes cannot be read: the other traces go on.
      parts.onProblem(graph.problem);
      continue;
    }
    for (const verdict of verdictsOf(method, graph.value, cases, options, failures)) {
      if (verdict !== undefined) batch.add(named(graph.value, verdict));
      await slices.breathe();
      await parts.open.overtaken(key);
      if (signal.aborted) break;
    }
    if (signal.aborted) break;
  }
  await batch.finish();
  if (failures.length > 0) parts.onProblem(problem('unexpected', describe(failures)));
  const milliseconds = performance.now() - start;
  return ok({ done: batch.done, total, cancelled: signal.aborted, milliseconds });
}

/** A case at which the method itself broke. */
interface Failure {
  readonly failed: Case;
  readonly error: unknown;
}

/** The verdicts of a method; a case at which it throws is noted and left out, the rest goes on. */
function* verdictsOf(
  method: AttributeTrace,
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: MethodOptions,
  failures: Failure[],
): Generator<Verdict | undefined> {
  let next = 0;
  while (next < cases.length) {
    try {
      for (const verdict of method(graph, cases.slice(next), options)) {
        if (verdict !== undefined) next++;
        yield verdict;
      }
      return;
    } catch (error) {
      const failed = cases[next];
      if (failed !== undefined) failures.push({ failed, error });
      next++;
    }
  }
}

function describe(failures: readonly Failure[]): string {
  const [first] = failures;
  const reason = first?.error instanceof Error ? first.error.message : String(first?.error);
  return `${failures.length} of the cases could not be attributed; the first, ${first?.failed.queryId ?? ''}: ${reason}.`;
}

function workOf(
  book: CaseBook,
  options: AttributionOptions,
): readonly { readonly key: TraceKey; readonly cases: readonly Case[] }[] {
  const isDone = (c: Case): boolean =>
    options.onlyMissing === true &&
    book.has(c.traceKey, c.queryId, (verdict) => isFoundWith(verdict, c, options));
  return book
    .keys(options.traces)
    .map((key) => ({ key, cases: book.cases(key).filter((c) => needsVerdict(c) && !isDone(c)) }))
    .filter(({ cases }) => cases.length > 0);
}

/** Whether a verdict is what a run with these options would find anew. */
const isFoundWith = (verdict: Verdict, c: Case, options: AttributionOptions): boolean =>
  // Without labelled evidence a case is attributed from retrieved evidence even when asked otherwise.
  options.evidence === 'labelled' && c.evidence.length > 0
    ? verdict.evidenceMode === 'labelled'
    : verdict.evidenceMode === 'retrieved' && verdict.evidenceQuery === options.evidenceQuery;

function named(graph: EvolutionGraph, verdict: Verdict): NamedVerdict {
  const op = graph.findOperation(verdict.opId);
  return { verdict, opName: op === undefined ? '' : graph.operationName(op) };
}

/** Gathers verdicts between reports and between writes. */
class Batches {
  done = 0;
  private unstored: NamedVerdict[] = [];
  private reportedAt = performance.now();
  private storedAt = performance.now();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: RunParts,
    private readonly total: number,
    private readonly report: (progress: AttributionProgress) => void,
  ) {}

  begin(): void {
    this.tell();
  }

  add(found: NamedVerdict): void {
    this.done++;
    // As the book keeps it: with its proof, when it says what an earlier verdict said.
    this.unstored.push(...this.parts.book.found([found], this.parts.now()));
    const now = performance.now();
    if (now - this.reportedAt >= REPORT_EVERY) this.tell();
    if (now - this.storedAt >= STORE_EVERY) this.write();
  }

  async finish(): Promise<void> {
    this.write();
    await this.writing;
    this.tell();
  }

  private tell(): void {
    this.reportedAt = performance.now();
    this.report({ done: this.done, total: this.total });
  }

  private write(): void {
    const verdicts = this.unstored;
    this.unstored = [];
    this.storedAt = performance.now();
    if (verdicts.length === 0) return;
    const { store, book, now, onProblem } = this.parts;
    this.writing = this.writing.then(async () => {
      const stored = await store.verdicts.put(verdicts, now());
      book.unlisted(new Set(verdicts.map(({ verdict }) => verdict.traceKey)));
      if (!stored.ok) onProblem(stored.problem);
    });
  }
}

import type { QueryId, TraceKey } from '../../../base/brand';
import { problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import { shorten } from '../../../base/text/shorten';
import { agreementOf, type LabelledTwice } from '../../../cases/labels/agreement';
import { labelQueue } from '../../../cases/labels/label-queue';
import type { OpenBytes } from '../blob-bytes';
import type { OperationBrief } from '../contract';
import type {
  AgreementView,
  LabelDesk,
  LabelFormat,
  LabelImport,
  NewLabel,
  QueueItem,
  ScoringService,
  SideBySide,
  SideBySideQuery,
} from './contract';
import { Benchmark, type BenchmarkParts } from './benchmark';
import { LabelChanges } from './label-changes';
import { labelChoices } from './label-choices';
import { exportLabels, exportTrace, importLabels } from './label-exchange';
import { annotatorsOf, labelBy } from './labels-in-book';
import { OperationPlaces } from './operation-places';
import { saidInLabel, sideBySide } from './side-by-side';

/** What the scoring service shares with the trace service. */
export interface ScoringParts extends BenchmarkParts {
  readonly openBytes: OpenBytes;
  /** Everything stored was read. */
  readonly ready: () => Promise<void>;
}

const MOST_QUESTION = 300;

/** The scoring service. Runs in the trace worker; tests run it in Node. */
export class StoredScoring extends Benchmark implements ScoringService {
  private readonly changes: LabelChanges;
  private readonly places: OperationPlaces;

  constructor(private readonly shared: ScoringParts) {
    super(shared);
    this.changes = new LabelChanges(shared);
    this.places = new OperationPlaces(shared.store);
  }

  async sideBySide(query: SideBySideQuery): Promise<SideBySide> {
    await this.shared.ready();
    return sideBySide(this.shared.book, this.places, query);
  }

  async labelDesk(annotator: string, seed: number): Promise<LabelDesk> {
    await this.shared.ready();
    const { book } = this.shared;
    const keys = book.keys(undefined);
    const cases = labelQueue(
      keys.flatMap((key) => book.cases(key)),
      seed,
    );
    const queue = cases.map((c) => this.item(c.traceKey, c.queryId, annotator));
    const done = queue.filter(({ said }) => said !== undefined).length;
    return { annotator, seed, queue, done, annotators: annotatorsOf(book, keys) };
  }

  async labelChoices(key: TraceKey, query: QueryId): Promise<Result<readonly OperationBrief[]>> {
    await this.shared.ready();
    const found = this.shared.book.find(key, query);
    if (found === undefined) return err(problem('not-in-trace', `No judged question ${query}.`));
    const graph = await this.shared.open.get(key);
    return graph.ok ? ok(labelChoices(graph.value, found)) : graph;
  }

  async setLabel(label: NewLabel): Promise<Result<void>> {
    await this.shared.ready();
    return this.changes.set(label);
  }

  async removeLabel(key: TraceKey, query: QueryId, annotator: string): Promise<Result<void>> {
    await this.shared.ready();
    return this.changes.remove(key, query, annotator);
  }

  async undoLabel(annotator: string): Promise<Result<QueueItem | undefined>> {
    await this.shared.ready();
    const step = await this.changes.undo(annotator);
    if (!step.ok) return step;
    if (step.value === undefined) return ok(undefined);
    return ok(this.item(step.value.traceKey, step.value.queryId, annotator));
  }

  async agreement(first: string, second: string): Promise<AgreementView> {
    await this.shared.ready();
    const { book } = this.shared;
    const twice = book.keys(undefined).flatMap((key) =>
      book.cases(key).flatMap((c): readonly LabelledTwice[] => {
        const a = labelBy(book, key, c.queryId, first);
        const b = labelBy(book, key, c.queryId, second);
        return a === undefined || b === undefined ? [] : [{ case: c, first: a, second: b }];
      }),
    );
    const { errorType, operation, disagreements } = agreementOf(twice);
    return {
      first,
      second,
      errorType,
      operation,
      disagreements: disagreements.map(({ case: c, first: a, second: b }) => ({
        traceKey: c.traceKey,
        queryId: c.queryId,
        question: shorten(c.question, MOST_QUESTION),
        first: saidInLabel(a),
        second: saidInLabel(b),
      })),
    };
  }

  async importLabels(file: Blob, annotator: string): Promise<Result<LabelImport>> {
    await this.shared.ready();
    return importLabels(this.shared, file, annotator);
  }

  async exportLabels(format: LabelFormat, annotator?: string): Promise<Blob> {
    await this.shared.ready();
    return exportLabels(this.shared, format, annotator);
  }

  async exportTrace(key: TraceKey, annotator: string): Promise<Result<Blob>> {
    await this.shared.ready();
    return exportTrace(this.shared, key, annotator);
  }

  private item(traceKey: TraceKey, queryId: QueryId, annotator: string): QueueItem {
    const label = labelBy(this.shared.book, traceKey, queryId, annotator);
    return { traceKey, queryId, said: label && saidInLabel(label), reason: label?.reason ?? '' };
  }
}

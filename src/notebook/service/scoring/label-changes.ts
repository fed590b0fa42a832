import type { QueryId, TraceKey } from '../../../base/brand';
import { problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import { namesOperation } from '../../../cases/labels/annotation-fields';
import type { LabelRow } from '../../../store/rows';
import type { Store } from '../../../store/store';
import type { CaseBook } from '../case-book';
import type { OpenTraces } from '../open-traces';
import type { NewLabel } from './contract';
import { FILE } from './labels-in-book';

/** What labels are made with. */
export interface LabelParts {
  readonly store: Store;
  readonly book: CaseBook;
  readonly open: OpenTraces;
  readonly now: () => number;
}

/** What a case had from an annotator before a change. */
interface Step {
  readonly traceKey: TraceKey;
  readonly queryId: QueryId;
  readonly before: LabelRow | undefined;
}

/** Steps that can be taken back; older ones are forgotten. */
const MOST_STEPS = 500;

/** Makes, changes, removes labels and takes each step back, for every annotator by themselves. */
export class LabelChanges {
  private readonly steps = new Map<string, Step[]>();

  constructor(private readonly parts: LabelParts) {}

  async set(label: NewLabel): Promise<Result<void>> {
    const checked = await this.check(label);
    if (!checked.ok) return checked;
    const { traceKey, queryId, errorType, reason } = label;
    const annotator = label.annotator.trim();
    const opId = namesOperation(errorType) ? label.opId : undefined;
    const row: LabelRow = {
      traceKey,
      queryId,
      annotator,
      label: { errorType, opId, reason, annotator },
      changedAt: this.parts.now(),
    };
    const before = this.find(traceKey, queryId, annotator);
    const stored = await this.write(row);
    if (stored.ok) this.remember(annotator, { traceKey, queryId, before });
    return stored;
  }

  async remove(key: TraceKey, query: QueryId, annotator: string): Promise<Result<void>> {
    const before = this.find(key, query, annotator);
    if (before === undefined) return ok(undefined);
    const removed = await this.erase(before);
    if (removed.ok) this.remember(annotator, { traceKey: key, queryId: query, before });
    return removed;
  }

  /** Takes back the last step of an annotator; `undefined` when there is none. */
  async undo(annotator: string): Promise<Result<Step | undefined>> {
    const step = this.steps.get(annotator)?.pop();
    if (step === undefined) return ok(undefined);
    const { traceKey, queryId, before } = step;
    const now = this.find(traceKey, queryId, annotator);
    if (before !== undefined) {
      const stored = await this.write(before);
      return stored.ok ? ok(step) : stored;
    }
    const removed = now === undefined ? ok(undefined) : await this.erase(now);
    return removed.ok ? ok(step) : removed;
  }

  find(key: TraceKey, query: QueryId, annotator: string): LabelRow | undefined {
    return this.parts.book.labels(key, query).find((row) => row.annotator === annotator);
  }

  private async check({ traceKey, queryId, annotator, opId }: NewLabel): Promise<Result<void>> {
    if (annotator.trim() === '' || annotator.trim() === FILE)
      return err(problem('annotator-missing', `“${annotator}” is no name to label under.`));
    if (this.parts.book.find(traceKey, queryId) === undefined)
      return err(problem('not-in-trace', `No question ${queryId}.`));
    if (opId === undefined) return ok(undefined);
    const graph = await this.parts.open.get(traceKey);
    if (!graph.ok) return graph;
    return graph.value.findOperation(opId) === undefined
      ? err(problem('not-in-trace', `No operation ${opId}.`))
      : ok(undefined);
  }

  private async write(row: LabelRow): Promise<Result<void>> {
    const stored = await this.parts.store.labels.put([row]);
    if (stored.ok) this.parts.book.labelled([row]);
    return stored;
  }

  private async erase(row: LabelRow): Promise<Result<void>> {
    const removed = await this.parts.store.labels.remove(row.traceKey, row.queryId, row.annotator);
    if (removed.ok) this.parts.book.labelled([], [row]);
    return removed;
  }

  private remember(annotator: string, step: Step): void {
    const steps = this.steps.get(annotator) ?? [];
    this.steps.set(annotator, [...steps, step].slice(-MOST_STEPS));
  }
}

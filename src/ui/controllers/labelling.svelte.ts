import type { OpId } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { Case } from '../../cases/case';
import type { ErrorType } from '../../cases/error-type';
import type { OperationBrief } from '../../notebook/service/contract';
import type {
  AgreementView,
  LabelDesk,
  LabelFormat,
  QueueItem,
  ScoringService,
} from '../../notebook/service/scoring/contract';
import { namesOperation, QUEUE_SEED } from '../../notebook/vocabulary';
import { NAMES } from '../texts';
import { SCORING } from '../texts-scoring';
import { sameCase, type CaseRef } from './address';
import { Latest } from './latest.svelte';

/** What labelling needs of the page. */
export interface LabellingParts {
  readonly service: ScoringService;
  readonly open: () => CaseRef | undefined;
  /** A case as it was read; the one on the page may still be the one before. */
  readonly read: (ref: CaseRef) => Promise<Case | undefined>;
  readonly goTo: (ref: CaseRef) => void;
  readonly tell: (text: string) => void;
  /** Labels changed: tables and evaluations are out of date. */
  readonly onChange: () => Promise<void>;
}

const words = SCORING.labels;

/** Who labels, the queue, the label of the open case, and how far two people agree. */
export class Labelling {
  annotator = $state('');
  /** Verdicts and other people's labels are out of sight. */
  blind = $state(false);
  problem = $state.raw<Problem | undefined>(undefined);
  remarks = $state.raw<readonly Problem[]>([]);
  pair = $state.raw<readonly [string, string] | undefined>(undefined);
  /** When a label was changed last, in the page's own time. */
  changedAt = 0;
  readonly desk = new Latest<LabelDesk>();
  readonly choices = new Latest<Result<readonly OperationBrief[]>>();
  readonly agreement = new Latest<AgreementView>();
  readonly #parts: LabellingParts;
  #choicesOf: CaseRef | undefined;
  /** Key presses are worked off one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: LabellingParts) {
    this.#parts = parts;
  }

  /** The place of the open case in the queue. */
  get item(): QueueItem | undefined {
    return this.#itemOf(this.#parts.open());
  }

  async name(annotator: string): Promise<void> {
    this.annotator = annotator.trim();
    await this.refresh();
  }

  /** Fetches queue and agreement anew. */
  async refresh(): Promise<void> {
    const { annotator } = this;
    await this.desk.load(() => this.#parts.service.labelDesk(annotator, QUEUE_SEED));
    const names = this.desk.value?.annotators.map(({ name }) => name) ?? [];
    if (!this.pair?.every((name) => names.includes(name))) {
      const [first, second] = names;
      this.pair = first !== undefined && second !== undefined ? [first, second] : undefined;
    }
    await this.compare(this.pair);
  }

  async compare(pair: readonly [string, string] | undefined): Promise<void> {
    this.pair = pair;
    if (pair) await this.agreement.load(() => this.#parts.service.agreement(...pair));
    else this.agreement.clear();
  }

  /** The operations that the open case's label may name. */
  async loadChoices(): Promise<void> {
    const open = this.#parts.open();
    if (sameCase(open, this.#choicesOf)) return;
    this.#choicesOf = open;
    this.choices.clear();
    if (open)
      await this.choices.load(() => this.#parts.service.labelChoices(open.traceKey, open.queryId));
  }

  /** Hides what others said and opens the first case of the queue without a label. */
  start(): void {
    if (!this.#named()) return;
    this.blind = true;
    this.#goToUnlabelled(this.desk.value?.queue ?? []);
  }

  /** Opens the next case of the queue that this annotator has not labelled. */
  next(): void {
    const queue = this.desk.value?.queue ?? [];
    const at = this.item ? queue.indexOf(this.item) : -1;
    this.#goToUnlabelled([...queue.slice(at + 1), ...queue.slice(0, at + 1)]);
  }

  /** Opens the neighbour of the open case in the queue. */
  step(by: 1 | -1): void {
    const queue = this.desk.value?.queue ?? [];
    const at = this.item ? queue.indexOf(this.item) : -1;
    const item = queue[Math.max(0, Math.min(queue.length - 1, at + by))];
    if (item) this.#parts.goTo(item);
  }

  /** Labels the open case with a type; its operation stays, or is the only one there can be. */
  label(errorType: ErrorType): Promise<void> {
    return this.#inTurn(async () => {
      const open = this.#parts.open();
      const said = this.item?.said;
      const known = namesOperation(errorType) ? said?.opId : undefined;
      const needed = open && namesOperation(errorType) && known === undefined;
      const op = needed ? onlyOperation(errorType, await this.#parts.read(open)) : known;
      await this.#set(errorType, op, open);
    });
  }

  /** Names the operation of the label that the open case has. */
  chooseOperation(op: OpId | undefined): Promise<void> {
    return this.#inTurn(async () => {
      const said = this.item?.said;
      if (said) await this.#set(said.errorType, op, this.#parts.open());
    });
  }

  /** Says why, for the label that the open case has. */
  explain(reason: string): Promise<void> {
    return this.#inTurn(async () => {
      const said = this.item?.said;
      if (said) await this.#set(said.errorType, said.opId, this.#parts.open(), reason);
    });
  }

  remove(): Promise<void> {
    return this.#inTurn(async () => {
      const { item } = this;
      if (!item?.said || !this.#named()) return;
      const { traceKey, queryId } = item;
      const result = await this.#parts.service.removeLabel(traceKey, queryId, this.annotator);
      await this.#changed(result, words.removed);
    });
  }

  /** Takes back this annotator's last step and shows the case; false when there was none. */
  undo(): Promise<boolean> {
    return this.#inTurn(async () => {
      if (this.annotator === '') return false;
      const result = await this.#parts.service.undoLabel(this.annotator);
      if (result.ok && result.value === undefined) return false;
      await this.#changed(result, words.undone);
      if (result.ok && result.value) this.#parts.goTo(result.value);
      return true;
    });
  }

  async import(file: File): Promise<void> {
    if (!this.#named()) return;
    const result = await this.#parts.service.importLabels(file, this.annotator);
    this.remarks = result.ok ? result.value.remarks : [];
    await this.#changed(result, result.ok ? words.taken(result.value.taken) : '');
  }

  export(format: LabelFormat): Promise<Blob> {
    return this.#parts.service.exportLabels(format);
  }

  async #set(
    errorType: ErrorType,
    opId: OpId | undefined,
    open: CaseRef | undefined,
    reason = this.#itemOf(open)?.reason ?? '',
  ): Promise<void> {
    if (!open) {
      this.#parts.tell(words.noneOpen);
      return;
    }
    if (!this.#named()) return;
    const { traceKey, queryId } = open;
    const label = { traceKey, queryId, annotator: this.annotator, errorType, opId, reason };
    const result = await this.#parts.service.setLabel(label);
    await this.#changed(result, undefined);
    const { done = 0, queue = [] } = this.desk.value ?? {};
    if (result.ok) this.#parts.tell(words.said(NAMES.errorType[errorType], done, queue.length));
  }

  async #changed(result: Result<unknown>, text: string | undefined): Promise<void> {
    this.problem = result.ok ? undefined : result.problem;
    if (!result.ok) {
      this.#parts.tell(`${result.problem.title} ${result.problem.detail}`);
      return;
    }
    this.changedAt = performance.now();
    await this.refresh();
    if (text !== undefined) this.#parts.tell(text);
    await this.#parts.onChange();
  }

  #itemOf(ref: CaseRef | undefined): QueueItem | undefined {
    return this.desk.value?.queue.find((item) => sameCase(item, ref));
  }

  #goToUnlabelled(queue: readonly QueueItem[]): void {
    const item = queue.find(({ said }) => said === undefined);
    if (item) this.#parts.goTo(item);
    else this.#parts.tell(queue.length > 0 ? words.allDone : words.none);
  }

  #named(): boolean {
    if (this.annotator === '') this.#parts.tell(words.needName);
    return this.annotator !== '';
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(work);
    this.#turn = next.catch(() => undefined);
    return next;
  }
}

/** The one operation that an error type can blame in a case, where there is only one. */
function onlyOperation(type: ErrorType, shown: Case | undefined): OpId | undefined {
  if (type === 'ResponseError') return shown?.answerOp;
  if (type === 'RetrievalError' && shown?.retrievalOps.length === 1) return shown.retrievalOps[0];
  return undefined;
}

import type { Result } from '../../base/result';
import type { CaseView, OperationView, TraceService } from '../../notebook/service/contract';
import { sameCase, type CaseRef } from './address';
import { Latest } from './latest.svelte';

/** What is shown of a case; the operation is the decisive one, absent without a verdict. */
export interface ShownCase {
  readonly view: Result<CaseView>;
  readonly operation: Result<OperationView> | undefined;
}

/** The open case and the subgraph of its decisive operation. */
export class OpenCase {
  readonly #shown = new Latest<ShownCase>();
  #ref: CaseRef | undefined;
  readonly #service: TraceService;
  /** Told of each case that is fetched, before it is there. */
  onOpening: (ref: CaseRef) => void = () => undefined;

  constructor(service: TraceService) {
    this.#service = service;
  }

  get shown(): ShownCase | undefined {
    return this.#shown.value;
  }

  /** Fetches a case; the one before it stays in sight until the new one is there as a whole. */
  async open(ref: CaseRef | undefined): Promise<void> {
    if (sameCase(ref, this.#ref) && this.shown) return;
    await this.#load(ref);
  }

  /** Fetches the open case again: there may be a verdict now. */
  async reload(): Promise<void> {
    await this.#load(this.#ref);
  }

  async #load(ref: CaseRef | undefined): Promise<void> {
    this.#ref = ref;
    if (!ref) {
      this.#shown.clear();
      return;
    }
    const shown = this.#shown.load(() => this.#fetch(ref));
    this.onOpening(ref);
    await shown;
  }

  async #fetch({ traceKey, queryId }: CaseRef): Promise<ShownCase> {
    const view = await this.#service.caseView(traceKey, queryId);
    const verdict = view.ok ? view.value.verdict : undefined;
    if (!verdict) return { view, operation: undefined };
    // What the proof quotes must be seen in the drawing, however many others are like it.
    const quoted = verdict.stages.flatMap((stage) => stage.quotes.map((quote) => quote.variable));
    const keep = [...new Set([...verdict.evidence, ...quoted])];
    return {
      view,
      operation: await this.#service.operationView(verdict.traceKey, verdict.opId, keep),
    };
  }
}

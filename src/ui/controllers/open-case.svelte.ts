import type { Result } from '../../base/result';
import type { CaseView, OperationView, TraceService } from '../../notebook/service/contract';
import { sameCase, type CaseRef } from './address';
import { Latest } from './latest.svelte';

/** The open case and the subgraph of its decisive operation. */
export class OpenCase {
  readonly view = new Latest<Result<CaseView>>();
  readonly operation = new Latest<Result<OperationView>>();
  #ref: CaseRef | undefined;
  readonly #service: TraceService;

  constructor(service: TraceService) {
    this.#service = service;
  }

  /** Fetches a case; the one before it stays in sight until the new one is there. */
  async open(ref: CaseRef | undefined): Promise<void> {
    if (sameCase(ref, this.#ref) && this.view.value) return;
    await this.#load(ref);
  }

  /** Fetches the open case again: there may be a verdict now. */
  async reload(): Promise<void> {
    await this.#load(this.#ref);
  }

  async #load(ref: CaseRef | undefined): Promise<void> {
    this.#ref = ref;
    if (!ref) {
      this.view.clear();
      this.operation.clear();
      return;
    }
    await this.view.load(() => this.#service.caseView(ref.traceKey, ref.queryId));
    const view = this.view.value;
    const verdict = view?.ok ? view.value.verdict : undefined;
    if (!verdict) {
      this.operation.clear();
      return;
    }
    // What the proof quotes must be seen in the drawing, however many others are like it.
    const quoted = verdict.stages.flatMap((stage) => stage.quotes.map((quote) => quote.variable));
    const keep = [...new Set([...verdict.evidence, ...quoted])];
    await this.operation.load(() =>
      this.#service.operationView(verdict.traceKey, verdict.opId, keep),
    );
  }
}

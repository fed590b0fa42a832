import type { TraceKey } from '../../base/brand';
import type { ScoringService, SideBySide } from '../../notebook/service/scoring/contract';
import { Latest } from './latest.svelte';

/** Which runs stand side by side, against whose labels, and what came of it. */
export class Comparing {
  left = $state<string | undefined>(undefined);
  right = $state<string | undefined>(undefined);
  annotator = $state<string | undefined>(undefined);
  readonly view = new Latest<SideBySide>();
  readonly #service: ScoringService;
  #traces: readonly TraceKey[] | undefined;

  constructor(service: ScoringService) {
    this.#service = service;
  }

  /** Fetches the comparison anew, for these traces from now on. */
  load(traces: readonly TraceKey[] | undefined): Promise<void> {
    this.#traces = traces;
    return this.reload();
  }

  async reload(): Promise<void> {
    const { left, right, annotator } = this;
    await this.view.load(() =>
      this.#service.sideBySide({
        ...(this.#traces && { traces: this.#traces }),
        ...(left !== undefined && { left }),
        ...(right !== undefined && { right }),
        ...(annotator !== undefined && { annotator }),
      }),
    );
  }
}

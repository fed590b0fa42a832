import type { Problem } from '../../base/problem';
import type { TraceKey } from '../../base/brand';
import type { AttributionSummary, TraceService } from '../../notebook/service/contract';
import type { EvidenceMode, EvidenceQuery } from '../../cases/verdict';

/** The longest the table waits before it shows verdicts that were found, in milliseconds. */
const REFRESH = 300;

/** One run of the attribution, and the choices for the next. */
export class Attribution {
  evidence = $state<EvidenceMode>('labelled');
  evidenceQuery = $state<EvidenceQuery>('gold');
  running = $state(false);
  /** Running, or over and what shows its verdicts not yet up to date. */
  busy = $state(false);
  done = $state(0);
  total = $state(0);
  summary = $state.raw<AttributionSummary | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  readonly #service: TraceService;
  readonly #onVerdicts: () => Promise<void>;
  #made = 0;
  #lastRefresh = 0;

  /** @param onVerdicts called while verdicts come in, and once at the end */
  constructor(service: TraceService, onVerdicts: () => Promise<void>) {
    this.#service = service;
    this.#onVerdicts = onVerdicts;
  }

  get #id(): string {
    return `attribution-${this.#made}`;
  }

  /** Attributes every failed case of the traces given, or of all. */
  async run(traces?: readonly TraceKey[]): Promise<void> {
    if (this.running) return;
    this.#made++;
    this.running = true;
    this.busy = true;
    this.done = 0;
    this.total = 0;
    this.summary = undefined;
    this.problem = undefined;
    const { evidence, evidenceQuery } = this;
    try {
      const result = await this.#service.attribute(
        this.#id,
        { method: 'flow', evidence, evidenceQuery, ...(traces ? { traces } : {}) },
        ({ done, total }) => this.#progress(done, total),
      );
      if (result.ok) this.summary = result.value;
      else this.problem = result.problem;
    } finally {
      this.running = false;
      // Another run may have been started while its verdicts were fetched.
      await this.#onVerdicts().finally(() => (this.busy = this.running));
    }
  }

  /** Stops the run; what was found is kept. */
  async cancel(): Promise<void> {
    if (this.running) await this.#service.cancel(this.#id);
  }

  #progress(done: number, total: number): void {
    this.done = done;
    this.total = total;
    const now = performance.now();
    if (now - this.#lastRefresh < REFRESH) return;
    this.#lastRefresh = now;
    void this.#onVerdicts();
  }
}

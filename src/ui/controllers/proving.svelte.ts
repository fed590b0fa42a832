import type { Problem } from '../../base/problem';
import type { ReplayProof } from '../../cases/replay-proof';
import type { ProveProgress, TraceService } from '../../notebook/service/contract';
import { sameCase, type CaseRef } from './address';

/** One proof by replay at a time, and how the last one ended. */
export class Proving {
  /** The case whose proof runs, or ran last. */
  of = $state.raw<CaseRef | undefined>(undefined);
  running = $state(false);
  stopped = $state(false);
  progress = $state.raw<ProveProgress | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  readonly #service: TraceService;
  readonly #onProof: (proof: ReplayProof) => Promise<void>;
  #made = 0;

  /** @param onProof called when a proof is there */
  constructor(service: TraceService, onProof: (proof: ReplayProof) => Promise<void>) {
    this.#service = service;
    this.#onProof = onProof;
  }

  /** Proves the verdict shown for a case; a proof of another case that still runs is stopped. */
  async run(ref: CaseRef): Promise<void> {
    if (this.running && sameCase(ref, this.of)) return;
    await this.cancel();
    const made = ++this.#made;
    this.of = ref;
    this.running = true;
    this.stopped = false;
    this.progress = undefined;
    this.problem = undefined;
    const isNewest = (): boolean => made === this.#made;
    try {
      const { traceKey, queryId } = ref;
      const proof = await this.#service.prove(this.#id, traceKey, queryId, (progress) => {
        if (isNewest()) this.progress = progress;
      });
      if (proof.ok) await this.#onProof(proof.value);
      else if (isNewest() && proof.problem.kind === 'cancelled') this.stopped = true;
      else if (isNewest()) this.problem = proof.problem;
    } finally {
      if (isNewest()) this.running = false;
    }
  }

  /** Stops the proof; what an earlier one showed stays. */
  async cancel(): Promise<void> {
    if (this.running) await this.#service.cancel(this.#id);
  }

  get #id(): string {
    return `proof-${this.#made}`;
  }
}

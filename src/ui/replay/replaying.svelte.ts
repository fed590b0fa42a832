import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type {
  Changeable,
  Downstream,
  PlannedChange,
  ReplayOutcome,
  ReplayProgress,
  ReplayService,
} from '../../notebook/replay/contract';
import { sameCase, type CaseRef } from '../controllers/address';

let made = 0;

/** What can be changed in the open case, and the replay that shows what it does. */
export class Replaying {
  changeable = $state.raw<Changeable | undefined>(undefined);
  outcome = $state.raw<ReplayOutcome | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  progress = $state.raw<ReplayProgress | undefined>(undefined);
  running = $state(false);
  #of: CaseRef | undefined;
  #blamed: string | undefined;
  #callId = '';

  constructor(readonly service: ReplayService) {}

  /**
   * Turns to a case; what an earlier one showed goes.
   * @param blamed the operation that its verdict names, which is offered first
   */
  async open(ref: CaseRef, blamed: string | undefined): Promise<void> {
    if (sameCase(ref, this.#of) && blamed === this.#blamed) return;
    this.#of = ref;
    this.#blamed = blamed;
    this.changeable = undefined;
    this.outcome = undefined;
    this.problem = undefined;
    const found = await this.service.changeable(ref.traceKey, ref.queryId);
    if (!sameCase(ref, this.#of)) return;
    if (found.ok) this.changeable = found.value;
    else this.problem = found.problem;
  }

  async run(
    ref: CaseRef,
    changes: readonly PlannedChange[],
    downstream: Downstream,
    onlyThisQuestion: boolean,
  ): Promise<void> {
    this.outcome = undefined;
    const plan = { ...ref, changes, downstream, onlyThisQuestion };
    const outcome = await this.#call((id) =>
      this.service.run(id, plan, (progress) => (this.progress = progress)),
    );
    if (sameCase(ref, this.#of)) this.outcome = outcome;
  }

  /** A call that can be stopped; what goes wrong is shown, a stop is not. */
  async #call<T>(call: (id: string) => Promise<Result<T>>): Promise<T | undefined> {
    if (this.running) return undefined;
    this.running = true;
    this.progress = undefined;
    this.problem = undefined;
    this.#callId = `replay-${++made}`;
    try {
      const result = await call(this.#callId);
      if (result.ok) return result.value;
      if (result.problem.kind !== 'cancelled') this.problem = result.problem;
      return undefined;
    } finally {
      this.running = false;
    }
  }

  stop(): Promise<void> {
    return this.service.stop(this.#callId);
  }
}

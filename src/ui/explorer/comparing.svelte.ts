import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type {
  ComparedFilter,
  ComparedPage,
  CompareProgress,
  Comparison,
} from '../../notebook/explorer/compare-contract';

/** Rows shown at once. */
export const COMPARED_WINDOW = 30;

/** A comparison of two traces: running, done, or stopped. */
export class TraceComparing {
  result = $state.raw<Comparison | undefined>(undefined);
  page = $state.raw<ComparedPage | undefined>(undefined);
  progress = $state.raw<CompareProgress | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  stopped = $state(false);
  of = $state.raw<readonly [TraceKey, TraceKey] | undefined>(undefined);
  readonly #explorer: ExplorerService;
  readonly #id = `compare ${crypto.randomUUID()}`;
  #turn = 0;

  constructor(explorer: ExplorerService) {
    this.#explorer = explorer;
  }

  get running(): boolean {
    return this.progress !== undefined;
  }

  async run(traces: readonly [TraceKey, TraceKey]): Promise<void> {
    const turn = ++this.#turn;
    this.problem = undefined;
    this.stopped = false;
    this.progress = { done: 0, total: 1 };
    const made = await this.#explorer.compare(this.#id, traces, (progress) => {
      if (turn === this.#turn && this.running) this.progress = progress;
    });
    if (turn !== this.#turn) return;
    this.progress = undefined;
    if (made.ok) {
      this.result = made.value;
      this.of = traces;
      await this.show('all', 0);
    } else if (made.problem.kind === 'cancelled') this.stopped = true;
    else this.problem = made.problem;
  }

  async show(filter: ComparedFilter, offset: number): Promise<void> {
    if (this.of === undefined) return;
    this.page = await this.#explorer.comparedCases(this.of, filter, offset, COMPARED_WINDOW);
  }

  stop(): Promise<void> {
    return this.#explorer.stop(this.#id);
  }
}

import type { Problem } from '../../base/problem';
import type { TraceKey } from '../../base/brand';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type { IndexProgress, SearchHit, TraceHits } from '../../notebook/explorer/search-contract';

/** Results shown at once; fifty took half of the time from a key to the results on the page. */
export const WINDOW = 20;

/** What a search found so far. */
export interface Finding {
  readonly by: 'words' | 'pattern';
  readonly text: string;
  readonly hits: readonly SearchHit[];
  readonly offset: number;
  readonly total: number;
  readonly traces: readonly TraceHits[];
  readonly milliseconds: number;
  /** For patterns: texts tried so far of all. */
  readonly tried: IndexProgress | undefined;
  readonly running: boolean;
}

/** The search over all texts: one at a time, the newest wins. */
export class Search {
  finding = $state.raw<Finding | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  /** How far the first reading of the texts is; absent once they are indexed. */
  indexing = $state.raw<IndexProgress | undefined>(undefined);
  readonly #explorer: ExplorerService;
  readonly #id = `search ${crypto.randomUUID()}`;
  #turn = 0;
  #prepared = '';

  constructor(explorer: ExplorerService) {
    this.#explorer = explorer;
  }

  /** Has the texts of traces indexed, once for each set of traces. */
  async prepare(traces: readonly TraceKey[]): Promise<void> {
    const set = traces.join(' ');
    if (set === this.#prepared) return;
    this.#prepared = set;
    const prepared = await this.#explorer.prepareSearch(`${this.#id} index`, traces, (progress) => {
      if (set === this.#prepared) this.indexing = progress;
    });
    if (set !== this.#prepared) return;
    this.indexing = undefined;
    if (!prepared.ok) this.problem = prepared.problem;
  }

  /** Looks for words and phrases. */
  async words(text: string, traces: readonly TraceKey[], offset = 0): Promise<void> {
    const turn = this.#begin();
    if (text.trim() === '') {
      this.finding = undefined;
      return;
    }
    const start = performance.now();
    const page = await this.#explorer.search({ text, traces, offset, limit: WINDOW });
    if (turn !== this.#turn) return;
    if (!page.ok) {
      this.problem = page.problem;
      return;
    }
    const milliseconds = performance.now() - start;
    const rest = { tried: undefined, running: false };
    this.finding = { by: 'words', text, offset, milliseconds, ...rest, ...page.value };
  }

  /** Tries a regular expression; what it finds appears as it is found. */
  async pattern(text: string, traces: readonly TraceKey[]): Promise<void> {
    const turn = this.#begin();
    if (text === '') {
      this.finding = undefined;
      return;
    }
    await this.stop();
    const start = performance.now();
    const empty = { by: 'pattern', text, hits: [], offset: 0, total: 0, traces: [] } as const;
    let known: Finding = { ...empty, milliseconds: 0, tried: undefined, running: true };
    this.finding = known;
    const done = await this.#explorer.searchPattern(this.#id, { text, traces }, (progress) => {
      if (turn !== this.#turn) return;
      known = {
        ...known,
        hits: [...known.hits, ...progress.hits],
        total: progress.found,
        tried: { done: progress.done, total: progress.total },
        milliseconds: performance.now() - start,
      };
      this.finding = known;
    });
    if (turn !== this.#turn) return;
    if (done.ok) this.finding = { ...known, running: false };
    else {
      this.finding = undefined;
      this.problem = done.problem;
    }
  }

  /** Ends a regular expression; what it found stays. */
  stop(): Promise<void> {
    return this.#explorer.stop(this.#id);
  }

  #begin(): number {
    this.problem = undefined;
    return ++this.#turn;
  }
}

import type { TraceKey } from '../../base/brand';
import type { TableQuery } from '../../notebook/document/cell';
import type {
  CaseColumn,
  CaseFacets,
  CasePage,
  CaseQuery,
  CaseRow,
  TraceService,
} from '../../notebook/service/contract';
import { sameCase, type CaseRef } from './address';
import { EVERY_FAILURE, fromQuery, toQuery, type FacetKey, type Filters } from './case-filters';

/** Rows asked for at a time; a tall window shows about 40. */
const PAGE = 100;

const NO_FACETS: CaseFacets = {
  outcomes: [],
  systems: [],
  datasets: [],
  questionTypes: [],
  verdicts: [],
  labels: [],
};

/** The rows of the failed-questions table, fetched a page at a time as they come into view. */
export class CaseTable {
  filters = $state.raw<Filters>(EVERY_FAILURE);
  text = $state('');
  sort = $state.raw<CaseQuery['sort']>(undefined);
  matching = $state(0);
  total = $state(0);
  facets = $state.raw<CaseFacets>(NO_FACETS);
  ready = $state(false);
  /** The row that the keyboard is on, and how often it was asked to be brought into view. */
  current = $state(0);
  summons = $state(0);
  #pages = $state.raw<ReadonlyMap<number, readonly CaseRow[]>>(new Map());
  #traces: readonly TraceKey[] | undefined;
  /** Told when filters or order were changed. */
  onQuery: (query: TableQuery) => void = () => undefined;
  #asked = new Set<number>();
  #inView: readonly number[] = [0];
  #turn = 0;
  readonly #service: TraceService;

  constructor(service: TraceService) {
    this.#service = service;
  }

  /** Takes up filters and order as they were left; nothing is fetched yet. */
  restore(query: TableQuery): void {
    this.filters = fromQuery(query);
    this.text = query.text ?? '';
    this.sort = query.sort;
  }

  /** The row at a position, or `undefined` while it is being fetched. */
  row(index: number): CaseRow | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** The position of a case among the rows fetched so far, or -1. */
  indexOf(ref: CaseRef): number {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex((row) => sameCase(row, ref));
      if (at >= 0) return page * PAGE + at;
    }
    return -1;
  }

  /** Fetches what is missing of the rows `first` … `last`. */
  async show(first: number, last: number): Promise<void> {
    const from = Math.floor(first / PAGE);
    const pages = Math.floor(last / PAGE) - from + 1;
    this.#inView = Array.from({ length: pages }, (_, i) => from + i);
    const missing = this.#inView.filter((page) => !this.#asked.has(page));
    await Promise.all(missing.map((page) => this.#fetch(page, this.#turn)));
  }

  /** The row at a position, fetched when it is not there yet. */
  async rowAt(index: number): Promise<CaseRow | undefined> {
    const page = Math.floor(index / PAGE);
    if (!this.#asked.has(page)) await this.#fetch(page, this.#turn);
    return this.row(index);
  }

  /** Puts the keyboard on a row, within the rows there are. */
  goTo(index: number): void {
    this.current = Math.max(0, Math.min(index, this.matching - 1));
    this.summons++;
  }

  /** Chooses the values of one menu. */
  async filter(key: FacetKey, values: readonly string[]): Promise<void> {
    this.filters = { ...this.filters, [key]: values };
    await this.#restart();
  }

  async search(text: string): Promise<void> {
    this.text = text;
    await this.#restart();
  }

  /** Back to every failed question. */
  async clearFilters(): Promise<void> {
    this.filters = EVERY_FAILURE;
    this.text = '';
    await this.#restart();
  }

  /** Sorts by a column: ascending, then descending, then in the order of the files again. */
  async sortBy(column: CaseColumn): Promise<void> {
    const before = this.sort?.column === column ? this.sort : undefined;
    this.sort = before?.descending ? undefined : { column, descending: before !== undefined };
    await this.#restart();
  }

  /** Shows only these traces: a removed trace is out of sight before it is gone for good. */
  async onlyTraces(keys: readonly TraceKey[] | undefined): Promise<void> {
    this.#traces = keys;
    await this.refresh();
  }

  /**
   * Fetches the rows in view again; the old ones stay in place until the new ones are there.
   * @param restart forget all pages but the first
   */
  async refresh(restart = false): Promise<void> {
    const turn = ++this.#turn;
    const wanted = restart ? [0] : this.#inView;
    this.#asked = new Set(wanted);
    const pages = await Promise.all(
      wanted.map(async (page) => [page, await this.#call(page)] as const),
    );
    if (turn !== this.#turn) return;
    const first = pages[0]?.[1];
    if (first) this.#take(first);
    this.#pages = new Map(pages.map(([page, answer]) => [page, answer.rows]));
    this.ready = true;
  }

  async #restart(): Promise<void> {
    this.current = 0;
    this.onQuery(this.#query());
    await this.refresh(true);
  }

  async #fetch(page: number, turn: number): Promise<void> {
    this.#asked.add(page);
    const answer = await this.#call(page);
    if (turn !== this.#turn) return;
    this.#take(answer);
    this.#pages = new Map([...this.#pages, [page, answer.rows]]);
    this.ready = true;
  }

  #take(page: CasePage): void {
    this.matching = page.matching;
    this.total = page.total;
    this.facets = page.facets;
    this.current = Math.max(0, Math.min(this.current, page.matching - 1));
  }

  #call(page: number): Promise<CasePage> {
    const traces = this.#traces;
    return this.#service.cases({
      ...this.#query(),
      ...(traces ? { traces } : {}),
      offset: page * PAGE,
      limit: PAGE,
    });
  }

  #query(): TableQuery {
    const text = this.text.trim();
    return { ...toQuery(this.filters), ...(text === '' ? {} : { text }), sort: this.sort };
  }
}

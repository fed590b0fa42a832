import type { TraceKey } from '../../base/brand';
import { ok, type Result } from '../../base/result';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { buildSearchIndex, type IndexSteps } from '../../graph/search/build-index';
import type { SearchIndex } from '../../graph/search/search-index';
import type { Store } from '../../store/store';

/** Bytes of indexes kept in memory; the last one asked for always stays. */
const MOST_BYTES = 128_000_000;

/** The search indexes of stored traces: from memory, from the store, or built now. */
export class IndexShelf {
  private readonly known = new Map<TraceKey, SearchIndex>();

  constructor(private readonly store: Store) {}

  /** The index of a trace if it was built before. */
  async find(key: TraceKey): Promise<SearchIndex | undefined> {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const stored = await this.store.traces.searchIndex(key);
    if (!stored.ok || stored.value === undefined) return undefined;
    this.keep(key, stored.value);
    return stored.value;
  }

  /**
   * The index of a trace, built and stored when there is none. A failure to store is told and the
   * index works all the same.
   */
  async build(graph: EvolutionGraph, steps: IndexSteps): Promise<Result<SearchIndex>> {
    const found = await this.find(graph.key);
    if (found !== undefined) return ok(found);
    const index = await buildSearchIndex(graph, steps);
    this.keep(graph.key, index);
    const stored = await this.store.traces.putSearchIndex(graph.key, index);
    return stored.ok ? ok(index) : stored;
  }

  private keep(key: TraceKey, index: SearchIndex): void {
    this.known.delete(key);
    this.known.set(key, index);
    let total = 0;
    for (const one of this.known.values()) total += sizeOf(one);
    for (const [oldest, one] of this.known) {
      if (total <= MOST_BYTES || oldest === key) break;
      this.known.delete(oldest);
      total -= sizeOf(one);
    }
  }
}

const sizeOf = ({ documents, terms, starts, postings }: SearchIndex): number =>
  documents.byteLength + terms.bytes.byteLength + starts.byteLength * 2 + postings.byteLength;

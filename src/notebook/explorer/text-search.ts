import type { TraceKey } from '../../base/brand';
import { ok, type Result } from '../../base/result';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { foundOf, inTime } from '../../graph/search/documents';
import { findDocuments } from '../../graph/search/find';
import { matchesOf, spansOf } from '../../graph/search/spans';
import type { SearchIndex } from '../../graph/search/search-index';
import { readSearch } from '../../graph/search/wanted';
import type { OpenTraces } from '../service/open-traces';
import type { IndexShelf } from './index-shelf';
import {
  MOST_PATTERN_HITS,
  type PatternProgress,
  type SearchHit,
  type SearchPage,
  type SearchRequest,
  type TraceHits,
} from './search-contract';
import { hitWithoutPlace, searchHit } from './search-hit';

interface OneTrace {
  readonly graph: EvolutionGraph;
  readonly index: SearchIndex;
  readonly documents: Uint32Array;
}

/** Search in all texts of traces: by words through the index, by pattern through the texts. */
export class TextSearch {
  constructor(
    private readonly open: OpenTraces,
    private readonly shelf: IndexShelf,
  ) {}

  /** A window of what holds the words; traces without an index get one first. */
  async page(
    { text, traces, offset, limit }: SearchRequest,
    breathe: () => Promise<void>,
  ): Promise<Result<SearchPage>> {
    const phrases = readSearch(text);
    const hits: SearchHit[] = [];
    const counts: TraceHits[] = [];
    let total = 0;
    for (const key of traces) {
      const one = await this.find(key, phrases, breathe);
      if (!one.ok) return one;
      const { documents } = one.value;
      const hit = (at: number): SearchHit | undefined => hitOf(one.value, phrases, at);
      const from = Math.max(0, offset - total);
      const to = Math.min(documents.length, offset + limit - total);
      for (let at = from; at < to; at++) {
        const found = hit(at);
        if (found !== undefined) hits.push(found);
      }
      counts.push({
        traceKey: key,
        count: documents.length,
        first: hit(0),
        last: hit(documents.length - 1),
      });
      total += documents.length;
    }
    return ok({ hits, total, traces: counts });
  }

  /** The variables of one trace that hold the words. */
  async holding(
    key: TraceKey,
    text: string,
    breathe: () => Promise<void>,
  ): Promise<Result<ReadonlySet<number>>> {
    const one = await this.find(key, readSearch(text), breathe);
    if (!one.ok) return one;
    const { graph, index, documents } = one.value;
    const found = [...documents].map((document) => foundOf(graph, index.documents[document] ?? 0));
    return ok(new Set(found.flatMap((f) => (f.kind === 'variable' ? [f.index] : []))));
  }

  private async find(
    key: TraceKey,
    phrases: ReturnType<typeof readSearch>,
    breathe: () => Promise<void>,
  ): Promise<Result<OneTrace>> {
    const graph = await this.open.get(key);
    if (!graph.ok) return graph;
    const index = await this.shelf.build(graph.value, { breathe, report: () => undefined });
    if (!index.ok) return index;
    const documents = findDocuments(index.value, phrases);
    return ok({ graph: graph.value, index: index.value, documents });
  }

  /** Tries a pattern on every text, telling what is found after each stretch of work. */
  async pattern(
    pattern: RegExp,
    traces: readonly TraceKey[],
    breathe: () => Promise<void>,
    report: (progress: PatternProgress) => void,
  ): Promise<Result<void>> {
    const graphs: EvolutionGraph[] = [];
    let total = 0;
    for (const key of traces) {
      const graph = await this.open.get(key);
      if (!graph.ok) return graph;
      graphs.push(graph.value);
      total += graph.value.nodeCount + graph.value.operationCount;
    }
    const find = (text: string) => matchesOf(text, pattern, 1)[0];
    let hits: SearchHit[] = [];
    let [done, found, told] = [0, 0, performance.now()];
    const tell = (): void => {
      report({ done, total, found, hits });
      hits = [];
      told = performance.now();
    };
    for (const graph of graphs)
      for (const number of inTime(graph)) {
        const hit = searchHit(graph, foundOf(graph, number), find);
        done++;
        if (hit !== undefined && ++found <= MOST_PATTERN_HITS) hits.push(hit);
        if (done % STRIDE !== 0) continue;
        await breathe();
        if (performance.now() - told > REPORT_EVERY) tell();
      }
    tell();
    return ok(undefined);
  }
}

/** Texts tried between two chances for messages, and milliseconds between two reports. */
const STRIDE = 16;
const REPORT_EVERY = 100;

function hitOf(
  { graph, index, documents }: OneTrace,
  phrases: ReturnType<typeof readSearch>,
  at: number,
): SearchHit | undefined {
  const document = documents[at];
  if (document === undefined) return undefined;
  const found = foundOf(graph, index.documents[document] ?? 0);
  const find = (text: string) => spansOf(text, phrases, 1)[0];
  return searchHit(graph, found, find) ?? hitWithoutPlace(graph, found);
}

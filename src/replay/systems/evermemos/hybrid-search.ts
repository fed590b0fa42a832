import { bm25Scores } from '../../engine/bm25';
import type { Held } from '../../engine/held';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { fuse } from './fusion';
import {
  recordedItems,
  writeList,
  type EpisodeUnit,
  type Ranked,
  type RankedList,
} from './ranked-list';

/** The store, and what of it differs from the record. */
export interface EpisodeStore {
  readonly units: ReadonlyMap<string, EpisodeUnit>;
  readonly changed: ReadonlySet<string>;
  readonly isChanged: boolean;
}

/**
 * Sparse and dense results for a query, and their fusion.
 * @param mayFind whether ideal behaviour brings what is needed to the top here
 */
export function hybridSearch(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Held,
  store: EpisodeStore,
  mayFind = true,
): RankedList {
  const { parameters } = run;
  const bm25 = parameters.number('bm25_top_n', 50);
  const embedding = parameters.number('emb_top_n', 50);
  const constant = parameters.number('rrf_k', 60);
  const searched = {
    link: { category: 'operation', metadata: { bm25_top_n: bm25, emb_top_n: embedding } },
  };
  const text = run.text(query);
  const search = (className: string, limit: number, rank: () => readonly Ranked[]): RankedList => {
    const from = operation.take({ className });
    const items =
      known(run, operation, query, store, from) ?? approximate(operation, rank(), limit);
    return writeList(
      run,
      operation,
      [query],
      className,
      items.slice(0, limit),
      { ...searched, from, isHiddenChanged: store.isChanged },
      store.units,
    );
  };
  const sparse = search('sparse_retrieval_results', bm25, () =>
    rankBy(store, text, (unit) => [unit.text]),
  );
  const dense = search('dense_retrieval_results', embedding, () =>
    rankBy(store, text, (unit) => unit.facts),
  );
  const topK = parameters.number('top_k', 10);
  const fused = fuse([sparse.items, dense.items], constant).slice(0, topK);
  return writeList(
    run,
    operation,
    [sparse.held, dense.held],
    'hybrid_retrieval_results',
    mayFind ? withNeeded(run, operation, store, fused) : fused,
    { link: { category: 'operation', metadata: { rrf_k: constant } } },
    store.units,
  );
}

/** The recorded results, while neither the query nor a unit among them changed and nothing new reaches them. */
function known(
  run: ReplayRun,
  operation: ReplayOperation,
  query: Held,
  store: EpisodeStore,
  from: number | undefined,
): readonly Ranked[] | undefined {
  const items = recordedItems(run, from);
  if (items === undefined || query.recorded === undefined || !operation.isUnchanged([query]))
    return undefined;
  const ranked = items.flatMap(({ id, score }) => {
    const unit = store.units.get(`memory-unit-${id}`);
    return unit === undefined ? [] : [{ unit, score }];
  });
  const isWhole = ranked.length === items.length;
  const isTouched = ranked.some(({ unit }) => store.changed.has(unit.name));
  if (!isWhole || isTouched) return undefined;
  if (!store.isChanged) return ranked;
  const texts = [...store.units.values()];
  const scores = bm25Scores(
    run.text(query),
    texts.map(({ text }) => text),
  );
  const isReached = texts
    .map((unit, i) => ({ unit, score: scores[i] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, items.length)
    .some(({ unit }) => store.changed.has(unit.name));
  if (isReached) return undefined;
  operation.markAs('approximate');
  return ranked;
}

function approximate(
  operation: ReplayOperation,
  items: readonly Ranked[],
  limit: number,
): readonly Ranked[] {
  operation.markAs('approximate');
  return items.slice(0, limit);
}

/** BM25 over some texts of each unit; the best text counts. */
function rankBy(
  store: EpisodeStore,
  query: string,
  textsOf: (unit: EpisodeUnit) => readonly string[],
): readonly Ranked[] {
  const owners: EpisodeUnit[] = [];
  const texts: string[] = [];
  for (const unit of store.units.values())
    for (const text of textsOf(unit)) {
      owners.push(unit);
      texts.push(text);
    }
  const best = new Map<EpisodeUnit, number>();
  bm25Scores(query, texts).forEach((score, i) => {
    const unit = owners[i];
    if (unit !== undefined) best.set(unit, Math.max(best.get(unit) ?? 0, score));
  });
  return [...best].map(([unit, score]) => ({ unit, score })).sort((a, b) => b.score - a.score);
}

/** Ideally, the units that hold what is needed come first. */
export function withNeeded(
  run: ReplayRun,
  operation: ReplayOperation,
  store: EpisodeStore,
  items: readonly Ranked[],
  pool?: readonly Ranked[],
): readonly Ranked[] {
  const { ideal } = run.changes;
  if (ideal === undefined || !operation.isIdeal) return items;
  const candidates = pool?.map(({ unit }) => unit) ?? [...store.units.values()];
  const shown = (unit: EpisodeUnit): string => unit.shown ?? unit.text;
  const missing = new Set(
    ideal.lost(
      candidates.map(shown),
      items.map(({ unit }) => shown(unit)),
    ),
  );
  if (missing.size === 0) return items;
  const wanted = candidates.filter((unit) => missing.has(shown(unit)));
  const needed = items.filter(({ unit }) => ideal.holdsSome(shown(unit)));
  const rest = items.filter((item) => !needed.includes(item));
  const first = wanted.map((unit) => ({ unit, score: items[0]?.score ?? 1 }));
  const limit = Math.max(items.length, first.length + needed.length);
  return [...first, ...needed, ...rest].slice(0, limit);
}

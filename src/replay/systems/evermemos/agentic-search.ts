import type { Held } from '../../engine/held';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { nthOf, type Found, type Query, type Recorded } from '../memory-system';
import { combine } from './fusion';
import { withNeeded, type EpisodeStore } from './hybrid-search';
import { writeList, type EpisodeUnit, type Ranked, type RankedList } from './ranked-list';
import { rerank, roundOne, type RoundOne } from './round-one';
import { roundTwo } from './round-two';

/** Parameters that decide what the lists hold. */
const dependsOn = [
  'top_k',
  'rrf_k',
  'bm25_top_n',
  'emb_top_n',
  'sufficiency_check_docs',
  'use_reranker',
  'multi_query',
];

/** Retrieval in up to two rounds (memory-systems §4.2): the second only when the first does not suffice. */
export async function agenticSearch(
  run: ReplayRun,
  query: Query,
  units: ReadonlyMap<string, EpisodeUnit>,
  recorded: Recorded,
): Promise<Found> {
  const { parameters } = run;
  const top_k = parameters.number('top_k', 10);
  const use_reranker = parameters.flag('use_reranker', true);
  const store = storeOf(run, units);
  const bundle = run.begin(
    {
      name: 'memory_system.agentic_round1_bundle',
      category: 'retrieval',
      dependsOn,
      comment: 'Search, and a check whether what was found suffices.',
      metadata: {
        round: 1,
        retrieval_mode: 'agentic',
        top_k,
        sufficiency_check_docs: parameters.number('sufficiency_check_docs', 10),
        use_reranker,
      },
    },
    nthOf(recorded, 'memory_system.agentic_round1_bundle'),
  );
  if (units.size === 0) return nothing(bundle, query);
  const first = await roundOne(run, bundle, query, store);
  if (first.isSufficient)
    return keep(
      bundle,
      [first.check, first.results.held],
      force(run, query, store, first.results.items),
      'Round-1 retrieval score',
      top_k,
    );
  const second = await secondRound(run, query, store, first, recorded, top_k);
  const last = run.begin(
    {
      name: 'memory_system.agentic_final_rerank',
      category: 'retrieval',
      dependsOn,
      comment: 'Both rounds together, cut to what is asked for.',
      metadata: { top_k, use_reranker },
    },
    nthOf(recorded, 'memory_system.agentic_final_rerank'),
  );
  const pool = writeList(
    run,
    last,
    [first.results.held, second.held],
    'combined_retrieval_results',
    combine(first.results.items, second.items, 2 * top_k),
    { link: { category: 'operation' } },
    units,
  );
  const final = use_reranker ? rerankFinal(run, last, pool, store, top_k) : pool;
  const best = withNeeded(run, last, store, final.items.slice(0, top_k), pool.items);
  return keep(last, [final.held], force(run, query, store, best), 'reranking score', top_k);
}

function rerankFinal(
  run: ReplayRun,
  operation: ReplayOperation,
  pool: RankedList,
  store: EpisodeStore,
  limit: number,
): RankedList {
  return rerank(run, operation, pool, 'final_reranked_results', store, limit);
}

async function secondRound(
  run: ReplayRun,
  query: Query,
  store: EpisodeStore,
  first: RoundOne,
  recorded: Recorded,
  top_k: number,
): Promise<RankedList> {
  const operation = run.begin(
    {
      name: 'memory_system.agentic_round2_bundle',
      category: 'retrieval',
      dependsOn,
      comment: 'Better questions for what is missing, and their results.',
      metadata: {
        round: 2,
        retrieval_mode: 'agentic',
        top_k,
        multi_query: run.parameters.flag('multi_query', false),
      },
    },
    nthOf(recorded, 'memory_system.agentic_round2_bundle'),
  );
  return roundTwo(run, operation, query, store, first);
}

/** Links what is kept, best first. */
function keep(
  operation: ReplayOperation,
  sources: readonly Held[],
  items: readonly Ranked[],
  scoreName: string,
  limit: number,
): Found {
  const kept = items.slice(0, Math.max(limit, 1));
  for (const { unit, score } of kept)
    operation.link(sources, [unit.held], {
      category: 'operation',
      comment: `Memory '${unit.id}' is kept as a retrieved memory. Its ${scoreName} is ${score}.`,
      metadata: { score },
    });
  return { hits: kept.map(({ unit }) => ({ held: unit.held, text: unit.shown ?? unit.text })) };
}

/** What the user put at the top of this question's results. */
function force(
  run: ReplayRun,
  query: Query,
  store: EpisodeStore,
  items: readonly Ranked[],
): readonly Ranked[] {
  const names = query.node === undefined ? [] : (run.changes.forced.get(query.node) ?? []);
  const units = names.map((name) => store.units.get(name)).filter((unit) => unit !== undefined);
  if (units.length === 0) return items;
  const first = units.map((unit) => ({ unit, score: items[0]?.score ?? 1 }));
  return [...first, ...items.filter(({ unit }) => !units.includes(unit))];
}

function nothing(operation: ReplayOperation, query: Query): Found {
  operation.derive(
    [query.held],
    {
      name: 'agentic-retrieval-results',
      className: 'agentic_retrieval_results',
      category: 'agentic_retrieval_results',
      value: '[]',
    },
    { link: { category: 'operation' } },
  );
  return { hits: [] };
}

function storeOf(run: ReplayRun, units: ReadonlyMap<string, EpisodeUnit>): EpisodeStore {
  const held = new Map([...units].map(([name, unit]) => [name, unit.held]));
  const { changed, any: isChanged } = run.shadow.compare(held);
  return { units, changed, isChanged };
}

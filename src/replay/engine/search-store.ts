import type { Held } from './held';
import { Stopped } from './held';
import { indexOf } from './bm25-index';
import type { ReplayRun } from './run';
import type { Divergence } from './store-shadow';

/** Without a record there is nothing to differ from. */
const NOTHING_KNOWN: Divergence = { changed: new Set(), missing: new Set(), any: true };

export interface RecordedHit {
  readonly name: string;
  readonly score: number;
}

interface Searchable {
  readonly name: string;
  readonly held: Held;
  readonly text: string;
  /** What the answering model is shown; the text when absent. */
  readonly shown?: string;
}

export interface StoreSearch<Unit extends Searchable> {
  readonly query: string;
  /** The query variable of the record, for what a user forces into its results. */
  readonly node: number | undefined;
  readonly isQueryChanged: boolean;
  readonly units: ReadonlyMap<string, Unit>;
  /** What the record found; `undefined` where it did not search. */
  readonly recorded: readonly RecordedHit[] | undefined;
  readonly isIdeal: boolean;
  readonly limit: number;
}

export interface StoreHits<Unit> {
  readonly hits: readonly { readonly unit: Unit; readonly score: number }[];
  readonly isApproximate: boolean;
}

/**
 * Searches the store of a run. The recorded results stand while nothing that differs from the record
 * enters or leaves them; then the search is done anew, by embeddings where a model gives them, else by
 * BM25, which is marked approximate.
 */
export async function searchStore<Unit extends Searchable>(
  run: ReplayRun,
  search: StoreSearch<Unit>,
): Promise<StoreHits<Unit>> {
  const plain = await searchPlainly(run, search);
  const top = [...forcedUnits(run, search), ...idealUnits(run, search, plain.hits)];
  if (top.length === 0) return plain;
  const best = plain.hits[0]?.score ?? 1;
  const first = [...new Set(top)].map((unit) => ({ unit, score: best }));
  const rest = plain.hits.filter(({ unit }) => !top.includes(unit));
  const limit = Math.max(search.limit, first.length);
  return { hits: [...first, ...rest].slice(0, limit), isApproximate: plain.isApproximate };
}

async function searchPlainly<Unit extends Searchable>(
  run: ReplayRun,
  search: StoreSearch<Unit>,
): Promise<StoreHits<Unit>> {
  const { units, recorded, limit } = search;
  const difference = recorded === undefined ? NOTHING_KNOWN : run.shadow.compareUnits(units);
  const known = recorded?.flatMap((hit) => {
    const unit = units.get(hit.name);
    return unit === undefined ? [] : [{ unit, score: hit.score }];
  });
  const isIntact =
    known !== undefined &&
    !search.isQueryChanged &&
    known.length === recorded?.length &&
    !known.some(({ unit }) => difference.changed.has(unit.name));
  if (isIntact && !difference.any && (limit <= known.length || !grown(run, known.length)))
    return { hits: known.slice(0, limit), isApproximate: false };
  const ranked = await rank(run, search.query, units, limit + (known?.length ?? 0));
  if (isIntact) {
    const isTouched = ranked.hits
      .slice(0, limit)
      .some(({ unit }) => difference.changed.has(unit.name));
    if (!isTouched) {
      const more = ranked.hits.filter(({ unit }) => !known.some((hit) => hit.unit === unit));
      const hits = grown(run, known.length) ? [...known, ...more] : known;
      return { hits: hits.slice(0, limit), isApproximate: true };
    }
  }
  return { hits: ranked.hits.slice(0, limit), isApproximate: ranked.isApproximate };
}

/** Whether the user asked for more results than the record has. */
const grown = (run: ReplayRun, known: number): boolean =>
  run.parameters.isChanged('top_k') && run.parameters.number('top_k', 10) > known;

async function rank<Unit extends Searchable>(
  run: ReplayRun,
  query: string,
  units: ReadonlyMap<string, Unit>,
  limit: number,
): Promise<StoreHits<Unit>> {
  const embed = run.model?.embed?.bind(run.model);
  if (embed === undefined || run.changes.ideal !== undefined) {
    const hits = indexOf(units)
      .top(query, limit)
      .flatMap(({ name, score }) => {
        const unit = units.get(name);
        return unit === undefined ? [] : [{ unit, score }];
      });
    return { hits, isApproximate: true };
  }
  const all = [...units.values()];
  const texts = all.map(({ text }) => text);
  const scores = await cosines(run, embed, query, texts);
  const hits = all
    .map((unit, i) => ({ unit, score: scores[i] ?? 0 }))
    .sort((a, b) => b.score - a.score);
  return { hits, isApproximate: false };
}

async function cosines(
  run: ReplayRun,
  embed: NonNullable<NonNullable<ReplayRun['model']>['embed']>,
  query: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  const vectors = await embed([query, ...texts], run.signal);
  if (!vectors.ok) throw new Stopped(vectors.problem);
  const [first, ...rest] = vectors.value;
  return first === undefined ? [] : rest.map((vector) => cosine(first, vector));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  a.forEach((x, i) => {
    const y = b[i] ?? 0;
    dot += x * y;
    left += x * x;
    right += y * y;
  });
  return dot / (Math.sqrt(left * right) || 1);
}

/** What the user put at the top of this question's results. */
function forcedUnits<Unit extends Searchable>(
  run: ReplayRun,
  { node, units }: StoreSearch<Unit>,
): readonly Unit[] {
  const names = node === undefined ? [] : (run.changes.forced.get(node) ?? []);
  return names.map((name) => units.get(name)).filter((unit) => unit !== undefined);
}

/** Ideally, what is needed and lives in the store is found. */
function idealUnits<Unit extends Searchable>(
  run: ReplayRun,
  { isIdeal, units, node }: StoreSearch<Unit>,
  hits: readonly { readonly unit: Unit }[],
): readonly Unit[] {
  const { ideal } = run.changes;
  if (ideal === undefined || !isIdeal || node !== ideal.query) return [];
  const shownOf = (unit: Unit): string => unit.shown ?? unit.text;
  const shown = hits.map(({ unit }) => shownOf(unit));
  const all = [...units.values()];
  const missing = new Set(ideal.lost(all.map(shownOf), shown));
  if (missing.size === 0) return [];
  const wanted = all.filter((unit) => missing.has(shownOf(unit)));
  const needed = hits.map(({ unit }) => unit).filter((unit) => ideal.holdsSome(shownOf(unit)));
  return [...wanted, ...needed];
}

import { termOf } from '../../base/text/terms';
import { compiledFact, numbered, type CompiledFact, type NumberedTerm } from './compiled-fact';
import type { Fact, FactTerm, Match, PreparedText } from './fact';
import { findTerm, positionsOf } from './related';
import { timeShare } from './time-share';

/** Sentences that may share the telling of one fact. */
export const WINDOW = 2;
/** How much a related form, or an alternate term, counts beside the term itself. */
const RELATED = 0.9;
/** How much an answer term counts that stands away from the best sentences, but in company. */
const APART = 0.8;
/** Words that say that somebody is not alone. */
const COMPANY =
  'together partner wife husband girlfriend boyfriend spouse couple family friend team group brother sister mother father child colleague'
    .split(' ')
    .map((word) => numbered(termOf(word)));

/** What one text says of a fact, before it is judged. */
export interface Reading {
  /** For each term of the fact how surely it was found, 0…1. */
  readonly found: readonly number[];
  /** How well the time is kept, 0…1; `undefined` when the question asks for none. */
  readonly time: number | undefined;
  /** It speaks of another person than the fact does. */
  readonly stranger: boolean;
  /** It names something that the question names. */
  readonly named: boolean;
  /** It says that somebody is not alone, and the fact is about company. */
  readonly company: boolean;
  readonly span: Match['span'];
}

interface Hit {
  readonly slot: number;
  readonly position: number;
  readonly sentence: number;
  readonly weight: number;
}

/** Reads a text for a fact; `undefined` when it holds nothing of it. */
export function readFact(fact: Fact, text: PreparedText): Reading | undefined {
  const hits = findHits(fact, text);
  if (hits.length === 0) return undefined;
  const first = bestWindow(hits, fact.terms);
  const time = fact.asksTime ? timeShare(fact, text, first, first + WINDOW - 1) : undefined;
  return {
    found: foundShares(hits, first, fact.terms),
    time,
    stranger: speaksOfSomebodyElse(fact, text, first),
    named: compiledFact(fact).ties.some((tie) => namedNear(text, tie, first)),
    // Two dozen words to look for, which few facts ask about.
    company: fact.pointsAt === 'company' && COMPANY.some((word) => standsNear(text, word, first)),
    span: spanOf(hits, first, text),
  };
}

function findHits(fact: Fact, text: PreparedText): readonly Hit[] {
  const { forms, titled } = compiledFact(fact);
  const hits: Hit[] = [];
  forms.forEach((form, slot) => {
    const held = heldForm(text, form);
    if (held === undefined) return;
    for (const position of held.positions)
      hits.push({ slot, position, sentence: text.sentences[position] ?? 0, weight: held.weight });
  });
  const whole = titled ? together(fact.terms, hits) : hits;
  return whole.length < 2 ? whole : whole.sort((a, b) => a.position - b.position);
}

/** How many words may stand between the first and the last of a title beyond its own. */
const LOOSE = 3;

/** Without the hits of titles whose words are scattered: "find her true home" is not "Finding Home". */
function together(terms: readonly FactTerm[], hits: readonly Hit[]): Hit[] {
  const titles = new Map<number, Hit[]>();
  for (const hit of hits) {
    const title = terms[hit.slot]?.title;
    if (title === undefined || title.length === 0) continue;
    const list = titles.get(title.id);
    if (list === undefined) titles.set(title.id, [hit]);
    else list.push(hit);
  }
  if (titles.size === 0) return [...hits];
  const scattered = new Set<number>();
  for (const [id, list] of titles) if (!standTogether(list, terms)) scattered.add(id);
  return hits.filter((hit) => {
    const title = terms[hit.slot]?.title;
    return title === undefined || !scattered.has(title.id);
  });
}

function standTogether(hits: readonly Hit[], terms: readonly FactTerm[]): boolean {
  const slots = new Set(hits.map((hit) => hit.slot));
  const length = terms[hits[0]?.slot ?? 0]?.title?.length ?? 0;
  return hits.some((from) => {
    const near = hits.filter(
      ({ position }) => position >= from.position && position <= from.position + length + LOOSE,
    );
    return new Set(near.map((hit) => hit.slot)).size === slots.size;
  });
}

/** Where a text holds a term, as it is or in another form, and how much that counts. */
function heldForm(
  text: PreparedText,
  { term, id, alternates }: CompiledFact['forms'][number],
): { readonly positions: readonly number[]; readonly weight: number } | undefined {
  const positions = positionsOf(text, term, id);
  if (positions.length > 0) return { positions, weight: 1 };
  for (const other of alternates) {
    const found = positionsOf(text, other.term, other.id);
    if (found.length > 0) return { positions: found, weight: RELATED };
  }
  const related = findTerm(text, term, id);
  if (related === undefined) return undefined;
  return { positions: positionsOf(text, related), weight: RELATED };
}

/** The first sentence of the window that holds most of the fact. */
function bestWindow(hits: readonly Hit[], terms: readonly FactTerm[]): number {
  let best = 0;
  let bestScore = -1;
  let from = 0;
  // By slot the last window that counted it.
  const countedIn = new Array<number>(terms.length).fill(-1);
  while (from < hits.length) {
    const sentence = hits[from]?.sentence ?? 0;
    let score = 0;
    for (let i = from; i < hits.length; i++) {
      const hit = hits[i];
      if (hit === undefined || hit.sentence >= sentence + WINDOW) break;
      if (countedIn[hit.slot] === sentence) continue;
      countedIn[hit.slot] = sentence;
      score += valueOf(terms[hit.slot]) * hit.weight * (hit.sentence === sentence ? 1 : 0.95);
    }
    if (score > bestScore) {
      bestScore = score;
      best = sentence;
    }
    while (from < hits.length && hits[from]?.sentence === sentence) from++;
  }
  return best;
}

const valueOf = (term: FactTerm | undefined): number =>
  term === undefined ? 0 : term.weight * (term.role === 'answer' ? 2 : 1);

/** For each term of the fact how surely it was found, 0…1. */
function foundShares(
  hits: readonly Hit[],
  first: number,
  terms: readonly FactTerm[],
): readonly number[] {
  const found = new Array<number>(terms.length).fill(0);
  let from = 0;
  while (from < hits.length) {
    const sentence = hits[from]?.sentence ?? 0;
    const slot = hits[from]?.slot;
    let alone = true;
    let to = from;
    for (; hits[to]?.sentence === sentence; to++) if (hits[to]?.slot !== slot) alone = false;
    const near = sentence >= first && sentence < first + WINDOW;
    const share = near ? 1 : alone ? 0 : APART;
    for (let i = from; i < to; i++) {
      const hit = hits[i];
      if (hit !== undefined) found[hit.slot] = Math.max(found[hit.slot] ?? 0, share * hit.weight);
    }
    from = to;
  }
  return found;
}

function namedNear(text: PreparedText, { term, id }: NumberedTerm, first: number): boolean {
  const found = findTerm(text, term, id);
  if (found === undefined) return false;
  return standsNear(text, found === term ? { term, id } : numbered(found), first);
}

function speaksOfSomebodyElse(fact: Fact, text: PreparedText, first: number): boolean {
  const { speaker, others } = compiledFact(fact);
  const named = (terms: readonly NumberedTerm[]): boolean =>
    terms.some((term) => standsNear(text, term, first));
  return speaker.length > 0 && named(others) && !named(speaker);
}

const standsNear = (text: PreparedText, { term, id }: NumberedTerm, first: number): boolean =>
  positionsOf(text, term, id).some((position) => {
    const sentence = text.sentences[position] ?? 0;
    return sentence >= first - 1 && sentence < first + WINDOW;
  });

function spanOf(
  hits: readonly Hit[],
  first: number,
  text: PreparedText,
): { readonly start: number; readonly end: number } | undefined {
  const near = hits.filter((hit) => hit.sentence >= first && hit.sentence < first + WINDOW);
  const from = near[0];
  const to = near.at(-1);
  if (from === undefined || to === undefined) return undefined;
  return {
    start: text.offsets[2 * from.position] ?? 0,
    end: text.offsets[2 * to.position + 1] ?? 0,
  };
}

import { oneDay, spanInside, spansMeet, type DaySpan } from '../../base/text/calendar';
import type { Fact, FactTerm, Match, PreparedText } from './fact';
import { termOf } from '../../base/text/terms';
import { findTerm } from './related';

/** Sentences that may share the telling of one fact. */
const WINDOW = 2;
/** How much a related form, or an alternate term, counts beside the term itself. */
const RELATED = 0.9;
/** How much an answer term counts that stands away from the best sentences, but in company. */
const APART = 0.8;
/** Share of the answer's weight that is enough, or the weight of at least three terms that is. */
const ENOUGH = 0.6;
const TELLING = 1.8;
/** Weight of answer terms that says by itself what the text is about. */
const DISTINCT = 1.2;
/** Words that say that somebody is not alone. */
const COMPANY =
  'together partner wife husband girlfriend boyfriend spouse couple family friend team group brother sister mother father child colleague'
    .split(' ')
    .map(termOf);
/** Share of question words, or of the rest of the sentence, that ties a text to the question. */
const TIED = 0.2;
/** A text with this share of the terms was copied: its pronouns point where those of the message do. */
const COPIED = 0.85;
/** Weights of the roles in the score. */
const ROLE = { answer: 0.7, question: 0.2, rest: 0.1 } as const;

const NONE: Match = {
  score: 0,
  answer: undefined,
  question: undefined,
  rest: undefined,
  level: 'none',
  about: false,
  missing: [],
  span: undefined,
};

interface Hit {
  readonly slot: number;
  readonly position: number;
  readonly sentence: number;
  readonly weight: number;
}

/**
 * How much of a fact a text holds. Terms count where they stand together: in the best few sentences,
 * and elsewhere only in company of other terms of the fact. A number, name or date of the answer
 * that is missing, or a text that speaks of somebody else, never makes `whole`.
 */
export function matchFact(fact: Fact, text: PreparedText): Match {
  const reading = read(fact, text);
  return reading === undefined ? NONE : judge(fact, reading);
}

/**
 * How much of a fact several texts hold together, for a fact that was split over units or over the
 * items of a list. A text adds to the best one only when it is about the fact: not about somebody
 * else, and with an answer term in company. The span is that of the best text, whose index is `best`.
 */
export function matchTogether(
  fact: Fact,
  texts: readonly PreparedText[],
): Match & { readonly best: number | undefined } {
  let best: number | undefined;
  let top: Match = NONE;
  const readings = texts.map((text, i) => {
    const reading = read(fact, text);
    const match = reading === undefined ? NONE : judge(fact, reading);
    if (better(match, top)) {
      top = match;
      best = i;
    }
    return reading;
  });
  const main = best === undefined ? undefined : readings[best];
  if (top.level === 'whole' || main === undefined) return { ...top, best };
  const found = Float64Array.from(main.found);
  for (const other of readings)
    if (other !== undefined && addsTo(fact, other))
      other.found.forEach((share, i) => (found[i] = Math.max(found[i] ?? 0, share)));
  const joined = judge(fact, { ...main, found });
  return better(joined, top) ? { ...joined, best } : { ...top, best };
}

const LEVELS = { none: 0, part: 1, whole: 2 } as const;

const better = (a: Match, b: Match): boolean =>
  LEVELS[a.level] > LEVELS[b.level] || (a.level === b.level && a.score > b.score);

/** What one text says of a fact, before it is judged. */
interface Reading {
  readonly found: Float64Array;
  readonly time: number | undefined;
  readonly stranger: boolean;
  readonly named: boolean;
  readonly company: boolean;
  readonly span: Match['span'];
}

function read(fact: Fact, text: PreparedText): Reading | undefined {
  const hits = findHits(fact.terms, text);
  const time = fact.asksTime ? timeShare(fact, text) : undefined;
  if (hits.length === 0 && (time ?? 0) === 0) return undefined;
  const first = bestWindow(hits, fact.terms);
  return {
    found: foundShares(hits, first, fact.terms),
    time,
    stranger: speaksOfSomebodyElse(fact, text, first),
    named: fact.ties.some((term) => namedNear(text, term, first)),
    company: COMPANY.some((term) => standsNear(text, term, first)),
    span: spanOf(hits, first, text),
  };
}

function addsTo(fact: Fact, reading: Reading): boolean {
  if (reading.stranger) return false;
  let count = 0;
  let answers = 0;
  fact.terms.forEach((term, i) => {
    if ((reading.found[i] ?? 0) === 0) return;
    count++;
    if (term.role === 'answer') answers++;
  });
  return answers > 0 && (count >= 2 || reading.named);
}

function judge(fact: Fact, reading: Reading): Match {
  const { found, stranger } = reading;
  const shares = roleShares(fact.terms, found, reading.time);
  const anchorsKept = fact.terms.every((term, i) => !term.anchor || (found[i] ?? 0) > 0);
  const tied = Math.max(shares.question ?? 0, shares.rest ?? 0, reading.named ? 0.5 : 0);
  const untied = !pointedAt(fact, reading);
  const score = total(shares) * (stranger ? 0.5 : 1) * (anchorsKept ? 1 : 0.6) * (untied ? 0.6 : 1);
  return {
    score,
    ...shares,
    level: level(
      score,
      shares,
      keptAnswer(fact.terms, found),
      tied,
      anchorsKept && !stranger && !untied,
      fact.asksTime,
    ),
    about: !stranger && !untied,
    missing: missingTerms(fact.terms, found),
    span: reading.span,
  };
}

function findHits(terms: readonly FactTerm[], text: PreparedText): readonly Hit[] {
  const hits: Hit[] = [];
  terms.forEach((term, slot) => {
    const held = held1(text, term);
    if (held === undefined) return;
    for (const position of text.terms.get(held.term) ?? [])
      hits.push({ slot, position, sentence: text.sentences[position] ?? 0, weight: held.weight });
  });
  return hits.sort((a, b) => a.position - b.position);
}

function held1(text: PreparedText, wanted: FactTerm): { term: string; weight: number } | undefined {
  if (text.terms.has(wanted.term)) return { term: wanted.term, weight: 1 };
  for (const alternate of wanted.alternates)
    if (text.terms.has(alternate)) return { term: alternate, weight: RELATED };
  const related = findTerm(text, wanted.term);
  return related === undefined ? undefined : { term: related, weight: RELATED };
}

/** The first sentence of the window that holds most of the fact. */
function bestWindow(hits: readonly Hit[], terms: readonly FactTerm[]): number {
  let best = 0;
  let bestScore = -1;
  let from = 0;
  while (from < hits.length) {
    const sentence = hits[from]?.sentence ?? 0;
    const seen = new Set<number>();
    let score = 0;
    for (let i = from; i < hits.length; i++) {
      const hit = hits[i];
      if (hit === undefined || hit.sentence >= sentence + WINDOW) break;
      if (seen.has(hit.slot)) continue;
      seen.add(hit.slot);
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
): Float64Array {
  const found = new Float64Array(terms.length);
  let from = 0;
  while (from < hits.length) {
    const sentence = hits[from]?.sentence ?? 0;
    let to = from;
    const slots = new Set<number>();
    while (hits[to]?.sentence === sentence) slots.add(hits[to++]?.slot ?? 0);
    const near = sentence >= first && sentence < first + WINDOW;
    const share = near ? 1 : slots.size >= 2 ? APART : 0;
    for (let i = from; i < to; i++) {
      const hit = hits[i];
      if (hit !== undefined) found[hit.slot] = Math.max(found[hit.slot] ?? 0, share * hit.weight);
    }
    from = to;
  }
  return found;
}

interface Shares {
  readonly answer: number | undefined;
  readonly question: number | undefined;
  readonly rest: number | undefined;
}

function roleShares(
  terms: readonly FactTerm[],
  found: Float64Array,
  time: number | undefined,
): Shares {
  const share = (role: FactTerm['role']): number | undefined => {
    let all = 0;
    let kept = 0;
    terms.forEach((term, i) => {
      if (term.role !== role) return;
      all += term.weight;
      kept += term.weight * (found[i] ?? 0);
    });
    return all === 0 ? undefined : kept / all;
  };
  return { answer: time ?? share('answer'), question: share('question'), rest: share('rest') };
}

function total(shares: Shares): number {
  let all = 0;
  let kept = 0;
  for (const role of ['answer', 'question', 'rest'] as const) {
    const share = shares[role];
    if (share === undefined) continue;
    all += ROLE[role];
    kept += ROLE[role] * share;
  }
  return all === 0 ? 0 : kept / all;
}

function copied(found: Float64Array): boolean {
  let count = 0;
  for (const share of found) if (share > 0) count++;
  return count >= COPIED * found.length;
}

interface Kept {
  /** Weight and number of the answer terms that were found. */
  readonly weight: number;
  readonly count: number;
}

function keptAnswer(terms: readonly FactTerm[], found: Float64Array): Kept {
  let weight = 0;
  let count = 0;
  terms.forEach((term, i) => {
    const share = found[i] ?? 0;
    if (term.role !== 'answer' || share === 0) return;
    weight += term.weight * share;
    if (term.weight >= 0.3) count++;
  });
  return { weight, count };
}

/** Whether a text makes up for the pronouns of the message: by copying it, or by naming something. */
function pointedAt(fact: Fact, reading: Reading): boolean {
  if (fact.pointsAt === undefined || reading.named || copied(reading.found)) return true;
  if (fact.pointsAt === 'company' && reading.company) return true;
  // A name of the answer stands for itself.
  return fact.terms.some(
    (term, i) => term.anchor && !term.term.startsWith('#') && (reading.found[i] ?? 0) > 0,
  );
}

const namedNear = (text: PreparedText, term: string, first: number): boolean => {
  const found = findTerm(text, term);
  return found !== undefined && standsNear(text, found, first);
};

function level(
  score: number,
  { answer }: Shares,
  kept: Kept,
  tied: number,
  hard: boolean,
  asksTime: boolean,
): Match['level'] {
  const enough =
    answer === undefined
      ? score >= 0.6
      : answer >= ENOUGH || (kept.weight >= TELLING && kept.count >= 3);
  const bound = asksTime ? tied >= 0.5 : tied >= TIED || kept.weight >= DISTINCT;
  if (enough && bound && hard) return 'whole';
  return score >= 0.25 ? 'part' : 'none';
}

function missingTerms(terms: readonly FactTerm[], found: Float64Array): readonly string[] {
  return terms
    .filter((_, i) => (found[i] ?? 0) === 0)
    .sort((a, b) => b.weight - a.weight)
    .map((term) => term.term);
}

/**
 * How well a text keeps the time of the fact: 1 when a date of it, or its own time, falls inside;
 * less when it is only coarser, or when the same relative words stand without a day to count from.
 */
function timeShare(fact: Fact, text: PreparedText): number {
  const spans = text.dates.flatMap((date) => (date.span === undefined ? [] : [date.span]));
  if (text.day !== undefined) spans.push(oneDay(text.day));
  let best = 0;
  for (const wanted of fact.times)
    for (const span of spans) best = Math.max(best, agreement(wanted, span));
  if (best > 0) return best;
  const worded = text.dates.some(
    (date) => date.span === undefined && fact.timePhrases.includes(date.phrase),
  );
  return worded ? 0.5 : 0;
}

function agreement(wanted: DaySpan, span: DaySpan): number {
  if (spanInside(span, wanted)) return 1;
  return spansMeet(wanted, span) ? 0.5 : 0;
}

function speaksOfSomebodyElse(fact: Fact, text: PreparedText, first: number): boolean {
  const named = (terms: readonly string[]): boolean =>
    terms.some((term) => standsNear(text, term, first));
  return fact.speakerTerms.length > 0 && named(fact.otherTerms) && !named(fact.speakerTerms);
}

const standsNear = (text: PreparedText, term: string, first: number): boolean =>
  text.terms.get(term)?.some((position) => {
    const sentence = text.sentences[position] ?? 0;
    return sentence >= first - 1 && sentence < first + WINDOW;
  }) === true;

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

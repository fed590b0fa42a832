import { MONTH_NAMES } from '../../base/text/date-parts';
import { WEEKDAY_NAMES } from '../../base/text/relative-time';
import { termOf } from '../../base/text/terms';
import { compiledFact } from './compiled-fact';
import type { Fact, FactTerm, Match, PreparedText } from './fact';
import { readFact, type Reading } from './reading';

/** Share of the answer's weight that is enough, or the weight of at least three terms that is. */
const ENOUGH = 0.6;
const TELLING = 1.8;
/** Weight of answer terms that says by itself what the text is about. */
const DISTINCT = 1.2;
/** Share of question words, or of the rest of the sentence, that ties a text to the question. */
const TIED = 0.2;
/** A text with this share of the terms was copied: its pronouns point where those of the message do. */
const COPIED = 0.85;
/** A copied sentence of this many terms is the speaker's own, whoever else is named ("Hi Ben!"). */
const ADDRESSED = 4;
/** Names of days and months name no thing. */
const CALENDAR: ReadonlySet<string> = new Set([...MONTH_NAMES, ...WEEKDAY_NAMES].map(termOf));
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

/**
 * How much of a fact a text holds. Terms count where they stand together: in the best few sentences,
 * and elsewhere only in company of other terms of the fact. A number, name or date of the answer
 * that is missing, or a text that speaks of somebody else, never makes `whole`.
 */
export function matchFact(fact: Fact, text: PreparedText): Match {
  const reading = readFact(fact, text);
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
    const reading = readFact(fact, text);
    const match = reading === undefined ? NONE : judge(fact, reading);
    if (better(match, top)) {
      top = match;
      best = i;
    }
    return reading;
  });
  const main = best === undefined ? undefined : readings[best];
  if (top.level === 'whole' || main === undefined) return { ...top, best };
  const found = [...main.found];
  for (const other of readings)
    if (other !== undefined && addsTo(fact, other))
      other.found.forEach((share, i) => (found[i] = Math.max(found[i] ?? 0, share)));
  const joined = judge(fact, { ...main, found });
  return better(joined, top) ? { ...joined, best } : { ...top, best };
}

const LEVELS = { none: 0, part: 1, whole: 2 } as const;

const better = (a: Match, b: Match): boolean =>
  LEVELS[a.level] > LEVELS[b.level] || (a.level === b.level && a.score > b.score);

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
  const { found } = reading;
  const copy = copied(fact, found, 1);
  const stranger = reading.stranger && !copied(fact, found, ADDRESSED);
  const shares = roleShares(fact, found, reading.time);
  const kept = fact.terms.every((term, i) => !term.anchor || (found[i] ?? 0) > 0);
  const tied = Math.max(shares.question ?? 0, shares.rest ?? 0, reading.named ? 0.5 : 0);
  const untied = !copy && !pointedAt(fact, reading);
  const score = total(shares) * (stranger ? 0.5 : 1) * (kept ? 1 : 0.6) * (untied ? 0.6 : 1);
  return {
    score,
    ...shares,
    level: level(
      score,
      shares,
      keptAnswer(fact.terms, found),
      tied,
      kept && !stranger && !untied,
      fact.asksTime,
    ),
    about: !stranger && !untied,
    // Few are asked for.
    get missing() {
      return missingTerms(fact.terms, found);
    },
    span: reading.span,
  };
}

interface Shares {
  readonly answer: number | undefined;
  readonly question: number | undefined;
  readonly rest: number | undefined;
}

function roleShares(fact: Fact, found: readonly number[], time: number | undefined): Shares {
  const { weights } = compiledFact(fact);
  const kept = { answer: 0, question: 0, rest: 0 };
  fact.terms.forEach(({ role, weight }, i) => {
    kept[role] += weight * (found[i] ?? 0);
  });
  const share = (role: FactTerm['role']): number | undefined =>
    weights[role] === 0 ? undefined : kept[role] / weights[role];
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

/**
 * Whether a text copied a sentence of at least so many terms that bears the answer, or bears what there
 * is of the fact.
 */
function copied(fact: Fact, found: readonly number[], least: number): boolean {
  for (const slots of compiledFact(fact).bearing) {
    if (slots.length < least) continue;
    let kept = 0;
    for (const slot of slots) if ((found[slot] ?? 0) > 0) kept++;
    if (kept >= COPIED * slots.length) return true;
  }
  return false;
}

interface Kept {
  /** Weight and number of the answer terms that were found. */
  readonly weight: number;
  readonly count: number;
}

function keptAnswer(terms: readonly FactTerm[], found: readonly number[]): Kept {
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

/** Whether a text makes up for the pronouns of the message by naming something. */
function pointedAt(fact: Fact, reading: Reading): boolean {
  if (fact.pointsAt === undefined || reading.named) return true;
  if (fact.pointsAt === 'company' && reading.company) return true;
  // A name of the answer stands for itself.
  return fact.terms.some(
    ({ term, anchor }, i) =>
      anchor && !term.startsWith('#') && !CALENDAR.has(term) && (reading.found[i] ?? 0) > 0,
  );
}

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

function missingTerms(terms: readonly FactTerm[], found: readonly number[]): readonly string[] {
  return terms
    .filter((_, i) => (found[i] ?? 0) === 0)
    .sort((a, b) => b.weight - a.weight)
    .map((term) => term.term);
}

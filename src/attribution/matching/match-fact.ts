import { MONTH_NAMES } from '../../base/text/date-parts';
import { WEEKDAY_NAMES } from '../../base/text/relative-time';
import { termOf } from '../../base/text/terms';
import { compiledFact } from './compiled-fact';
import type { Fact, FactTerm, Match, PreparedText } from './fact';
import { FoundMatch, NO_MATCH } from './found-match';
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

/**
 * How much of a fact a text holds. Terms count where they stand together: in the best few sentences,
 * and elsewhere only in company of other terms of the fact. A number, name or date of the answer
 * that is missing, or a text that speaks of somebody else, never makes `whole`.
 */
export function matchFact(fact: Fact, text: PreparedText): FoundMatch {
  const reading = readFact(fact, text);
  return reading === undefined ? NO_MATCH : judge(fact, reading);
}

function judge(fact: Fact, reading: Reading): FoundMatch {
  const { found } = reading;
  const copy = copied(fact, found, 1);
  const stranger = reading.stranger && !copied(fact, found, ADDRESSED);
  const shares = roleShares(fact, found, reading.time);
  const kept = fact.terms.every((term, i) => !term.anchor || (found[i] ?? 0) > 0);
  const tied = Math.max(shares.question ?? 0, shares.rest ?? 0, reading.named ? 0.5 : 0);
  const untied = !copy && !pointedAt(fact, reading);
  const score = total(shares) * (stranger ? 0.5 : 1) * (kept ? 1 : 0.6) * (untied ? 0.6 : 1);
  const hard = kept && !stranger && !untied;
  return new FoundMatch(
    score,
    shares.answer,
    shares.question,
    shares.rest,
    level(score, shares, keptAnswer(fact.terms, found), tied, hard, fact.asksTime),
    !stranger && !untied,
    reading.span,
    fact.terms,
    found,
  );
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

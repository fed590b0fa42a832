import { goldText, type Case } from '../../cases/case';
import type { Quote } from '../../cases/verdict';
import { goldAbstains } from '../matching/abstention';
import type { Fact, FactTerm, Match, PreparedText, TextSource } from '../matching/fact';
import { matchFact } from '../matching/match-fact';
import { speakersOf } from '../matching/participants';
import { prepareText } from '../matching/prepare';
import type { QuerySide } from './query-side';
import { quoteSpans } from './quotes';

/** A unit of the context that answers the question on its own, whatever became of the evidence. */
export interface ContextAnswer {
  readonly node: number;
  readonly match: Match;
  /** The sentences that answer it. */
  readonly text: string;
}

// All of the gold answer, beside nearly half of what the question names, within a few sentences. Of
// 1,100 cases labelled with a loss two have such a unit in their context; of 900 that the judge
// passed, a quarter.
const WHOLE_ANSWER = 0.95;
const TIED = 0.45;

const known = new WeakMap<Case, Fact | null>();

/**
 * The unit among `given` that answers the question of a case by itself. The evidence a data set lists
 * is seldom the only message that says a thing: with such a unit in the context nothing was missing.
 * @param side the question, with the units its context was made of and the context itself
 * @param textOf the prepared text of a unit as the context shows it
 */
export function contextAnswer(
  source: TextSource,
  failed: Case,
  side: Pick<QuerySide, 'given' | 'context'>,
  textOf: (node: number) => PreparedText = (node) => source.prepared(node),
): ContextAnswer | undefined {
  let fact = known.get(failed);
  if (fact === undefined) known.set(failed, (fact = answerFact(source, failed) ?? null));
  if (fact === null) return undefined;
  let best: ContextAnswer | undefined;
  for (const node of side.given) {
    const text = textOf(node);
    const match = matchFact(fact, text);
    if ((match.answer ?? 0) < WHOLE_ANSWER || (match.question ?? 0) < TIED) continue;
    if (best !== undefined && match.score <= best.match.score) continue;
    if (isShown(source, side.context, text.text, match))
      best = { node, match, text: text.text.slice(match.span?.start, match.span?.end) };
  }
  return best;
}

/** Whether the context has what the unit says: a unit may be read and then left out. */
function isShown(
  source: TextSource,
  context: number | undefined,
  text: string,
  { span }: Match,
): boolean {
  if (context === undefined || span === undefined) return true;
  const shown = source.text(context);
  return text
    .slice(span.start, span.end)
    .split('\n')
    .every((line) => shown.includes(line.trim()));
}

/** The sentences of the unit that answer, as quotes of its value. */
export function quoteMatch(source: TextSource, { node, match }: ContextAnswer): readonly Quote[] {
  return match.span === undefined ? [] : quoteSpans(source, node, [match.span]);
}

/** Question and gold answer as a fact that no message was needed for. */
function answerFact(source: TextSource, failed: Case): Fact | undefined {
  const gold = goldText(failed);
  if (goldAbstains(gold)) return undefined;
  const asked = prepareText(failed.question);
  const wanted = [...prepareText(gold).terms.keys()].filter((term) => !asked.terms.has(term));
  if (wanted.length === 0) return undefined;
  const names = speakersOf(source);
  const named = names.filter((name) => asked.terms.has(name));
  const term = (word: string, role: FactTerm['role']): FactTerm => ({
    term: word,
    weight: Math.max(source.weight(word), 0.05),
    anchor: role === 'answer' && word.startsWith('#'),
    alternates: [],
    role,
  });
  return {
    evidence: -1,
    messageText: '',
    text: gold,
    speaker: undefined,
    spokenAt: undefined,
    asksTime: false,
    times: [],
    timePhrases: [],
    speakerTerms: named,
    otherTerms: names.filter((name) => !named.includes(name)),
    ties: [],
    pointsAt: undefined,
    supplies: 1,
    golds: wanted,
    terms: [
      ...wanted.map((word) => term(word, 'answer')),
      ...[...asked.terms.keys()]
        .filter((word) => !named.includes(word))
        .map((word) => term(word, 'question')),
    ],
  };
}

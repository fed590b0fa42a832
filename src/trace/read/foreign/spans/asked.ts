import type { Span, SpanScore } from './span';
import type { TraceFacts } from './span-book';
import { answerIn, questionIn } from './spoken';

/** The question of a trace of spans, and who answered it. */
export interface Asked {
  readonly question: string;
  readonly answer: string;
  readonly answering: Span;
  readonly gold: readonly string[];
  /** The score that says whether the answer is right. */
  readonly score: SpanScore | undefined;
  /** All scores, that one among them. */
  readonly scores: readonly SpanScore[];
}

/**
 * The question that a trace answers: what its outermost span was asked, else what the first model was.
 * Only a trace in which a model was asked, or something was searched for, has one.
 * @param spans in order of time
 */
export function questionOf(spans: readonly Span[], facts: TraceFacts): Asked | undefined {
  const ids = new Set(spans.map(({ id }) => id));
  const root = spans.find(({ parent }) => parent === undefined || !ids.has(parent)) ?? spans[0];
  const models = spans.filter(({ kind }) => kind === 'llm');
  const answering =
    models.findLast(({ answer }) => answer !== undefined && answer !== '') ?? models.at(-1) ?? root;
  const searched = spans.some(({ documents }) => documents !== undefined);
  if (root === undefined || answering === undefined || (models.length === 0 && !searched))
    return undefined;
  const question =
    words(questionIn(facts.input)) ??
    words(questionIn(root.input)) ??
    words(askedOf(root)) ??
    models.map((span) => words(askedOf(span))).find((text) => text !== undefined);
  if (question === undefined) return undefined;
  const answer =
    words(answerIn(facts.output)) ??
    words(answerIn(root.output)) ??
    words(answering.answer) ??
    words(answerIn(answering.output));
  const scores = [...(facts.scores ?? []), ...spans.flatMap((span) => span.scores)];
  return {
    question,
    answer: answer ?? '',
    answering,
    gold: [...(facts.gold ?? []), ...spans.flatMap((span) => span.gold)],
    score: scores.find(({ name }) => JUDGES.test(name)),
    scores,
  };
}

/** Names of scores that say whether an answer is right, and not how long or polite it is. */
const JUDGES = /correct|accura|judge|right|answer_match|exact_match|pass|success/i;

const askedOf = (span: Span): string | undefined =>
  span.messages.findLast(({ role, text }) => role === 'user' && text !== '')?.text ??
  (span.kind === 'llm' ? questionIn(span.input) : undefined);

const words = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;

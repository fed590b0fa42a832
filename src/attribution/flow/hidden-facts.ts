import { prepareText } from '../matching/prepare';
import { findTerm } from '../matching/related';
import type { Fact, FactTerm, PreparedText } from '../matching/fact';
import { goldText, type Case } from '../../cases/case';
import type { FlowTrace } from './path';

// Share of the open answer words that no evidence message says: below this some of it was said.
const UNSAID = 0.6;
const SUPPLIED = 0.5;
// "Here's a pic", "look at this": the message shows something instead of saying it.
const SHOWS =
  /\b(?:this|these|here(?:'s| is| are)|look|check (?:it|this|out)|pics?|photos?|pictures?|snapped|showed?)\b/i;
// Answers that are inferred are said nowhere either, but their evidence is the message itself.
const INFERRED =
  /^\s*(?:would|could|might|should|is|are|was|were|does|do|did|has|have|had|can|will|how (?:many|much|often|long))\b|\b(?:likely|probably|might|potentially|would)\b/i;

/**
 * Facts that only an image holds: words of the gold answer that no message of the trace says, while
 * an evidence message shows something. Such a message was never given to the memory system as text,
 * so nothing could be extracted from it (memory-systems §0.2). Returns the facts with that message's
 * fact replaced by the hidden one.
 */
export function withHiddenFacts(
  trace: FlowTrace,
  failed: Case,
  facts: readonly Fact[],
): readonly Fact[] {
  // A message that says most of the answer hides none of it.
  const plain = facts.some(({ asksTime, supplies }) => asksTime || supplies > SUPPLIED);
  if (plain || INFERRED.test(failed.question)) return facts;
  if (/open.?domain/i.test(failed.questionType)) return facts;
  const open = openWords(failed);
  const said = facts.map(({ messageText }) => prepareText(messageText));
  const unsaid = open.filter((term) => said.every((text) => findTerm(text, term) === undefined));
  const weight = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + Math.max(trace.weight(term), 0.05), 0);
  if (unsaid.length === 0 || weight(unsaid) < UNSAID * weight(open)) return facts;
  if (unsaid.every((term) => term.startsWith('#'))) return facts;
  const shown = facts.find(({ messageText }) => SHOWS.test(messageText));
  if (shown === undefined) return facts;
  const hidden: Fact = { ...shown, terms: unsaid.map((term) => wanted(trace, term)), supplies: 1 };
  return [hidden];
}

const wanted = (trace: FlowTrace, term: string): FactTerm => ({
  term,
  alternates: [],
  weight: Math.max(trace.weight(term), 0.05),
  anchor: false,
  role: 'answer',
});

/** Words of the gold answer that neither question nor prediction has. */
function openWords(failed: Case): readonly string[] {
  const question = prepareText(failed.question);
  const prediction = prepareText(failed.prediction);
  const has = (text: PreparedText, term: string): boolean => findTerm(text, term) !== undefined;
  return [...prepareText(goldText(failed)).terms.keys()].filter(
    (term) => term !== 'not' && !has(question, term) && !has(prediction, term),
  );
}

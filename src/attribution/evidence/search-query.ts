import type { DaySpan } from '../../base/text/calendar';
import { goldText, type Case } from '../../cases/case';
import type { EvidenceQuery } from '../../cases/verdict';
import { abstains } from '../matching/abstention';
import type { PreparedText } from '../matching/fact';
import { prepareText } from '../matching/prepare';

/** What evidence is searched with: the question, and the answer that the search may see. */
export interface SearchQuery {
  /** The text of the plain search: question, newline, answer (memtrace-method §3). */
  readonly text: string;
  readonly question: PreparedText;
  /** The answer's terms that the question does not have. */
  readonly answer: readonly string[];
  readonly answerText: PreparedText;
  /** Whether the answer can be trusted: a wrong prediction is often about another message. */
  readonly trusted: boolean;
  /** Days that question and answer name. */
  readonly times: readonly DaySpan[];
}

/** The parts of a case that a search reads. */
export type SearchedCase = Pick<Case, 'question' | 'goldAnswers' | 'prediction'>;

/**
 * The query of a case. A prediction that abstains says nothing about the evidence, so it is left
 * out of the re-ranking; the plain search keeps it, as published.
 */
export function searchQuery(failed: SearchedCase, kind: EvidenceQuery): SearchQuery {
  const answer = answerOf(failed, kind);
  const told = kind === 'prediction' && abstains(answer) ? '' : answer;
  const question = prepareText(failed.question);
  const answerText = prepareText(told);
  return {
    text: answer === '' ? failed.question : `${failed.question}\n${answer}`,
    question,
    answerText,
    trusted: kind === 'gold' && answer !== '',
    answer: [...answerText.terms.keys()].filter((t) => t !== 'not' && !question.terms.has(t)),
    times: [...question.dates, ...answerText.dates].flatMap((date) =>
      date.span === undefined || date.relative ? [] : [date.span],
    ),
  };
}

function answerOf(failed: SearchedCase, kind: EvidenceQuery): string {
  if (kind === 'question') return '';
  return kind === 'gold' ? goldText(failed) : failed.prediction;
}

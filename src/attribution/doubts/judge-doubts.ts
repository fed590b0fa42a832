import { goldText, type Case } from '../../cases/case';
import type { Doubt, Quote } from '../../cases/verdict';
import { answersAlike } from '../matching/answer-held';
import { abstains, goldAbstains } from '../matching/abstention';
import { prepareText } from '../matching/prepare';
import { judgeSays } from './judge-says';

/** Reasons to doubt the judge: its words against its score, and an answer that says what gold says. */
export function judgeDoubts(failed: Case): readonly Doubt[] {
  return [wordsAgainstScore(failed), sameAnswer(failed)].filter((doubt) => doubt !== undefined);
}

const NO_QUOTES: readonly Quote[] = [];

/** The judge's text says one thing and its score another (a parsing fault, memory-systems §0.4). */
function wordsAgainstScore(failed: Case): Doubt | undefined {
  const says = judgeSays(failed.judgeResponse);
  if (says === undefined || failed.score === undefined) return undefined;
  if (failed.score > 0 === (says === 'right')) return undefined;
  return {
    about: 'judge',
    confidence: 0.9,
    sentence:
      says === 'right'
        ? 'The judge’s words call the answer right, but its score is 0.'
        : `The judge’s words call the answer wrong, but its score is ${failed.score}.`,
    quotes: NO_QUOTES,
  };
}

// An answer this much longer than the gold answer may hold its words by chance or deny them.
const MOST_EXTRA_TERMS = 6;

/** The answer is the gold answer after normalisation, or holds all of it and little else. */
function sameAnswer(failed: Case): Doubt | undefined {
  if (failed.outcome !== 'failed') return undefined;
  const gold = goldText(failed);
  if (goldAbstains(gold) || abstains(failed.prediction)) return undefined;
  if (!answersAlike(gold, failed.prediction)) return undefined;
  const wanted = prepareText(gold).terms.size;
  const given = prepareText(failed.prediction).terms.size;
  if (wanted === 0) return undefined;
  const extra = given - wanted;
  return {
    about: 'judge',
    confidence: extra === 0 ? 0.92 : extra <= MOST_EXTRA_TERMS ? 0.82 : 0.5,
    sentence:
      extra === 0
        ? 'The answer says the same as the gold answer.'
        : 'The answer contains the whole gold answer.',
    quotes: NO_QUOTES,
  };
}

import type { Case } from '../../cases/case';
import type { Doubt } from '../../cases/verdict';
import type { Finding } from './decide';
import type { Start } from './verdict';

/** How sure a verdict is, and what would settle it when it is not. */
export interface Confidence {
  readonly confidence: number;
  readonly unsure: boolean;
  readonly settle: string | undefined;
}

// Below this the proof does not decide the case.
const UNSURE = 0.5;

/** The confidence of a finding, from how clear the loss is and where the evidence came from. */
export function confidenceOf(
  _failed: Case,
  start: Start,
  finding: Finding | undefined,
  doubts: readonly Doubt[],
): Confidence {
  if (finding === undefined)
    return {
      confidence: 0.2,
      unsure: true,
      settle: 'Label the evidence messages of this question.',
    };
  const { loss, path } = finding;
  const clear = loss === undefined ? path.given : loss.certainty;
  const doubted = Math.max(0, ...doubts.map(({ confidence }) => confidence));
  const confidence =
    (0.55 + 0.4 * clear) * (start.evidenceMode === 'retrieved' ? 0.9 : 1) * (1 - doubted / 2);
  const unsure = confidence < UNSURE;
  return { confidence, unsure, settle: unsure ? settleBy(start) : undefined };
}

const settleBy = (start: Start): string =>
  start.evidenceMode === 'retrieved'
    ? 'Label the evidence messages: the ones found may not be those the question needs.'
    : 'Compare the quoted spans by eye, or ask a model whether they say the same.';

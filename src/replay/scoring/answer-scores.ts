import { bleu1 } from './bleu';

/** Scores of an answer that need no model; each 0…1, the best over the references. */
export interface AnswerScores {
  /** Token F1 with SQuAD's normalisation. */
  readonly f1: number;
  readonly bleu1: number;
  /** 1 when the normalised answer is a reference. */
  readonly exactMatch: number;
  /** 1 when a normalised reference stands in the normalised answer. */
  readonly containsGold: number;
}

/** Scores an answer against its references; all 0 when there is none. */
export function scoreAnswer(prediction: string, references: readonly string[]): AnswerScores {
  const best = (score: (reference: string) => number): number =>
    references.reduce((top, reference) => Math.max(top, score(reference)), 0);
  const answer = normalised(prediction);
  return {
    f1: best((reference) => tokenF1(prediction, reference)),
    bleu1: best((reference) => bleu1(prediction, reference)),
    exactMatch: best((reference) => Number(answer === normalised(reference))),
    containsGold: best((reference) => Number(contains(answer, normalised(reference)))),
  };
}

/** F1 of the tokens two texts share, each as often as in both; 1 when both have none. */
export function tokenF1(prediction: string, reference: string): number {
  const answer = tokensOf(prediction);
  const gold = tokensOf(reference);
  if (answer.length === 0 || gold.length === 0) return Number(answer.length === gold.length);
  const left = new Map<string, number>();
  for (const token of gold) left.set(token, (left.get(token) ?? 0) + 1);
  let same = 0;
  for (const token of answer) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    same++;
    left.set(token, count - 1);
  }
  if (same === 0) return 0;
  const precision = same / answer.length;
  const recall = same / gold.length;
  return (2 * precision * recall) / (precision + recall);
}

/** SQuAD's normalisation: lower case, no ASCII punctuation, no articles, single spaces. */
export const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~]/g, '')
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .split(/\s+/)
    .filter((token) => token !== '')
    .join(' ');

function tokensOf(text: string): readonly string[] {
  const plain = normalised(text);
  return plain === '' ? [] : plain.split(' ');
}

const contains = (answer: string, gold: string): boolean =>
  gold !== '' && ` ${answer} `.includes(` ${gold} `);

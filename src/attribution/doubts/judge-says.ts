/** What a judge's text says of an answer. */
export type JudgeWord = 'right' | 'wrong';

const LABEL = /["']?label["']?\s*[:=]\s*["']?(correct|incorrect|wrong|right)\b/giu;
const WORD = /\b(not correct|not right|incorrect|wrong|correct|right)\b/giu;
const YES_NO = /^\W*(yes|no)\b|\b(yes|no)\W*$/iu;

/**
 * The verdict that a judge's text states: its label when it has one, else its only verdict word, else
 * a leading or closing yes or no. `undefined` when the text says neither or both.
 */
export function judgeSays(response: string): JudgeWord | undefined {
  const labels = new Set([...response.matchAll(LABEL)].map((m) => meaning(m[1] ?? '')));
  if (labels.size > 0) return only(labels);
  const words = new Set([...response.matchAll(WORD)].map((m) => meaning(m[1] ?? '')));
  if (words.size > 0) return only(words);
  const yesNo = YES_NO.exec(response.trim());
  const word = (yesNo?.[1] ?? yesNo?.[2])?.toLowerCase();
  return word === undefined ? undefined : word === 'yes' ? 'right' : 'wrong';
}

const meaning = (word: string): JudgeWord =>
  ['correct', 'right'].includes(word.toLowerCase()) ? 'right' : 'wrong';

function only(words: ReadonlySet<JudgeWord>): JudgeWord | undefined {
  const [first] = words;
  return words.size === 1 ? first : undefined;
}

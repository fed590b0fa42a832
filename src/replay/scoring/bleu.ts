/** Where no unigram is shared, smoothing (method 1) counts this much of one. */
const EPSILON = 0.1;

/**
 * BLEU with unigrams only: clipped precision times the brevity penalty, over the tokens of mteval-v13a
 * (case kept), smoothed by method 1 of Chen and Cherry (2014). 0 when either text has no token.
 */
export function bleu1(prediction: string, reference: string): number {
  const answer = tokens13a(prediction);
  const gold = tokens13a(reference);
  if (answer.length === 0 || gold.length === 0) return 0;
  const left = new Map<string, number>();
  for (const token of gold) left.set(token, (left.get(token) ?? 0) + 1);
  let same = 0;
  for (const token of answer) {
    const count = left.get(token) ?? 0;
    if (count > 0) same++;
    left.set(token, count - 1);
  }
  const precision = (same === 0 ? EPSILON : same) / answer.length;
  const penalty = answer.length > gold.length ? 1 : Math.exp(1 - gold.length / answer.length);
  return precision * penalty;
}

/** The tokens of mteval-v13a: punctuation on its own, except inside numbers. */
export function tokens13a(text: string): readonly string[] {
  const plain = text
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return ` ${plain} `
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .split(/\s+/)
    .filter((token) => token !== '');
}

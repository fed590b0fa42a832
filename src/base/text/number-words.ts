const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ORDINALS: readonly (readonly [string, number])[] = [
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['eighth', 8],
  ['ninth', 9],
  ['tenth', 10],
  ['twelfth', 12],
  ['twice', 2],
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
];

const VALUES = new Map<string, number>([
  ...UNITS.split(' ').map((word, i): [string, number] => [word, i]),
  ...TENS.split(' ').map((word, i): [string, number] => [word, 20 + 10 * i]),
  ...ORDINALS,
]);

/** The value of a folded number word (`two`, `twenty`, `third`, `twice`), or `undefined`. */
export const numberWord = (word: string): number | undefined => VALUES.get(word);

/**
 * The value of a token written with digits: thousands commas and an ordinal ending are dropped
 * (`1,200`, `17th`, full-width digits after folding); `undefined` when it is not a number.
 */
export function numeral(folded: string): number | undefined {
  const first = folded.charCodeAt(0);
  if (!(first >= 48 && first <= 57)) return undefined;
  const bare = folded.replace(/(?<=\d)(?:st|nd|rd|th)$/, '').replace(/,(?=\d{3}(?:\D|$))/g, '');
  const value = Number(bare.replace(/,/g, '.'));
  return Number.isFinite(value) ? value : undefined;
}

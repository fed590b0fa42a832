const COMMON = new Set(
  'a an and are as at be but by did do does for from had has have he her him his how i in is it its not of on or she that the them they to was were what when where which who why will with'.split(
    ' ',
  ),
);

const words = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !COMMON.has(word)));

/**
 * The `limit` texts nearest to a query by shared words (cosine of the sets), best first; ties keep the
 * order given. Square roots are exact everywhere, so the scores are the same on every machine.
 */
export function mostSimilar<T>(
  query: string,
  candidates: readonly T[],
  textOf: (candidate: T) => string,
  limit: number,
): readonly { readonly candidate: T; readonly score: number }[] {
  const wanted = words(query);
  return candidates
    .map((candidate) => {
      const present = words(textOf(candidate));
      const shared = [...wanted].filter((word) => present.has(word)).length;
      return { candidate, score: shared / Math.sqrt(wanted.size * present.size) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}

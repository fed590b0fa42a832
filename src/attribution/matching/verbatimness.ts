import type { PreparedText } from './fact';

/**
 * How verbatim a text is, 0…1: the share of its neighbouring term pairs that stand side by side in
 * one of the sources too. 1 means copied; a language model's own wording scores about 0.2.
 */
export function verbatimShare(text: PreparedText, sources: readonly PreparedText[]): number {
  const known = new Set<string>();
  for (const source of sources) for (const pair of pairs(source)) known.add(pair);
  let all = 0;
  let copied = 0;
  for (const pair of pairs(text)) {
    all++;
    if (known.has(pair)) copied++;
  }
  return all === 0 ? 1 : copied / all;
}

/**
 * How verbatim the units of a trace are: the median of `verbatimShare` over samples of a unit and
 * the messages it was made from. `undefined` when there are none.
 */
export function traceVerbatimness(
  samples: Iterable<{ readonly unit: PreparedText; readonly sources: readonly PreparedText[] }>,
): number | undefined {
  const shares: number[] = [];
  for (const { unit, sources } of samples) shares.push(verbatimShare(unit, sources));
  shares.sort((a, b) => a - b);
  return shares[Math.floor(shares.length / 2)];
}

function* pairs(text: PreparedText): Generator<string> {
  const byPosition: { readonly position: number; readonly term: string }[] = [];
  for (const [term, positions] of text.terms)
    for (const position of positions) byPosition.push({ position, term });
  byPosition.sort((a, b) => a.position - b.position);
  for (let i = 0; i + 1 < byPosition.length; i++) {
    const a = byPosition[i];
    const b = byPosition[i + 1];
    if (a !== undefined && b !== undefined) yield `${a.term} ${b.term}`;
  }
}

import type { PreparedText, TextSource } from './fact';
import { findTerm } from './related';
import { termWeight, type Wanted } from './wanted';

/** What a message supplies of the gold answer. */
export interface GoldTerms {
  /** Terms as the message words them, to their weight; `reached` marks those the prediction has. */
  readonly held: ReadonlyMap<
    string,
    { readonly weight: number; readonly reached: boolean; readonly gold: string }
  >;
  readonly share: number;
  readonly golds: readonly string[];
}

/** The words of the gold answer that the message holds, less those that the question says already. */
export function goldTerms(source: TextSource, wanted: Wanted, content: PreparedText): GoldTerms {
  const held = new Map<string, { weight: number; reached: boolean; gold: string }>();
  const asked = new Map<string, { weight: number; reached: boolean; gold: string }>();
  const golds: string[] = [];
  let all = 0;
  let supplied = 0;
  for (const [term, positions] of wanted.gold.terms) {
    const weight = termWeight(source, wanted.gold, term, positions[0] ?? 0);
    all += weight;
    const found = findTerm(content, term);
    if (found === undefined) continue;
    supplied += weight;
    golds.push(term);
    const reached = findTerm(wanted.prediction, term) !== undefined;
    const entry = { weight, reached, gold: term };
    if (wanted.question.terms.has(term)) asked.set(found, entry);
    else held.set(found, entry);
  }
  const share = all === 0 ? 0 : supplied / all;
  return { held: held.size > 0 ? held : asked, share, golds };
}

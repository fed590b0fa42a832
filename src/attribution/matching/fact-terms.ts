import type { FactTerm, PreparedText, TextSource } from './fact';
import type { GoldTerms } from './gold-terms';
import { isName, titlesOf } from './names';
import { termWeight, type Wanted } from './wanted';

/** Weight of gold words that the prediction has already, and of words that merely stand by. */
const REACHED = 0.25;
const CONTEXT = 0.4;

/** Every content term of the answer sentences, with its role and weight. */
export function factTerms(
  source: TextSource,
  wanted: Wanted,
  content: PreparedText,
  gold: GoldTerms,
  sentences: ReadonlySet<number>,
): readonly FactTerm[] {
  const dated = new Set<number>();
  // Finding dates is a tenth of the work of a case; only questions about time need them.
  for (const date of wanted.asksTime ? content.dates : [])
    for (let p = date.from; p < date.to; p++) dated.add(p);
  const titles = titlesOf(content);
  const terms: FactTerm[] = [];
  for (const [term, positions] of content.terms) {
    const at = positions.find((p) => sentences.has(content.sentences[p] ?? 0));
    const answer = gold.held.get(term);
    const asked = wanted.question.terms.has(term);
    if (at === undefined && answer === undefined && !asked) continue;
    const position = at ?? positions[0] ?? 0;
    if (dated.has(position)) continue;
    const weight = termWeight(source, content, term, position);
    const sentence = at === undefined ? undefined : content.sentences[at];
    const alternates = answer !== undefined && answer.gold !== term ? [answer.gold] : [];
    if (answer !== undefined && !wanted.asksTime)
      terms.push({
        term,
        alternates,
        sentence,
        role: 'answer',
        weight: Math.max(weight, answer.weight) * (answer.reached ? REACHED : 1),
        title: titles.get(position),
        anchor: !answer.reached && (isName(content, position) || isAmount(content, term, position)),
      });
    else if (wanted.calculates && at !== undefined && isAmount(content, term, position))
      terms.push({ term, alternates, sentence, role: 'answer', weight, anchor: true });
    else if (asked)
      terms.push({ term, alternates, sentence, role: 'question', weight, anchor: false });
    else if (term !== 'not')
      terms.push({
        term,
        alternates,
        sentence,
        role: 'rest',
        weight: weight * CONTEXT,
        anchor: false,
      });
  }
  return terms;
}

// An order in a list, not an amount: "the second one".
const ORDINAL = /^(?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th))\b/i;

/** An amount is hard: nothing else says the same. */
function isAmount(content: PreparedText, term: string, position: number): boolean {
  const start = content.offsets[2 * position] ?? 0;
  return term.startsWith('#') && !ORDINAL.test(content.text.slice(start, start + 8));
}

import { splitSentences } from '../../base/text/sentences';
import type { PreparedText, TextSource } from './fact';
import type { GoldTerms } from './gold-terms';
import { findTerm } from './related';
import type { Wanted } from './wanted';

/** Sentences that together hold all gold words of the message; else those nearest to the question. */
export function answerSentences(
  source: TextSource,
  wanted: Wanted,
  content: PreparedText,
  gold: GoldTerms,
): ReadonlySet<number> {
  const count = (content.sentences.at(-1) ?? 0) + 1;
  const left = new Set(gold.held.keys());
  const chosen = new Set<number>();
  // In any form ("painted" asks for "painting"): of two sentences with the answer's words the one counts
  // that the question is about.
  const asked = new Set([...wanted.question.terms.keys()].map((t) => findTerm(content, t) ?? t));
  const questionScore = sentenceScores(content, count, [...asked], (t) => source.weight(t));
  while (left.size > 0) {
    const scores = sentenceScores(content, count, [...left], (t) => gold.held.get(t)?.weight ?? 0);
    const best = bestOf(
      scores.map((score, i) => (score > 0 ? score + 0.2 * (questionScore[i] ?? 0) : 0)),
    );
    if (best === undefined) break;
    chosen.add(best);
    for (const term of left)
      if (content.terms.get(term)?.some((p) => content.sentences[p] === best) === true)
        left.delete(term);
  }
  if (wanted.asksTime && chosen.size === 0)
    for (const date of content.dates) {
      const sentence = content.sentences[date.from] ?? 0;
      if ((questionScore[sentence] ?? 0) > 0) chosen.add(sentence);
    }
  if (chosen.size > 0) return chosen;
  const best = bestOf(questionScore);
  if (best !== undefined) return new Set([best]);
  return new Set(Array.from({ length: count }, (_, i) => i));
}

function sentenceScores(
  content: PreparedText,
  count: number,
  terms: readonly string[],
  weight: (term: string) => number,
): number[] {
  const scores = new Array<number>(count).fill(0);
  for (const term of terms) {
    let last = -1;
    // Positions are in the order of the text: a term that a sentence repeats comes again at once.
    for (const position of content.terms.get(term) ?? []) {
      const sentence = content.sentences[position] ?? 0;
      if (sentence === last) continue;
      last = sentence;
      scores[sentence] = (scores[sentence] ?? 0) + weight(term);
    }
  }
  return scores;
}

function bestOf(scores: readonly number[]): number | undefined {
  let best: number | undefined;
  scores.forEach((score, i) => {
    if (score > 0 && (best === undefined || score > (scores[best] ?? 0))) best = i;
  });
  return best;
}

/** The text of some sentences, in their order. */
export function sentenceText(content: PreparedText, sentences: ReadonlySet<number>): string {
  const { starts } = splitSentences(content.text);
  return [...sentences]
    .sort((a, b) => a - b)
    .map((i) => content.text.slice(starts[i] ?? 0, starts[i + 1] ?? content.text.length).trim())
    .join(' ');
}

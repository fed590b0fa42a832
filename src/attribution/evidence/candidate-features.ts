import { oneDay, spanInside, type DaySpan } from '../../base/text/calendar';
import type { PreparedText } from '../matching/fact';
import { findTerm } from '../matching/related';
import type { EvidenceIndex } from './evidence-index';
import type { SearchQuery } from './search-query';

/**
 * What speaks for a message being the evidence of a question, each about 0…1; the order is that of
 * the weights in `rerank`.
 */
export const FEATURES = [
  'score',
  'answer',
  'question',
  'sentence',
  'phrase',
  'speaker',
  'dated',
  'near',
  'asks',
  'asked',
  'followed',
  'length',
] as const;

/** The features of document `i`, whose BM25 score is `score` when the best one has `top`. */
export function candidateFeatures(
  index: EvidenceIndex,
  query: SearchQuery,
  i: number,
  score: number,
  top: number,
): Float64Array {
  const text = index.text(i);
  const features = new Float64Array(FEATURES.length);
  if (text === undefined) return features;
  const weight = (term: string): number => index.bm25.weight(term);
  const question = [...query.question.terms.keys()];
  const before = index.text(i - 1);
  const after = index.text(i + 1);
  const named = namesIn(index, query);
  const speaker = index.messages[i]?.speaker?.toLowerCase() ?? '';
  features.set([
    top > 0 ? score / top : 0,
    coverage(text, query.answer, weight),
    coverage(text, question, weight),
    sentenceCoverage(text, [...question, ...query.answer], weight),
    phraseShare(text, query.answerText),
    named.has(speaker) ? 1 : named.size > 0 ? -1 : 0,
    namesTime(text, query.times) ? 1 : 0,
    nearness(text, query.times),
    /[?？]\s*$/.test(text.text) ? 1 : 0,
    before === undefined ? 0 : coverage(before, question, weight),
    after === undefined ? 0 : coverage(after, query.answer, weight),
    Math.min(1, text.offsets.length / 120),
  ]);
  return features;
}

/** Share of the terms' weight that a text holds. */
function coverage(
  text: PreparedText,
  terms: readonly string[],
  weight: (term: string) => number,
): number {
  let all = 0;
  let held = 0;
  for (const term of terms) {
    const value = weight(term);
    all += value;
    if (findTerm(text, term) !== undefined) held += value;
  }
  return all === 0 ? 0 : held / all;
}

/** The best share that one sentence holds alone. */
function sentenceCoverage(
  text: PreparedText,
  terms: readonly string[],
  weight: (term: string) => number,
): number {
  const held = new Map<number, number>();
  let all = 0;
  for (const term of terms) {
    const value = weight(term);
    all += value;
    const found = findTerm(text, term);
    const sentences = new Set(
      (found === undefined ? undefined : text.terms.get(found))?.map((p) => text.sentences[p] ?? 0),
    );
    for (const sentence of sentences) held.set(sentence, (held.get(sentence) ?? 0) + value);
  }
  return all === 0 ? 0 : Math.max(0, ...held.values()) / all;
}

/** Share of the answer's neighbouring terms that stand close together in the text too. */
function phraseShare(text: PreparedText, answer: PreparedText): number {
  const order = [...answer.terms].flatMap(([term, positions]) =>
    positions.map((p) => ({ term, p })),
  );
  order.sort((a, b) => a.p - b.p);
  let pairs = 0;
  let kept = 0;
  for (let k = 0; k + 1 < order.length; k++) {
    const a = text.terms.get(order[k]?.term ?? '');
    const b = text.terms.get(order[k + 1]?.term ?? '');
    pairs++;
    if (a?.some((p) => b?.some((q) => q > p && q - p <= 3) === true) === true) kept++;
  }
  return pairs === 0 ? 0 : kept / pairs;
}

function namesIn(index: EvidenceIndex, query: SearchQuery): ReadonlySet<string> {
  const question = query.question.text.toLowerCase();
  return new Set([...index.speakers].filter((name) => question.includes(name)));
}

/** Whether a text speaks of one of the times, by a date of its own or by being said then. */
function namesTime(text: PreparedText, times: readonly DaySpan[]): boolean {
  const own = text.dates.flatMap(({ span }) => (span === undefined ? [] : [span]));
  if (own.length === 0 && text.day !== undefined) own.push(oneDay(text.day));
  return times.some((time) => own.some((span) => spanInside(span, time)));
}

/** 1 when a text was said inside one of the times, falling by half each week away from it. */
function nearness(text: PreparedText, times: readonly DaySpan[]): number {
  const { day } = text;
  if (day === undefined || times.length === 0) return 0;
  const away = Math.min(...times.map((t) => Math.max(0, t.first - day, day - t.last)));
  return 2 ** (-away / 7);
}

import { oneDay, spanDays, spanInside, type DaySpan } from '../../base/text/calendar';
import { splitSentences } from '../../base/text/sentences';
import { LIGHT_WORDS } from '../../base/text/stop-words';
import { toTerm } from '../../base/text/terms';
import { goldText, type Case } from '../../cases/case';
import type { Fact, FactTerm, PreparedText, TextSource } from './fact';
import { readMessage, type Message } from './message';
import { participantTerms, type Names } from './participants';
import { prepareText, stampDay } from './prepare';
import { wantsDate } from './question';
import { findTerm } from './related';

/** Weight of a word too common to carry anything, of gold words the prediction has, of mere context. */
const LIGHT = 0.3;
const REACHED = 0.25;
const CONTEXT = 0.4;
/** A question that holds less than this of the gold answer only asks for it. */
const ASKED_ONLY = 0.34;

/** What the question, the gold answer and the prediction of a case come to; made once a case. */
interface Wanted {
  readonly question: PreparedText;
  readonly gold: PreparedText;
  readonly prediction: PreparedText;
  readonly asksTime: boolean;
}

/**
 * The critical information of a case: for each evidence message the sentences that bear the answer
 * and the terms that must survive. Messages come in the order given; a message without any word of
 * the answer still yields a fact (`supplies` 0), because inference needs it.
 */
export function criticalFacts(
  source: TextSource,
  failed: Pick<Case, 'question' | 'goldAnswers' | 'prediction'>,
  evidence: readonly number[],
): readonly Fact[] {
  const gold = goldText(failed);
  const wanted: Wanted = {
    question: prepareText(failed.question),
    gold: prepareText(gold),
    prediction: prepareText(failed.prediction),
    asksTime: wantsDate(failed.question, gold),
  };
  return evidence.map((node) => answeringFact(source, wanted, node));
}

/** A message that asks for the answer instead of giving it stands for the next one, if that has it. */
function answeringFact(source: TextSource, wanted: Wanted, evidence: number): Fact {
  const fact = makeFact(source, wanted, evidence);
  if (fact.supplies > ASKED_ONLY || !/[?？]\s*$/.test(fact.messageText)) return fact;
  const next = nextMessage(source, evidence);
  if (next === undefined) return fact;
  const answer = makeFact(source, wanted, next);
  return answer.supplies > 2 * fact.supplies ? answer : fact;
}

function nextMessage(source: TextSource, evidence: number): number | undefined {
  const { graph } = source;
  for (let node = evidence + 1; node < graph.nodeCount; node++)
    if (graph.category(node) === 'message')
      return graph.nodeSession(node) === graph.nodeSession(evidence) ? node : undefined;
  return undefined;
}

function makeFact(source: TextSource, wanted: Wanted, evidence: number): Fact {
  const message = readMessage(source.graph, evidence);
  const content = prepareText(message.content, message.at);
  const gold = goldTerms(source, wanted, content);
  const sentences = answerSentences(source, wanted, content, gold);
  const said = factTerms(source, wanted, content, gold, sentences);
  const names = participantTerms(source, message.speaker);
  return {
    evidence,
    messageText: message.content,
    text: sentenceText(content, sentences),
    speaker: message.speaker,
    spokenAt: message.at,
    asksTime: wanted.asksTime,
    ...timesOf(wanted, message, content, sentences),
    speakerTerms: names.speaker,
    otherTerms: names.others,
    ...tiesOf(wanted, content, sentences, names),
    supplies: gold.share,
    golds: gold.golds,
    terms: said,
  };
}

interface GoldTerms {
  /** Terms as the message words them, to their weight; `reached` marks those the prediction has. */
  readonly held: ReadonlyMap<
    string,
    { readonly weight: number; readonly reached: boolean; readonly gold: string }
  >;
  readonly share: number;
  readonly golds: readonly string[];
}

/** The words of the gold answer that the message holds, less those that the question says already. */
function goldTerms(source: TextSource, wanted: Wanted, content: PreparedText): GoldTerms {
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

/** Sentences that together hold all gold words of the message; else those nearest to the question. */
function answerSentences(
  source: TextSource,
  wanted: Wanted,
  content: PreparedText,
  gold: GoldTerms,
): ReadonlySet<number> {
  const count = (content.sentences.at(-1) ?? 0) + 1;
  const left = new Set(gold.held.keys());
  const chosen = new Set<number>();
  const questionScore = sentenceScores(content, count, [...wanted.question.terms.keys()], (t) =>
    source.weight(t),
  );
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
    const seen = new Set<number>();
    for (const position of content.terms.get(term) ?? []) {
      const sentence = content.sentences[position] ?? 0;
      if (seen.has(sentence)) continue;
      seen.add(sentence);
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

/** Every content term of the answer sentences, with its role and weight. */
function factTerms(
  source: TextSource,
  wanted: Wanted,
  content: PreparedText,
  gold: GoldTerms,
  sentences: ReadonlySet<number>,
): readonly FactTerm[] {
  const dated = new Set<number>();
  for (const date of content.dates) for (let p = date.from; p < date.to; p++) dated.add(p);
  const terms: FactTerm[] = [];
  for (const [term, positions] of content.terms) {
    const at = positions.find((p) => sentences.has(content.sentences[p] ?? 0));
    const answer = gold.held.get(term);
    const asked = wanted.question.terms.has(term);
    if (at === undefined && answer === undefined && !asked) continue;
    const position = at ?? positions[0] ?? 0;
    if (dated.has(position) && wanted.asksTime) continue;
    const weight = termWeight(source, content, term, position);
    const alternates = answer !== undefined && answer.gold !== term ? [answer.gold] : [];
    if (answer !== undefined && !wanted.asksTime)
      terms.push({
        term,
        alternates,
        role: 'answer',
        weight: Math.max(weight, answer.weight) * (answer.reached ? REACHED : 1),
        anchor: !answer.reached && isAnchor(content, term, position),
      });
    else if (asked) terms.push({ term, alternates, role: 'question', weight, anchor: false });
    else if (term !== 'not')
      terms.push({ term, alternates, role: 'rest', weight: weight * CONTEXT, anchor: false });
  }
  return terms;
}

// An order in a list, not an amount: "the second one".
const ORDINAL = /^(?:first|second|third|fourth|fifth|sixth|\d+(?:st|nd|rd|th))\b/i;

/** Numbers and names are hard: nothing else says the same. */
function isAnchor(content: PreparedText, term: string, position: number): boolean {
  const start = content.offsets[2 * position] ?? 0;
  if (term.startsWith('#')) return !ORDINAL.test(content.text.slice(start, start + 8));
  const first = content.text.slice(start, start + 1);
  if (first === first.toLowerCase()) return false;
  return position > 0 && content.sentences[position] === content.sentences[position - 1];
}

function termWeight(
  source: TextSource,
  content: PreparedText,
  term: string,
  position: number,
): number {
  return Math.max(source.weight(term), 0.05) * (isLight(content, position) ? LIGHT : 1);
}

function isLight(content: PreparedText, position: number): boolean {
  const start = content.offsets[2 * position] ?? 0;
  const end = content.offsets[2 * position + 1] ?? start;
  return LIGHT_WORDS.has(toTerm(content.text.slice(start, end)).word);
}

function sentenceText(content: PreparedText, sentences: ReadonlySet<number>): string {
  const { starts } = splitSentences(content.text);
  return [...sentences]
    .sort((a, b) => a - b)
    .map((i) => content.text.slice(starts[i] ?? 0, starts[i + 1] ?? content.text.length).trim())
    .join(' ');
}

/** Without spans that wholly hold a shorter one: "last week" beside "in July" means that week. */
const finest = (spans: readonly DaySpan[]): readonly DaySpan[] =>
  spans.filter(
    (span) => !spans.some((other) => spanDays(other) < spanDays(span) && spanInside(other, span)),
  );

const THEY = /\b(?:them|they|he|him|she)\b/i;
const WE = /\b(?:we|us)\b/i;

/** The question's own words, less those of the answer, and how the message points at them. */
function tiesOf(
  wanted: Wanted,
  content: PreparedText,
  sentences: ReadonlySet<number>,
  names: Names,
): Pick<Fact, 'ties' | 'pointsAt'> {
  const ties = [...wanted.question.terms].flatMap(([term, positions]) =>
    term === 'not' ||
    term.startsWith('#') ||
    isLight(wanted.question, positions[0] ?? 0) ||
    wanted.gold.terms.has(term) ||
    names.speaker.includes(term) ||
    names.others.includes(term)
      ? []
      : [term],
  );
  const text = sentenceText(content, sentences);
  const unsaid = ties.some((term) => !content.terms.has(term));
  const pointsAt = !unsaid
    ? undefined
    : THEY.test(text)
      ? 'things'
      : WE.test(text)
        ? 'company'
        : undefined;
  return { ties, pointsAt };
}

/** The time of the fact: what the gold answer names and what the message names, else when it was said. */
function timesOf(
  wanted: Wanted,
  message: Message,
  content: PreparedText,
  sentences: ReadonlySet<number>,
): { readonly times: readonly DaySpan[]; readonly timePhrases: readonly string[] } {
  if (!wanted.asksTime) return { times: [], timePhrases: [] };
  const named = content.dates.filter((date) => sentences.has(content.sentences[date.from] ?? 0));
  const spans = named.map((date) => date.span).filter((span) => span !== undefined);
  const gold = prepareText(wanted.gold.text, message.at)
    .dates.map((date) => date.span)
    .filter((span) => span !== undefined);
  const said = message.at === undefined ? undefined : stampDay(message.at);
  const spoken = named.length === 0 && said !== undefined ? [oneDay(said)] : [];
  return {
    times: finest([...gold, ...spans, ...spoken]),
    timePhrases: named.filter((date) => date.relative).map((date) => date.phrase),
  };
}

import { isoDay, spanDays } from '../../base/text/calendar';
import { findDatePhrases, type DatePhrase } from '../../base/text/date-phrases';
import { scanTokens } from '../../base/text/scan';
import { splitSentences } from '../../base/text/sentences';
import { toTerm } from '../../base/text/terms';
import type { PreparedText } from './fact';

/**
 * Makes a text ready for comparison: its terms and where they stand, its sentences, its times.
 * Function words are left out; every denial counts as the one term `not`.
 * @param at the conversation time of the text (ISO), when it is not part of it: relative times
 *   ("last week") count from it. Without it they count from the next stamp in the text (a layer
 *   writes the time of a message below it), else from the last full date before them.
 */
export function prepareText(text: string, at?: string): PreparedText {
  const day = at === undefined ? undefined : stampDay(at);
  if (text.length > LONGEST_REMEMBERED) return new Prepared(text, day);
  const known = remembered.get(text);
  if (known !== undefined && known.day === day) return known;
  const prepared = new Prepared(text, day);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(text, prepared);
  return prepared;
}

// Question, answers and evidence of a case are asked for by several checks each, and cases share
// messages: a fifth of the work. A pure function of text and day, so remembering changes nothing else.
const REMEMBERED = 2048;
const LONGEST_REMEMBERED = 2000;
const remembered = new Map<string, Prepared>();

// Most terms stand once in a text: these lists are shared by all texts, and never pushed to.
const ALONE: readonly number[][] = Array.from({ length: 512 }, (_, i) => [i]);

class Prepared implements PreparedText {
  readonly terms: ReadonlyMap<string, readonly number[]>;
  readonly offsets: Uint32Array;
  private borders: Uint32Array | undefined;
  private found: readonly DatePhrase[] | undefined;

  constructor(
    readonly text: string,
    readonly day: number | undefined,
  ) {
    const { starts, ends } = scanTokens(text);
    const offsets = new Uint32Array(2 * starts.length);
    const terms = new Map<string, number[]>();
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i] ?? 0;
      const end = ends[i] ?? start;
      offsets[2 * i] = start;
      offsets[2 * i + 1] = end;
      const { term, stop } = toTerm(text.slice(start, end));
      if (stop) continue;
      const positions = terms.get(term);
      if (positions === undefined) terms.set(term, ALONE[i] ?? [i]);
      else if (positions.length === 1) terms.set(term, [...positions, i]);
      else positions.push(i);
    }
    this.terms = terms;
    this.offsets = offsets;
  }

  // Asked for only where some term was found.
  get sentences(): Uint32Array {
    return (this.borders ??= sentencesOf(this.text, this.offsets));
  }

  // Only questions about time ask for them: a third of the work, saved for most texts.
  get dates(): readonly DatePhrase[] {
    return (this.found ??= datesOf(this.words(), this.day));
  }

  private words(): readonly string[] {
    const words: string[] = [];
    for (let i = 0; i < this.offsets.length; i += 2)
      words.push(toTerm(this.text.slice(this.offsets[i], this.offsets[i + 1])).word);
    return words;
  }
}

function wordsOf(text: string): readonly string[] {
  const { starts, ends } = scanTokens(text);
  return starts.map((start, i) => toTerm(text.slice(start, ends[i])).word);
}

/** The day of a time stamp, ISO or written out ("1:56 pm on 8 May, 2023"), if it names one. */
export function stampDay(stamp: string): number | undefined {
  const iso = isoDay(stamp);
  if (iso !== undefined) return iso;
  const day = findDatePhrases(wordsOf(stamp), () => undefined).find(
    (date) => date.span !== undefined && spanDays(date.span) === 1,
  );
  return day?.span?.first;
}

/** For each token the number of its sentence. */
function sentencesOf(text: string, offsets: Uint32Array): Uint32Array {
  const borders = splitSentences(text).starts;
  const sentences = new Uint32Array(offsets.length / 2);
  let sentence = 0;
  for (let i = 0; i < sentences.length; i++) {
    const start = offsets[2 * i] ?? 0;
    while (sentence + 1 < borders.length && (borders[sentence + 1] ?? 0) <= start) sentence++;
    sentences[i] = sentence;
  }
  return sentences;
}

function datesOf(words: readonly string[], known: number | undefined): readonly DatePhrase[] {
  if (known !== undefined) return findDatePhrases(words, () => known);
  const first = findDatePhrases(words, () => undefined);
  if (!first.some((phrase) => phrase.relative)) return first;
  const anchors = first.filter((p) => p.span !== undefined && spanDays(p.span) === 1);
  if (anchors.length === 0) return first;
  return findDatePhrases(words, (position) => {
    const stamp = anchors.find((anchor) => anchor.iso && anchor.from > position);
    return (stamp ?? anchors.findLast((anchor) => anchor.to <= position) ?? anchors[0])?.span
      ?.first;
  });
}

import { isoDay, spanDays } from '../../base/text/calendar';
import { findDatePhrases, type DatePhrase } from '../../base/text/date-phrases';
import { familyAt, termAt, UNNUMBERED } from '../../base/text/lexicon';
import { scanTokens } from '../../base/text/scan';
import { splitSentences } from '../../base/text/sentences';
import { termOf, toTerm } from '../../base/text/terms';
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

class Prepared implements PreparedText {
  readonly offsets: readonly number[];
  readonly ids: readonly number[];
  readonly numbered: boolean;
  private byTerm: ReadonlyMap<string, readonly number[]> | undefined;
  private kin: readonly number[] | undefined;
  private borders: readonly number[] | undefined;
  private found: readonly DatePhrase[] | undefined;

  constructor(
    readonly text: string,
    readonly day: number | undefined,
  ) {
    const { starts, ends } = scanTokens(text);
    const offsets: number[] = [];
    const ids: number[] = [];
    let numbered = true;
    for (let i = 0; i < starts.length; i++) {
      const start = starts[i] ?? 0;
      const end = ends[i] ?? start;
      offsets.push(start, end);
      const { id, stop } = toTerm(text.slice(start, end));
      ids.push(stop ? 0 : id);
      if (id === UNNUMBERED) numbered = false;
    }
    this.offsets = offsets;
    this.ids = ids;
    this.numbered = numbered;
  }

  // Most texts are only asked for a few terms, by their numbers.
  get terms(): ReadonlyMap<string, readonly number[]> {
    return (this.byTerm ??= termsOf(this));
  }

  // Asked for only where a term was not found as it is.
  get families(): readonly number[] {
    return (this.kin ??= this.ids.map(familyAt));
  }

  // Asked for only where some term was found.
  get sentences(): readonly number[] {
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

function termsOf({ text, offsets, ids }: Prepared): ReadonlyMap<string, readonly number[]> {
  const terms = new Map<string, number[]>();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    if (id === 0) continue;
    const term =
      id === UNNUMBERED ? termOf(text.slice(offsets[2 * i], offsets[2 * i + 1])) : termAt(id);
    const positions = terms.get(term);
    if (positions === undefined) terms.set(term, [i]);
    else positions.push(i);
  }
  return terms;
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
function sentencesOf(text: string, offsets: readonly number[]): readonly number[] {
  const borders = splitSentences(text).starts;
  const sentences: number[] = [];
  let sentence = 0;
  for (let i = 0; i < offsets.length; i += 2) {
    const start = offsets[i] ?? 0;
    while (sentence + 1 < borders.length && (borders[sentence + 1] ?? 0) <= start) sentence++;
    sentences.push(sentence);
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

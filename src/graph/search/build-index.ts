import { NONE, type TextTable } from '../../trace/columns';
import type { EvolutionGraph } from '../evolution-graph';
import { foundOf, inTime, searchedTexts } from './documents';
import { INDEX_LAYOUT, type SearchIndex } from './search-index';
import { eachWord, termOf } from './words';

/** What building an index tells and asks while it works. */
export interface IndexSteps {
  /** Lets others work; awaited often, and rejects when the work should stop. */
  readonly breathe: () => Promise<void>;
  readonly report: (done: number, total: number) => void;
}

/** Documents read between two chances to breathe. */
const STRIDE = 16;

/** Builds the index of a trace, reading every text of it once. */
export async function buildSearchIndex(
  graph: EvolutionGraph,
  steps: IndexSteps,
): Promise<SearchIndex> {
  const documents = inTime(graph);
  const words = new WordStream();
  for (let d = 0; d < documents.length; d++) {
    words.begin();
    for (const { text } of searchedTexts(graph, foundOf(graph, documents[d] ?? 0))) words.add(text);
    if (d % STRIDE !== 0) continue;
    steps.report(d, documents.length);
    await steps.breathe();
  }
  words.begin();
  const packed = await pack(words, documents.length, steps.breathe);
  steps.report(documents.length, documents.length);
  return { layout: INDEX_LAYOUT, documents, ...packed };
}

/** The words of all documents one after the other, as numbers in the order in which they were met. */
class WordStream {
  tokens = new Uint32Array(1 << 16);
  length = 0;
  /** Where each document begins. */
  readonly begins: number[] = [];
  /** Term → number. */
  readonly numbers = new Map<string, number>();
  /** Word as written → number, so that folding is done once for each. */
  private readonly written = new Map<string, number>();

  begin(): void {
    this.begins.push(this.length);
  }

  /** Adds a text; phrases do not reach from one text into the next. */
  add(text: string): void {
    eachWord(text, (start, end) => this.push(this.numberOf(text.slice(start, end))));
    this.push(NONE);
  }

  private numberOf(word: string): number {
    const known = this.written.get(word);
    if (known !== undefined) return known;
    const term = termOf(word);
    const number = this.numbers.get(term) ?? this.numbers.size;
    this.numbers.set(term, number);
    this.written.set(word, number);
    return number;
  }

  private push(token: number): void {
    if (this.length === this.tokens.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.tokens);
      this.tokens = larger;
    }
    this.tokens[this.length++] = token;
  }
}

/** Writes the postings of every term: once to measure them, once into their place. */
async function pack(
  words: WordStream,
  count: number,
  breathe: () => Promise<void>,
): Promise<Pick<SearchIndex, 'terms' | 'starts' | 'postings'>> {
  const sorted = [...words.numbers.keys()].sort((a, b) => (a < b ? -1 : 1));
  await breathe();
  const rankOf = new Uint32Array(sorted.length);
  sorted.forEach((term, rank) => (rankOf[words.numbers.get(term) ?? 0] = rank));
  const starts = new Uint32Array(sorted.length + 1);
  await walk(words, count, breathe, (number, step, position) => {
    const rank = (rankOf[number] ?? 0) + 1;
    starts[rank] = (starts[rank] ?? 0) + widthOf(step) + widthOf(position);
  });
  for (let t = 0; t < sorted.length; t++) starts[t + 1] = (starts[t + 1] ?? 0) + (starts[t] ?? 0);
  const postings = new Uint8Array(starts[sorted.length] ?? 0);
  const next = starts.slice(0, sorted.length);
  await walk(words, count, breathe, (number, step, position) => {
    const rank = rankOf[number] ?? 0;
    next[rank] = write(postings, write(postings, next[rank] ?? 0, step), position);
  });
  return { terms: tableOf(sorted), starts, postings };
}

/** Visits every word with its steps from the occurrence before, as the index writes them. */
async function walk(
  { tokens, begins, numbers }: WordStream,
  count: number,
  breathe: () => Promise<void>,
  visit: (number: number, step: number, position: number) => void,
): Promise<void> {
  const lastDocument = new Int32Array(numbers.size).fill(-1);
  const lastPosition = new Uint32Array(numbers.size);
  for (let d = 0; d < count; d++) {
    const begin = begins[d] ?? 0;
    const end = begins[d + 1] ?? begin;
    for (let i = begin; i < end; i++) {
      const number = tokens[i] ?? NONE;
      if (number === NONE) continue;
      const position = i - begin;
      const step = d - (lastDocument[number] ?? -1);
      visit(number, step, step === 0 ? position - (lastPosition[number] ?? 0) : position);
      lastDocument[number] = d;
      lastPosition[number] = position;
    }
    if (d % STRIDE === 0) await breathe();
  }
}

const widthOf = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;

function write(into: Uint8Array, at: number, value: number): number {
  let rest = value;
  let end = at;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) into[end++] = (rest & 0x7f) | 0x80;
  into[end++] = rest;
  return end;
}

function tableOf(texts: readonly string[]): TextTable {
  const encoder = new TextEncoder();
  const encoded = texts.map((text) => encoder.encode(text));
  const starts = new Uint32Array(texts.length + 1);
  encoded.forEach(({ length }, i) => (starts[i + 1] = (starts[i] ?? 0) + length));
  const bytes = new Uint8Array(starts[texts.length] ?? 0);
  encoded.forEach((text, i) => bytes.set(text, starts[i] ?? 0));
  return { bytes, starts };
}

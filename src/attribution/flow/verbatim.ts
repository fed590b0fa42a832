import { splitSentences } from '../../base/text/sentences';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact, TextSource } from '../matching/fact';
import { readMessage } from '../matching/message';

/**
 * A fact as literal text, for the systems that copy messages instead of rewording them (RAG and
 * Long-Context): there a text holds the fact exactly when it contains its sentences.
 */
export interface Needle {
  /** The whole message as the layer wrote it, speaker and time included. */
  readonly message: string;
  /** The answer-bearing sentences, each squeezed. */
  readonly sentences: readonly string[];
}

/** Runs of white space become one space: layers join messages with separators of their own. */
export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

// Contexts of up to 130 kB are asked about once a fact; the many small texts fit easily.
const KEPT = 256;
const kept = new WeakMap<TextSource, Map<number, string>>();

/** The squeezed text of a variable, kept for the facts that follow. */
export function squeezed(source: TextSource, node: number): string {
  const texts = kept.get(source) ?? new Map<number, string>();
  kept.set(source, texts);
  const known = texts.get(node);
  if (known !== undefined) return known;
  const text = squeeze(source.text(node));
  if (texts.size >= KEPT) {
    const [oldest] = texts.keys();
    if (oldest !== undefined) texts.delete(oldest);
  }
  texts.set(node, text);
  return text;
}

/** The literal form of a fact. */
export function needleOf(graph: EvolutionGraph, fact: Fact): Needle {
  const { starts } = splitSentences(fact.text);
  const sentences = starts
    .map((start, i) => squeeze(fact.text.slice(start, starts[i + 1])))
    .filter((sentence) => sentence.length > 0);
  // With its speaker and time lines a message is found where it stands, not where its words repeat.
  const { recorded } = readMessage(graph, fact.evidence);
  return { message: squeeze(recorded ?? fact.messageText), sentences };
}

/** Whether a squeezed text holds the fact word for word: the message, or every sentence of it. */
export function holdsVerbatim(squeezed: string, needle: Needle): boolean {
  if (needle.message.length > 0 && squeezed.includes(needle.message)) return true;
  return isDistinct(needle) && needle.sentences.every((sentence) => squeezed.includes(sentence));
}

/** Whether the sentences are long enough to say which message they came from. */
export const isDistinct = (needle: Needle): boolean =>
  needle.sentences.reduce((sum, sentence) => sum + sentence.length, 0) >= SHORTEST_DISTINCT;

// "Thanks, Mel!" stands in many messages; from about four words on a sentence is said once.
const SHORTEST_DISTINCT = 20;

/** Spans of a text (not squeezed) that hold a sentence of the needle, at most `limit`. */
export function verbatimSpans(
  text: string,
  needle: Needle,
  limit = 2,
): readonly { readonly start: number; readonly end: number }[] {
  const spans: { readonly start: number; readonly end: number }[] = [];
  for (const sentence of needle.sentences) {
    const span = find(text, sentence);
    if (span !== undefined) spans.push(span);
    if (spans.length === limit) break;
  }
  return spans;
}

function find(text: string, sentence: string): { start: number; end: number } | undefined {
  const direct = text.indexOf(sentence);
  if (direct >= 0) return { start: direct, end: direct + sentence.length };
  if (!/\s/.test(sentence)) return undefined;
  // Only the white space differs: look for the words with any white space between them.
  const pattern = sentence.split(' ').map(escape).join('\\s+');
  const match = new RegExp(pattern).exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

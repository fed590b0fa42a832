import type { Steps } from '../../base/steps';
import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';
import type { PreparedText, TextSource } from '../matching/fact';
import { readMessage, type Message } from '../matching/message';
import { prepareText } from '../matching/prepare';
import { Bm25Index } from './bm25';

/** The messages of a trace, indexed once; documents are variables of category exactly `message`. */
export class EvidenceIndex {
  readonly nodes: readonly number[];
  readonly messages: readonly Message[];
  readonly bm25: Bm25Index;
  /** Folded names of everybody who speaks. */
  readonly speakers: ReadonlySet<string>;
  private readonly prepared: (PreparedText | undefined)[] = [];

  private constructor(
    nodes: readonly number[],
    messages: readonly Message[],
    documents: readonly (readonly string[])[],
  ) {
    this.nodes = nodes;
    this.messages = messages;
    this.bm25 = new Bm25Index(documents);
    this.speakers = new Set(messages.flatMap(({ speaker }) => (speaker ? [fold(speaker)] : [])));
  }

  /** Reads and indexes every message, in parts; linear in their text. */
  static *read({ graph }: Pick<TextSource, 'graph'>): Steps<EvidenceIndex> {
    const nodes: number[] = [];
    const messages: Message[] = [];
    const documents: (readonly string[])[] = [];
    for (let node = 0; node < graph.nodeCount; node++) {
      if (graph.category(node) !== 'message') continue;
      const message = readMessage(graph, node);
      if (message.content === '') continue;
      nodes.push(node);
      messages.push(message);
      documents.push(documentTerms(message));
      if (nodes.length % PART === 0) yield;
    }
    return new EvidenceIndex(nodes, messages, documents);
  }

  /** Document `i`, prepared for matching; its time is known. */
  text(i: number): PreparedText | undefined {
    const message = this.messages[i];
    if (message === undefined) return undefined;
    return (this.prepared[i] ??= prepareText(message.content, message.at));
  }
}

// Messages between two chances for others: a few milliseconds of work.
const PART = 128;

const documentTerms = (message: Message): string[] =>
  contentTerms(`${message.speaker ?? ''} ${message.content} ${message.at?.slice(0, 10) ?? ''}`);

/** The content terms of a text, in order and repeated as they are. */
export function contentTerms(text: string): string[] {
  const { starts, ends } = scanTokens(text);
  const terms: string[] = [];
  starts.forEach((start, i) => {
    const { term, stop } = toTerm(text.slice(start, ends[i]));
    if (!stop && term !== 'not') terms.push(term);
  });
  return terms;
}

const fold = (name: string): string => name.toLowerCase();

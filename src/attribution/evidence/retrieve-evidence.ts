import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';
import { goldText, type Case } from '../../cases/case';
import type { EvidenceQuery } from '../../cases/verdict';
import type { TextSource } from '../matching/fact';
import { readMessage, type Message } from '../matching/message';
import { Bm25Index, ranked } from './bm25';
import { narrow } from './narrow';

/** One message found for a case. */
export interface FoundEvidence {
  /** Index of the message variable. */
  readonly node: number;
  readonly score: number;
}

/** The messages of a trace, indexed once; documents are variables of category exactly `message`. */
export interface EvidenceIndex {
  readonly nodes: readonly number[];
  readonly messages: readonly Message[];
  readonly bm25: Bm25Index;
}

/** Half of MemTrace's 16 starting points (memtrace-method §3). */
export const DEFAULT_LIMIT = 8;

/** Indexes the messages of a trace. Building is linear in their text. */
export function buildEvidenceIndex(source: Pick<TextSource, 'graph'>): EvidenceIndex {
  const { graph } = source;
  const nodes: number[] = [];
  const messages: Message[] = [];
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.category(node) !== 'message') continue;
    const message = readMessage(graph, node);
    if (message.content === '') continue;
    nodes.push(node);
    messages.push(message);
  }
  return { nodes, messages, bm25: new Bm25Index(messages.map(documentTerms)) };
}

/** The text that evidence is searched with: the question, and what else the search may see. */
export function evidenceQuery(failed: Case, kind: EvidenceQuery): string {
  switch (kind) {
    case 'gold':
      return `${failed.question}\n${goldText(failed)}`;
    case 'prediction':
      return `${failed.question}\n${failed.prediction}`;
    case 'question':
      return failed.question;
  }
}

/**
 * The messages most likely to be the evidence of a case, best first: the plain BM25 ranking that
 * Recall@k is reported on.
 */
export function searchEvidence(
  index: EvidenceIndex,
  failed: Case,
  kind: EvidenceQuery = 'gold',
  limit: number = DEFAULT_LIMIT,
): readonly FoundEvidence[] {
  const scores = index.bm25.scores(contentTerms(evidenceQuery(failed, kind)));
  return ranked(scores, limit).map((i) => ({ node: index.nodes[i] ?? 0, score: scores[i] ?? 0 }));
}

/**
 * The few messages to start attribution from when none are labelled: the BM25 ranking re-ranked by
 * who speaks and what is near, and cut where the rest adds nothing.
 */
export function retrieveEvidence(
  index: EvidenceIndex,
  failed: Case,
  kind: EvidenceQuery = 'gold',
  limit: number = DEFAULT_LIMIT,
): readonly FoundEvidence[] {
  const scores = index.bm25.scores(contentTerms(evidenceQuery(failed, kind)));
  return narrow(index, failed, kind, scores, limit);
}

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

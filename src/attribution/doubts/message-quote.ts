import type { Quote } from '../../cases/verdict';
import type { TextSource } from '../matching/fact';
import { readMessage } from '../matching/message';
import { quoteTextSpans } from '../flow/quotes';

const LONGEST = 160;

/** A quote of what an evidence message says. */
export function messageQuote(source: TextSource, node: number): readonly Quote[] {
  const { content } = readMessage(source.graph, node);
  const end = Math.min(content.length, LONGEST);
  return quoteTextSpans(source.graph, node, content, [{ start: 0, end }]);
}

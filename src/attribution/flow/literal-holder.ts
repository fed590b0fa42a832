import type { Quote } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { parseRecord, stringField } from '../../trace/json';
import type { Fact } from '../matching/fact';
import { VerbatimHolder, type Holder } from './holder';
import type { FlowTrace } from './path';
import { MEMORY_ENTRY } from './query-side';
import { isDistinct, needleOf, verbatimSpans, type Needle } from './verbatim';

/**
 * The holder for Long-Context: unit versions are recorded as bare text, so they are searched as they
 * stand, without decoding or preparing them (each is up to 130 kB and one is written a message).
 */
export class LiteralHolder implements Holder {
  private readonly decoded: VerbatimHolder;
  private readonly needle: Needle;
  /** The message as it was appended, white space and all. */
  private readonly block: string;
  private readonly graph: EvolutionGraph;
  private readonly answers = new Map<number, boolean>();

  constructor(trace: FlowTrace, fact: Fact) {
    this.graph = trace.graph;
    this.decoded = new VerbatimHolder(trace, fact);
    this.needle = needleOf(trace.graph, fact);
    const record = parseRecord(trace.graph.rawValue(fact.evidence));
    this.block = stringField(record, 'content') ?? fact.messageText;
  }

  held(node: number): boolean {
    if (this.graph.category(node) !== MEMORY_ENTRY) return this.decoded.held(node);
    const known = this.answers.get(node);
    if (known !== undefined) return known;
    const answer = this.search(rawText(this.graph, node));
    this.answers.set(node, answer);
    return answer;
  }

  /** All or nothing for unit versions: in copied text a part is as good as lost. */
  score(node: number): number {
    if (this.graph.category(node) !== MEMORY_ENTRY) return this.decoded.score(node);
    return this.held(node) ? 1 : 0;
  }

  quotes(node: number): readonly Quote[] {
    if (this.graph.category(node) !== MEMORY_ENTRY) return this.decoded.quotes(node);
    if (!this.held(node)) return [];
    const text = rawText(this.graph, node);
    const variable = this.graph.nodeId(node);
    return verbatimSpans(text, this.needle).map(({ start, end }) => ({
      variable,
      start,
      end,
      text: text.slice(start, end),
    }));
  }

  private search(text: string): boolean {
    if (this.block !== '' && text.includes(this.block)) return true;
    const { sentences } = this.needle;
    return (
      isDistinct(this.needle) &&
      verbatimSpans(text, this.needle, sentences.length).length === sentences.length
    );
  }
}

// The versions that many cases look at (the last one, the first halvings); 12 MB at the most.
const KEPT = 48;
const texts = new WeakMap<EvolutionGraph, Map<number, string>>();

function rawText(graph: EvolutionGraph, node: number): string {
  const kept = texts.get(graph) ?? new Map<number, string>();
  texts.set(graph, kept);
  const known = kept.get(node);
  if (known !== undefined) return known;
  const text = graph.rawValue(node);
  if (kept.size >= KEPT) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  kept.set(node, text);
  return text;
}

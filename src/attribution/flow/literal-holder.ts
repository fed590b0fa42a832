import type { Quote } from '../../cases/verdict';
import { bytePattern, type BytePattern } from '../../graph/byte-search';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { parseRecord, stringField } from '../../trace/json';
import type { Fact } from '../matching/fact';
import { VerbatimHolder, type Holder } from './holder';
import type { FlowTrace } from './path';
import { MEMORY_ENTRY } from './query-side';
import { rawText } from './raw-text';
import { isDistinct, needleOf, verbatimSpans, type Needle } from './verbatim';

/**
 * The holder for Long-Context: unit versions are recorded as bare text, so they are searched in the
 * bytes of the file, without decoding or preparing them (each is up to 130 kB and one is written a
 * message). Only a version that seems to lack the message is decoded, the first time: its text may be
 * escaped in another way or spaced differently, and then all are decoded.
 */
export class LiteralHolder implements Holder {
  private readonly decoded: VerbatimHolder;
  private readonly needle: Needle;
  /** The message as it was appended, white space and all. */
  private readonly block: string;
  private readonly blockBytes: BytePattern;
  private readonly sentenceBytes: readonly BytePattern[];
  /** Whether the bytes can be trusted; unknown until a version was looked at. */
  private inBytes: boolean | undefined;
  private readonly graph: EvolutionGraph;
  private readonly answers = new Map<number, boolean>();

  constructor(trace: FlowTrace, fact: Fact) {
    this.graph = trace.graph;
    this.decoded = new VerbatimHolder(trace, fact);
    this.needle = needleOf(trace.graph, fact);
    const record = parseRecord(trace.graph.rawValue(fact.evidence));
    this.block = stringField(record, 'content') ?? fact.messageText;
    this.blockBytes = patternOf(this.block);
    this.sentenceBytes = isDistinct(this.needle) ? this.needle.sentences.map(patternOf) : [];
  }

  held(node: number): boolean {
    if (this.graph.category(node) !== MEMORY_ENTRY) return this.decoded.held(node);
    const known = this.answers.get(node);
    if (known !== undefined) return known;
    const answer = this.look(node);
    this.answers.set(node, answer);
    return answer;
  }

  private look(node: number): boolean {
    if (this.inBytes !== false && this.searchBytes(node)) {
      this.inBytes = true;
      return true;
    }
    if (this.inBytes === true) return false;
    const answer = this.search(rawText(this.graph, node));
    if (answer) this.inBytes = false;
    return answer;
  }

  private searchBytes(node: number): boolean {
    if (this.block !== '' && this.graph.valueIncludes(node, this.blockBytes)) return true;
    return (
      this.sentenceBytes.length > 0 &&
      this.sentenceBytes.every((sentence) => this.graph.valueIncludes(node, sentence))
    );
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

/** A text as it stands inside a JSON string. */
const patternOf = (text: string): BytePattern => bytePattern(JSON.stringify(text).slice(1, -1));

import { atOnce, type Steps } from '../../base/steps';
import { isoDay } from '../../base/text/calendar';
import { findDatePhrases } from '../../base/text/date-phrases';
import { dateOf } from '../../base/text/calendar';
import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';
import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact, Match, PreparedText } from '../matching/fact';
import { matchFact } from '../matching/match-fact';
import { speakerSteps } from '../matching/participants';
import { prepareText } from '../matching/prepare';
import { TermCounts } from '../matching/term-counts';
import { BOUNDS, type Bounds } from './bounds';
import { unitsCopy } from './copying';
import { lifelines, lifelineSteps } from './lifelines';
import { mem0Chain, mem0ChainSteps } from './mem0-chain';
import type { FlowTrace } from './path';
import type { NodeText } from '../matching/flat-text';
import { readNodeText } from './node-text';

/** Opens a trace for attribution: texts, prepared texts and matches are kept as they are needed. */
export const openFlowTrace = (graph: EvolutionGraph): FlowTrace => new CachedFlowTrace(graph);

/**
 * The same, with what every case needs read ahead, in parts: a worker stays responsive while a large
 * trace is made ready, which takes longer than a hundred cases.
 */
export function* openFlowTraceInSteps(
  graph: EvolutionGraph,
  bounds: Bounds = BOUNDS,
): Steps<FlowTrace> {
  const trace = new CachedFlowTrace(graph, bounds);
  // The first look-up of an id makes the index of all.
  graph.findNode('');
  yield;
  graph.findOperation('');
  yield;
  yield* lifelineSteps(graph);
  yield* mem0ChainSteps(graph);
  yield* speakerSteps(trace);
  yield* trace.readAhead();
  return trace;
}

// Decoded and prepared texts kept at once: all of a usual trace, a part of a very large one.
const MOST_TEXTS = 60_000;

class CachedFlowTrace implements FlowTrace {
  private readonly texts = new Map<number, NodeText>();
  private readonly preparedTexts = new Map<number, PreparedText>();
  private matches = new Map<number, Match>();
  private matched: Fact | undefined;
  private frequencies: TermCounts | undefined;
  private messages = 0;
  private copying: boolean | undefined;

  constructor(
    readonly graph: EvolutionGraph,
    readonly bounds: Bounds = BOUNDS,
  ) {}

  get copies(): boolean {
    this.copying ??= unitsCopy(this);
    return this.copying;
  }

  text(node: number): string {
    return this.nodeText(node).text;
  }

  prepared(node: number): PreparedText {
    const known = this.preparedTexts.get(node);
    if (known !== undefined) return known;
    const { text, at = this.writtenAt(node) } = this.nodeText(node);
    const prepared = prepareText(text, at === undefined ? undefined : isoTime(at));
    if (this.preparedTexts.size >= MOST_TEXTS) this.preparedTexts.clear();
    this.preparedTexts.set(node, prepared);
    return prepared;
  }

  /** Weights, and how the trace words its units: what every case asks for. */
  *readAhead(): Steps<void> {
    this.frequencies ??= yield* this.countTerms();
    yield;
    this.copying ??= unitsCopy(this);
    yield;
  }

  weight(term: string): number {
    this.frequencies ??= atOnce(this.countTerms());
    const count = this.frequencies.of(term);
    return Math.log((this.messages + 1) / (count + 1)) / Math.log(this.messages + 2);
  }

  match(fact: Fact, node: number): Match {
    if (this.matched !== fact) {
      this.matched = fact;
      this.matches = new Map();
    }
    const known = this.matches.get(node);
    if (known !== undefined) return known;
    const found = matchFact(fact, this.prepared(node));
    // Copied words are about what their message was about, whatever else a sentence leaves unnamed.
    const match = this.copies ? found.asAbout() : found;
    this.matches.set(node, match);
    return match;
  }

  context(failed: Case): number | undefined {
    const op =
      failed.answerOp === undefined ? undefined : this.graph.findOperation(failed.answerOp);
    if (op === undefined) return undefined;
    for (const edge of this.graph.edgesOf(op)) {
      for (const node of [this.graph.target(edge), this.graph.source(edge)])
        if (
          this.graph.className(node) === 'context' ||
          this.graph.category(node) === 'memory_context'
        )
          return node;
    }
    return undefined;
  }

  /** The time of the message that facts, or a unit without a time of its own, were written for. */
  private writtenAt(node: number): string | undefined {
    const { messageOf, sourceOf } = mem0Chain(this.graph);
    const line = lifelines(this.graph).of.get(node);
    const op = line?.versions.find((version) => version.node === node)?.op;
    const message = op === undefined ? sourceOf.get(node) : messageOf.get(op);
    return message === undefined ? undefined : this.nodeText(message).at;
  }

  private nodeText(node: number): NodeText {
    const known = this.texts.get(node);
    if (known !== undefined) return known;
    const text = readNodeText(this.graph, node);
    if (this.texts.size >= MOST_TEXTS) this.texts.clear();
    this.texts.set(node, text);
    return text;
  }

  /** In how many messages each term stands. */
  private *countTerms(): Steps<TermCounts> {
    const counts = new TermCounts();
    let messages = 0;
    for (let node = 0; node < this.graph.nodeCount; node++) {
      const category = this.graph.category(node);
      // A file with few messages or none still tells common words by its questions.
      if (category !== 'message' && !(category === 'query' && this.graph.isPartial)) continue;
      if (++messages % PART === 0) yield;
      // Terms alone: preparing a message in full takes longer, and few are evidence.
      counts.add(this.text(node));
    }
    this.messages = messages;
    return counts;
  }
}

// Messages between two chances for others: a few milliseconds of work.
const PART = 128;

/** A conversation time as ISO: as it is, or from words such as `1:56 pm on 8 May, 2023`. */
export function isoTime(text: string): string | undefined {
  if (isoDay(text) !== undefined) return text;
  const { starts, ends } = scanTokens(text);
  const words = starts.map((start, i) => toTerm(text.slice(start, ends[i])).word);
  const day = findDatePhrases(words, () => undefined).find(
    ({ span }) => span !== undefined && span.first === span.last,
  )?.span?.first;
  if (day === undefined) return undefined;
  const { year, month, day: date } = dateOf(day);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

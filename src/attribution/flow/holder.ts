import type { Quote } from '../../cases/verdict';
import type { Fact } from '../matching/fact';
import type { FlowTrace } from './path';
import { quoteSpans } from './quotes';
import { holdsVerbatim, needleOf, squeezed, verbatimSpans, type Needle } from './verbatim';

/** Says of variables whether they hold the fact that is being followed. */
export interface Holder {
  held(node: number): boolean;
  /** 0…1: how much of the fact the variable holds. */
  score(node: number): number;
  /** The spans of the variable's value that show it; empty when it holds nothing of the fact. */
  quotes(node: number): readonly Quote[];
}

/** For systems that copy: a variable holds the fact when its sentences stand in it word for word. */
export class VerbatimHolder implements Holder {
  private readonly needle: Needle;
  private readonly answers = new Map<number, boolean>();

  constructor(
    private readonly trace: FlowTrace,
    private readonly fact: Fact,
  ) {
    this.needle = needleOf(trace.graph, fact);
  }

  held(node: number): boolean {
    const known = this.answers.get(node);
    if (known !== undefined) return known;
    const answer = holdsVerbatim(squeezed(this.trace, node), this.needle);
    this.answers.set(node, answer);
    return answer;
  }

  score(node: number): number {
    return this.held(node) ? 1 : Math.min(this.trace.match(this.fact, node).score, MOST_UNCOPIED);
  }

  quotes(node: number): readonly Quote[] {
    const spans = this.held(node) ? verbatimSpans(this.trace.text(node), this.needle) : [];
    return quoteSpans(this.trace, node, spans);
  }
}

// A text of a copying system that does not hold the sentence may still share most of its words.
const MOST_UNCOPIED = 0.9;

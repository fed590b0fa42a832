import { opId, queryId } from '../../base/brand';
import type { Case } from '../../cases/case';
import { collectCases } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { openFlowTrace } from '../flow/flow-trace';
import type { FlowTrace } from '../flow/path';

/** Texts that were read for one case are there for the next. */
const opened = new WeakMap<EvolutionGraph, FlowTrace>();

/**
 * One trace as tools show it for one case. Variables go by short handles (`#12`): full ids may be
 * thousands of characters long and would be repeated at every edge.
 */
export class AgentTrace {
  /** Operations of other judged questions: they read what this case is about and never change it. */
  private readonly foreign: ReadonlySet<number>;

  constructor(
    readonly flow: FlowTrace,
    readonly failed: Case,
    cases: readonly Case[],
  ) {
    const own = new Set(operationsOf(failed));
    const others = cases.flatMap((c) => (c.queryId === failed.queryId ? [] : operationsOf(c)));
    this.foreign = new Set(
      others
        .filter((id) => !own.has(id))
        .map((id) => flow.graph.findOperation(id))
        .filter((op) => op !== undefined),
    );
  }

  /** @param cases every judged question of the trace, when they are known already */
  static open(graph: EvolutionGraph, failed: Case, cases?: readonly Case[]): AgentTrace {
    const flow = opened.get(graph) ?? openFlowTrace(graph);
    opened.set(graph, flow);
    return new AgentTrace(flow, failed, cases ?? collectCases(graph));
  }

  get graph(): EvolutionGraph {
    return this.flow.graph;
  }

  /** Whether an operation belongs to another question alone. */
  isForeign(op: number): boolean {
    return this.foreign.has(op);
  }

  handle(node: number): string {
    return `#${node}`;
  }

  /** The variable behind a full node id, a handle, or a full name (its latest version). */
  node(reference: string): number | undefined {
    const text = reference.trim();
    const known = this.graph.findNode(text);
    if (known !== undefined) return known;
    const index = /^#(\d{1,9})$/.exec(text)?.[1];
    if (index === undefined) return this.graph.latestVersion(text);
    return Number(index) < this.graph.nodeCount ? Number(index) : undefined;
  }

  operation(reference: string): number | undefined {
    return this.graph.findOperation(opId(reference.trim()));
  }

  /** The query variable of the case. */
  get query(): number | undefined {
    return this.graph.findNode(queryId(this.failed.queryId));
  }

  /** Operations that touch a variable, in execution order, without those of other questions. */
  operationsAt(node: number): readonly number[] {
    const found = new Set<number>();
    for (const edges of [this.graph.incoming(node), this.graph.outgoing(node)])
      for (const edge of edges) {
        const op = this.graph.operationOfEdge(edge);
        if (op !== undefined && !this.foreign.has(op)) found.add(op);
      }
    return [...found].sort((a, b) => this.graph.rank(a) - this.graph.rank(b));
  }

  /**
   * The operations that belong to one use of a variable. Equal contents share one variable, so a
   * variable found through an operation is shown from that operation up to the next that writes it
   * again.
   */
  scopedOperations(node: number, foundBy: number | undefined): readonly number[] {
    const all = this.operationsAt(node);
    if (foundBy === undefined) return all;
    const from = this.graph.rank(foundBy);
    const again = all.find((op) => this.graph.rank(op) > from && this.writes(op, node));
    // A unit that is written again is the same unit, not another use of the same content.
    const until =
      again === undefined || this.graph.category(node) === 'memory_entry'
        ? Number.POSITIVE_INFINITY
        : this.graph.rank(again);
    return all.filter((op) => this.graph.rank(op) >= from && this.graph.rank(op) < until);
  }

  /** Whether an operation has an edge into a variable. */
  writes(op: number, node: number): boolean {
    for (const edge of this.graph.incoming(node))
      if (this.graph.operationOfEdge(edge) === op) return true;
    return false;
  }

  /** The first operation that wrote a variable and did not merely look it up. */
  writer(node: number): number | undefined {
    let best: number | undefined;
    for (const edge of this.graph.incoming(node)) {
      const op = this.graph.operationOfEdge(edge);
      if (op === undefined || this.onlyLooks(op, node)) continue;
      if (best === undefined || this.graph.rank(op) < this.graph.rank(best)) best = op;
    }
    return best;
  }

  /** Searches point at units without writing them. */
  private onlyLooks(op: number, node: number): boolean {
    return (
      this.graph.category(node) === 'memory_entry' &&
      ['retrieval', 'evaluation'].includes(this.graph.operationCategory(op))
    );
  }
}

const operationsOf = (c: Case): readonly string[] => [
  ...c.retrievalOps,
  ...(c.answerOp === undefined ? [] : [c.answerOp]),
  ...(c.judgeOp === undefined ? [] : [c.judgeOp]),
];

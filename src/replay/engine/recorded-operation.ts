import type { EvolutionGraph } from '../../graph/evolution-graph';

/** The kind of a variable inside an operation: its class, or its category when it has none. */
export const kindOf = (graph: EvolutionGraph, node: number): string =>
  graph.className(node) ?? graph.category(node);

/**
 * One operation of the record, read by position: each output stands at one place, and a replay claims
 * the places one after the other.
 */
export class RecordedOperation {
  /** Variables it reads without having written them, in the order of its edges. */
  readonly inputs: readonly number[];
  /** Variables it writes, in the order in which its edges first reach them. */
  readonly outputs: readonly number[];
  private readonly claimed = new Set<number>();

  constructor(
    private readonly graph: EvolutionGraph,
    readonly op: number,
  ) {
    const edges = [...graph.edgesOf(op)];
    this.outputs = [...new Set(edges.map((edge) => graph.target(edge)))];
    const written = new Set(this.outputs);
    const read = new Set(edges.map((edge) => graph.source(edge)));
    this.inputs = [...read].filter((node) => !written.has(node));
  }

  get name(): string {
    return this.graph.operationName(this.op);
  }

  get rank(): number {
    return this.graph.rank(this.op);
  }

  /** The first input of a kind. */
  input(kind: string): number | undefined {
    return this.inputs.find((node) => kindOf(this.graph, node) === kind);
  }

  /** The outputs of a kind, claimed or not. */
  outputsOf(kind: string): readonly number[] {
    return this.outputs.filter((node) => kindOf(this.graph, node) === kind);
  }

  /** The next output of a kind that nobody claimed yet, and that passes `wanted`. */
  take(kind: string, wanted: (node: number) => boolean = () => true): number | undefined {
    const node = this.outputsOf(kind).find((each) => !this.claimed.has(each) && wanted(each));
    if (node !== undefined) this.claimed.add(node);
    return node;
  }

  /** The variables that feed `node` inside this operation. */
  sourcesOf(node: number): readonly number[] {
    return [...this.graph.edgesOf(this.op)]
      .filter((edge) => this.graph.target(edge) === node)
      .map((edge) => this.graph.source(edge));
  }

  /** The edges that reach `node` inside this operation. */
  edgesInto(node: number): readonly number[] {
    return [...this.graph.edgesOf(this.op)].filter((edge) => this.graph.target(edge) === node);
  }
}

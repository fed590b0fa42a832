import type { EvolutionGraph } from '../../graph/evolution-graph';

/** The kind of a variable inside an operation: its class, or its category when it has none. */
export const kindOf = (graph: EvolutionGraph, node: number): string =>
  graph.className(node) ?? graph.category(node);

/** The identity of a variable: its full name without its class. */
export function nameOf(graph: EvolutionGraph, node: number): string {
  const full = graph.fullName(node);
  const prefix = `${graph.className(node) ?? ''}:`;
  return graph.className(node) !== undefined && full.startsWith(prefix)
    ? full.slice(prefix.length)
    : full;
}

/**
 * One operation of the record, read by position: each output stands at one place, and a replay claims
 * the places one after the other.
 */
export class RecordedOperation {
  /** Variables it reads without having written them, in the order of its edges. */
  readonly inputs: readonly number[];
  /** Variables it writes, in the order in which its edges first reach them. */
  readonly outputs: readonly number[];
  /**
   * What it wrote, write by write: one variable may be written twice, when a model repeats itself. A
   * write ends where the edges reach another variable, or come from the same one again.
   */
  private readonly writes: readonly number[];
  private readonly claimed = new Set<number>();

  constructor(
    private readonly graph: EvolutionGraph,
    readonly op: number,
  ) {
    const edges = [...graph.edgesOf(op)];
    this.writes = writesOf(graph, edges);
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

  /** How often it wrote a variable of a kind. */
  countOf(kind: string): number {
    return this.writes.filter((node) => kindOf(this.graph, node) === kind).length;
  }

  /** The next write of a kind that nobody claimed yet, and that passes `wanted`. */
  take(kind: string, wanted: (node: number) => boolean = () => true): number | undefined {
    const place = this.writes.findIndex(
      (node, i) => !this.claimed.has(i) && kindOf(this.graph, node) === kind && wanted(node),
    );
    if (place < 0) return undefined;
    this.claimed.add(place);
    return this.writes[place];
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

function writesOf(graph: EvolutionGraph, edges: readonly number[]): readonly number[] {
  const writes: number[] = [];
  let sources = new Set<number>();
  for (const edge of edges) {
    const target = graph.target(edge);
    const source = graph.source(edge);
    if (target !== writes.at(-1) || sources.has(source)) {
      writes.push(target);
      sources = new Set();
    }
    sources.add(source);
  }
  return writes;
}

import type { EvolutionGraph } from '../graph/evolution-graph';
import { sameValue } from './engine/same-value';

/** Where a replay first departs from its record. */
export interface Difference {
  /** Operation of the record; `undefined` for one that only the replay has. */
  readonly operation: number | undefined;
  readonly sentence: string;
}

export interface Comparison {
  readonly operations: number;
  /** Operations that came out the same, anomalous ones left out. */
  readonly reproduced: number;
  /** Operations whose recorded output contradicts their inputs: left out of the share. */
  readonly anomalous: number;
  /** reproduced / (operations - anomalous); 1 when there is none. */
  readonly fidelity: number;
  readonly first: Difference | undefined;
}

/**
 * Compares a replay with its record: the sequence of operations (name, category, session) and, for every
 * variable and edge, class, category, decoded value and endpoints. Ids may differ, so variables and
 * sessions have to correspond one to one. Comments, code, files, lines and times are not compared.
 * @param anomalous operations of the record with an anomaly
 */
export function compareReplay(
  recorded: EvolutionGraph,
  replayed: EvolutionGraph,
  anomalous: ReadonlySet<number>,
): Comparison {
  const comparer = new Comparer(recorded, replayed);
  const left = order(recorded);
  const right = order(replayed);
  const length = Math.max(left.length, right.length);
  let reproduced = 0;
  let first: Difference | undefined;
  for (let i = 0; i < length; i++) {
    const a = left[i];
    const b = right[i];
    const sentence =
      a === undefined || b === undefined
        ? `The ${a === undefined ? 'replay' : 'record'} has an operation more: ${nameOf(recorded, a) ?? nameOf(replayed, b) ?? ''}.`
        : comparer.operation(a, b);
    const counts = a !== undefined && !anomalous.has(a);
    if (sentence === undefined && counts) reproduced++;
    if (sentence !== undefined) first ??= { operation: a, sentence };
  }
  const lonely = comparer.lonelyVariables();
  if (lonely !== undefined) first ??= { operation: undefined, sentence: lonely };
  const counted = left.length - anomalous.size;
  const extra = Math.max(0, right.length - left.length) + (lonely === undefined ? 0 : 1);
  const fidelity = counted + extra === 0 ? 1 : reproduced / (counted + extra);
  return { operations: left.length, reproduced, anomalous: anomalous.size, fidelity, first };
}

const order = (graph: EvolutionGraph): readonly number[] =>
  [...graph.adjacency.operationOrder].filter((op) => graph.operationCategory(op) !== 'sentinel');

const nameOf = (graph: EvolutionGraph, op: number | undefined): string | undefined =>
  op === undefined ? undefined : graph.operationName(op);

class Comparer {
  private readonly nodes = new Map<number, number>();
  private readonly back = new Map<number, number>();
  private readonly sessions = new Map<number, number>();

  constructor(
    private readonly a: EvolutionGraph,
    private readonly b: EvolutionGraph,
  ) {}

  /** What differs between two operations; `undefined` when nothing does. */
  operation(a: number, b: number): string | undefined {
    const name = this.a.operationName(a);
    if (name !== this.b.operationName(b))
      return `${name} was recorded where the replay has ${this.b.operationName(b)}.`;
    if (this.a.operationCategory(a) !== this.b.operationCategory(b))
      return `${name} was recorded in category ${this.a.operationCategory(a)}.`;
    const session = this.session(this.a.operationSession(a), this.b.operationSession(b));
    if (session !== undefined) return `${name}: ${session}`;
    const left = this.a.edgesOf(a);
    const right = this.b.edgesOf(b);
    let found: string | undefined;
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      const x = left[i];
      const y = right[i];
      if (x === undefined || y === undefined) {
        found ??= `${name} was recorded with ${left.length} edges; the replay has ${right.length}.`;
        break;
      }
      const edge =
        this.a.edgeCategory(x) === this.b.edgeCategory(y)
          ? undefined
          : `an edge was recorded in category ${this.a.edgeCategory(x)}, not ${this.b.edgeCategory(y)}`;
      const source = this.node(this.a.source(x), this.b.source(y));
      const target = this.node(this.a.target(x), this.b.target(y));
      const what = edge ?? source ?? target;
      if (what !== undefined) found ??= `${name}, edge ${i + 1}: ${what}.`;
    }
    return found;
  }

  /** Variables that no edge reaches: as many, with the same class, category and value. */
  lonelyVariables(): string | undefined {
    const lonely = (graph: EvolutionGraph): number[] =>
      Array.from({ length: graph.nodeCount }, (_, node) => node).filter(
        (node) =>
          graph.incoming(node).length + graph.outgoing(node).length === 0 &&
          graph.category(node) !== 'sentinel',
      );
    const left = lonely(this.a);
    const right = lonely(this.b);
    if (left.length !== right.length)
      return `${left.length} variables were recorded without an edge; the replay has ${right.length}.`;
    for (const [i, node] of left.entries()) {
      const what = this.node(node, right[i] ?? 0);
      if (what !== undefined) return `A variable without an edge: ${what}.`;
    }
    return undefined;
  }

  private node(a: number, b: number): string | undefined {
    const known = this.nodes.get(a);
    const back = this.back.get(b);
    const id = this.a.nodeId(a);
    const short = id.length > 90 ? `${id.slice(0, 90)}…` : id;
    if (known !== undefined || back !== undefined)
      return known === b && back === a
        ? undefined
        : `${short} does not correspond to ${this.b.nodeId(b)}`;
    this.nodes.set(a, b);
    this.back.set(b, a);
    if (this.a.className(a) !== this.b.className(b)) return `${short} has another class`;
    if (this.a.category(a) !== this.b.category(b)) return `${short} has another category`;
    if (sameValue(this.a.rawValue(a), this.b.rawValue(b))) return undefined;
    return `${short} has another value`;
  }

  private session(a: number | undefined, b: number | undefined): string | undefined {
    // A record whose sessions are gone says nothing about where its operations stand.
    if (a === undefined) return undefined;
    if (b === undefined) return 'it stands in no session.';
    const known = this.sessions.get(a);
    if (known === undefined) this.sessions.set(a, b);
    else if (known !== b) return 'it stands in another session.';
    const [left, right] = [this.a.sessionRecord(a), this.b.sessionRecord(b)];
    return left.get('category') === right.get('category')
      ? undefined
      : 'its session has another category.';
  }
}

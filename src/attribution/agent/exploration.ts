import type { AgentTrace } from './agent-trace';
import { cut, escaped } from './show';

/** The root that stands for all variables nothing led to; explored when nothing is known to start from. */
export const DUMMY_ROOT = '__MEMTRACE_DUMMY_ROOT__@1';
/** Index that stands for it among variables. */
export const ROOT = -1;

/** Most variables that may wait at once, as published; the one being explored is not counted. */
export const MOST_WAITING = 16;

/** One variable of the exploration. */
export interface Visit {
  readonly node: number;
  readonly state: 'to_explore' | 'exploring' | 'explored';
  /** The operation it was found through: says which use of a shared content is meant. */
  readonly discoveredBy: number | undefined;
  readonly discoveredFrom: number | undefined;
  readonly outcome: string;
}

/** Why a change of the frontier was refused, in words for the model; undefined when it was made. */
export type Refusal = string | undefined;

/**
 * What the agent explores: a frontier in order of execution, the variable being explored, the history
 * with outcomes, and how it all ended (memtrace-method §4).
 */
export class Exploration {
  private readonly visits = new Map<number, Visit>();
  private history: readonly number[] = [];
  private current: number | undefined;
  /** What the agent concluded; undefined while it explores. */
  outcome: string | undefined;

  constructor(
    private readonly trace: AgentTrace,
    private readonly most = MOST_WAITING,
  ) {}

  /** Starts anew from these variables; from the root of everything when there are none. */
  start(nodes: readonly number[]): void {
    this.visits.clear();
    this.history = [];
    this.current = undefined;
    this.outcome = undefined;
    const first = nodes.length === 0 ? [ROOT] : [...new Set(nodes)].slice(0, this.most);
    for (const node of first) this.put(node, 'to_explore', undefined);
  }

  /** Variables that wait, the earliest in execution order first. */
  get frontier(): readonly Visit[] {
    return [...this.visits.values()]
      .filter(({ state }) => state === 'to_explore')
      .sort((a, b) => this.order(a) - this.order(b) || a.node - b.node);
  }

  get exploring(): Visit | undefined {
    return this.current === undefined ? undefined : this.visits.get(this.current);
  }

  /** The variable to explore now: the current one, else the earliest that waits. */
  next(): Visit | undefined {
    if (this.exploring !== undefined) return this.exploring;
    const [earliest] = this.frontier;
    if (earliest === undefined) return undefined;
    this.current = earliest.node;
    return this.put(earliest.node, 'exploring', earliest);
  }

  add(node: number, discoveredBy: number | undefined): Refusal {
    const known = this.visits.get(node);
    if (known?.state === 'to_explore') return `${this.name(node)} is on the frontier already.`;
    if (known?.state === 'exploring') return `${this.name(node)} is being explored right now.`;
    // Another use of the same content is another thing to look at.
    if (known?.state === 'explored' && known.discoveredBy === discoveredBy)
      return `${this.name(node)} was explored already: see view_exploration_history.`;
    if (this.frontier.length >= this.most)
      return `The frontier is full (${this.most}); delete an entry first.`;
    this.visits.set(node, {
      node,
      state: 'to_explore',
      discoveredBy,
      discoveredFrom: this.current,
      outcome: '',
    });
    return undefined;
  }

  remove(node: number): Refusal {
    if (this.visits.get(node)?.state !== 'to_explore')
      return `${this.name(node)} is not on the frontier.`;
    this.visits.delete(node);
    return undefined;
  }

  /** Marks the current variable explored. */
  finish(outcome: string): Refusal {
    const visit = this.exploring;
    if (visit === undefined) return 'No variable is being explored; call explore_graph_trace_node.';
    this.visits.set(visit.node, { ...visit, state: 'explored', outcome });
    this.history = [...this.history.filter((node) => node !== visit.node), visit.node];
    this.current = undefined;
    return undefined;
  }

  /** Everything explored, in order, with what was concluded. */
  showHistory(most = 40): string {
    if (this.history.length === 0) return 'Nothing was explored yet.';
    const left = this.history.length - most;
    return [
      ...(left > 0 ? [`[${left} earlier ones left out]`] : []),
      ...this.history
        .slice(-most)
        .map((node) => `${this.name(node)}: ${cut(this.visits.get(node)?.outcome ?? '', 300)}`),
    ].join('\n');
  }

  /** The state as a hint before each step of the model. */
  show(): string {
    const { exploring, frontier } = this;
    const waiting = frontier.map((visit) => `- ${this.describe(visit)}`);
    return [
      '<exploration_state>',
      exploring === undefined
        ? 'No variable is being explored.'
        : `Exploring ${this.describe(exploring)}`,
      `Frontier, ${frontier.length} of at most ${this.most}, earliest first:`,
      ...(waiting.length === 0 ? ['(empty)'] : waiting),
      `Explored so far (${this.history.length}):`,
      this.showHistory(8),
      this.advice(),
      '</exploration_state>',
    ].join('\n');
  }

  name(node: number): string {
    return node === ROOT ? DUMMY_ROOT : this.trace.handle(node);
  }

  private advice(): string {
    if (this.outcome !== undefined) return 'Next: call submit_verdict.';
    if (this.exploring !== undefined)
      return 'Next: follow the outputs that matter (update_to_explore_nodes), then finish_node_exploration.';
    if (this.frontier.length > 0) return 'Next: explore_graph_trace_node takes the earliest entry.';
    return 'Next: finish_graph_exploration if the first break is found, else search_values for what is missing.';
  }

  private describe(visit: Visit): string {
    const { node, discoveredBy } = visit;
    if (node === ROOT) return `${DUMMY_ROOT} (all variables that nothing led to)`;
    const { graph } = this.trace;
    const id = escaped(cut(graph.nodeId(node), 80));
    const by = discoveredBy === undefined ? '' : `, found through ${graph.opId(discoveredBy)}`;
    return `${this.trace.handle(node)} ${id} (${escaped(graph.category(node))}${by})`;
  }

  /** Execution order: shared contents were created long before the operation that matters. */
  private order({ node, discoveredBy }: Visit): number {
    if (node === ROOT) return -1;
    const { graph } = this.trace;
    if (discoveredBy !== undefined) return graph.rank(discoveredBy);
    const [first] = this.trace.operationsAt(node);
    return first === undefined ? Number.MAX_SAFE_INTEGER : graph.rank(first);
  }

  private put(node: number, state: Visit['state'], from: Visit | undefined): Visit {
    const visit: Visit = {
      node,
      state,
      discoveredBy: from?.discoveredBy,
      discoveredFrom: from?.discoveredFrom,
      outcome: '',
    };
    this.visits.set(node, visit);
    return visit;
  }
}

import type { EvolutionGraph } from '../../graph/evolution-graph';
import { kindOf, type RecordedOperation } from './recorded-operation';
import type { RecordedTrace } from './recorded-trace';

/** One thing that was asked of the memory system, and the operations it caused, in order. */
export type Step =
  | { readonly kind: 'session'; readonly session: number }
  | {
      readonly kind: 'messages';
      readonly messages: readonly number[];
      readonly operations: readonly RecordedOperation[];
    }
  | { readonly kind: 'flush'; readonly operations: readonly RecordedOperation[] }
  | {
      readonly kind: 'search' | 'answer' | 'judge';
      readonly query: number;
      readonly operations: readonly RecordedOperation[];
    };

type Caused = Exclude<Step, { readonly kind: 'session' }>;

/**
 * What a trace was asked to do, in execution order: sessions, messages, the final flush, searches,
 * answers, judgements. Operations that read no message and no query belong to the step before them;
 * messages that no operation read (an exception that was swallowed) are steps without operations.
 */
export function readPlan(trace: RecordedTrace): readonly Step[] {
  return new PlanReader(trace).read();
}

class PlanReader {
  private readonly graph: EvolutionGraph;
  private readonly steps: Step[] = [];
  private session: number | undefined;
  private open: { readonly step: Caused; readonly operations: RecordedOperation[] } | undefined;
  private readonly seenSessions = new Set<number>();
  private readonly messages: readonly number[];
  private readonly position: ReadonlyMap<number, number>;
  private readonly queries: readonly number[];
  private nextMessage = 0;
  private readonly searched = new Set<number>();

  constructor(private readonly trace: RecordedTrace) {
    this.graph = trace.graph;
    const nodes = Array.from({ length: this.graph.nodeCount }, (_, node) => node);
    this.messages = nodes.filter((node) => this.graph.category(node) === 'message');
    this.position = new Map(this.messages.map((node, i) => [node, i]));
    this.queries = nodes.filter((node) => this.graph.className(node) === 'query');
  }

  read(): readonly Step[] {
    for (const op of this.graph.adjacency.operationOrder) {
      if (this.graph.operationCategory(op) === 'sentinel') continue;
      this.place(this.trace.operation(op));
    }
    this.messagesBefore(this.messages.length);
    this.sessionsBefore(this.graph.sessionCount);
    return this.steps;
  }

  private place(operation: RecordedOperation): void {
    const session = this.graph.operationSession(operation.op);
    if (operation.name === 'question-answering') {
      this.query('answer', operation, session);
      return;
    }
    if (operation.name === 'llm-judge') {
      this.query('judge', operation, session);
      return;
    }
    if (this.graph.operationCategory(operation.op) === 'retrieval') {
      this.query('search', operation, session);
      return;
    }
    const read = operation.inputs.filter((node) => this.graph.category(node) === 'message');
    if (read.length > 0) {
      const open = this.open?.step;
      if (open?.kind === 'messages' && read.every((node) => open.messages.includes(node))) {
        this.append(operation);
        return;
      }
      this.messagesBefore(this.position.get(read[0] ?? -1) ?? 0);
      this.enter(session);
      const after = read.map((node) => (this.position.get(node) ?? 0) + 1);
      this.nextMessage = Math.max(this.nextMessage, ...after);
      this.start({ kind: 'messages', messages: read, operations: [] }, operation);
      return;
    }
    if (session === this.session && this.open !== undefined) {
      this.append(operation);
      return;
    }
    this.messagesBefore(this.messages.length, operation);
    this.enter(session);
    if (this.open?.step.kind === 'flush') {
      this.append(operation);
      return;
    }
    this.start({ kind: 'flush', operations: [] }, operation);
  }

  /** A search, answer or judgement: of the query it reads, else of the one under way. */
  private query(
    kind: 'search' | 'answer' | 'judge',
    operation: RecordedOperation,
    session: number | undefined,
  ): void {
    const own = operation.inputs.find((node) => kindOf(this.graph, node) === 'query');
    const open = this.open?.step;
    const goesOn =
      open?.kind === kind && session === this.session && (own === undefined || own === open.query);
    const isEmptySearch = kind === 'search' && this.graph.edgesOf(operation.op).length === 0;
    if (goesOn && !isEmptySearch) {
      this.append(operation);
      return;
    }
    const query = own ?? (kind === 'search' ? this.unsearched() : undefined);
    if (query === undefined) {
      this.append(operation);
      return;
    }
    this.messagesBefore(this.messages.length, operation);
    this.enter(session);
    if (kind === 'search') this.searched.add(query);
    this.start({ kind, query, operations: [] }, operation);
  }

  /** A search that found nothing leaves no edge: it belongs to the next query that was not searched. */
  private unsearched(): number | undefined {
    return this.queries.find((node) => !this.searched.has(node));
  }

  private start(step: Caused, operation: RecordedOperation): void {
    const operations = [operation];
    this.open = { step, operations };
    this.steps.push({ ...step, operations });
  }

  private append(operation: RecordedOperation): void {
    if (this.open === undefined) this.start({ kind: 'flush', operations: [] }, operation);
    else this.open.operations.push(operation);
  }

  private enter(session: number | undefined): void {
    if (session === undefined || session === this.session) return;
    this.sessionsBefore(session);
    this.session = session;
    this.open = undefined;
    this.seenSessions.add(session);
    this.steps.push({ kind: 'session', session });
  }

  /** Sessions without any operation stand where the file has them. */
  private sessionsBefore(limit: number): void {
    for (let session = 0; session < limit; session++) {
      if (this.seenSessions.has(session)) continue;
      this.seenSessions.add(session);
      if (this.graph.sessionRecord(session).get('category') !== 'sentinel')
        this.steps.push({ kind: 'session', session });
    }
  }

  /** Messages before `limit` that no operation read, as far as they were recorded before `operation`. */
  private messagesBefore(limit: number, operation?: RecordedOperation): void {
    for (; this.nextMessage < limit; this.nextMessage++) {
      const message = this.messages[this.nextMessage];
      if (message === undefined) return;
      const at = operation === undefined ? undefined : this.graph.operationCreatedAt(operation.op);
      if (at !== undefined && this.graph.createdAt(message) > at) return;
      if (this.isRead(message)) continue;
      this.enter(this.graph.nodeSession(message));
      this.steps.push({ kind: 'messages', messages: [message], operations: [] });
      this.open = undefined;
    }
  }

  private isRead(message: number): boolean {
    return this.graph.outgoing(message).length > 0;
  }
}

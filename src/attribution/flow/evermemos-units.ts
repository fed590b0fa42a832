import type { EvolutionGraph } from '../../graph/evolution-graph';
import {
  isObject,
  parseLenient,
  stringField,
  toJsonObject,
  type JsonObject,
} from '../../trace/json';
import { lifelines, type Lifeline } from './lifelines';

/** One memory unit of EverMemOS as far as a question can meet it. */
export interface EverUnit {
  readonly eventId: string;
  readonly lifeline: Lifeline;
  /** The last version. */
  readonly node: number;
  /** Subject and episode, a line each: all that an answering model is ever shown (§4.2). */
  readonly shown: string;
  /** The atomic facts of the event log, one a line: only retrieval reads them. */
  readonly log: string;
  /** The conversation time of the unit (ISO). */
  readonly at: string | undefined;
  /** The version that still holds its messages, before extraction. */
  readonly raw: number | undefined;
  /** The operation that turned messages into a unit, and the one that wrote its episode. */
  readonly finalizeOp: number | undefined;
  readonly extractOp: number | undefined;
}

/** The units of an EverMemOS trace, and which of them each message went into. */
export interface EverUnits {
  readonly units: readonly EverUnit[];
  readonly byNode: ReadonlyMap<number, EverUnit>;
  readonly ids: ReadonlySet<string>;
  /** `content` of a message → the units it was grouped into, in execution order. */
  readonly byMessage: ReadonlyMap<string, readonly EverUnit[]>;
}

const known = new WeakMap<EvolutionGraph, EverUnits>();

/** The units of a trace; read once a graph, each unit's first and last version once. */
export function everUnits(graph: EvolutionGraph): EverUnits {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const units: EverUnit[] = [];
  const byNode = new Map<number, EverUnit>();
  const byMessage = new Map<string, EverUnit[]>();
  const rankOf = (unit: EverUnit): number =>
    unit.finalizeOp === undefined ? 0 : graph.rank(unit.finalizeOp);
  for (const lifeline of lifelines(graph).units) {
    const { unit, messages } = readUnit(graph, lifeline);
    if (unit === undefined) continue;
    units.push(unit);
    for (const version of lifeline.versions) byNode.set(version.node, unit);
    for (const message of new Set(messages)) {
      const list = byMessage.get(message) ?? [];
      list.push(unit);
      byMessage.set(message, list);
    }
  }
  for (const list of byMessage.values()) list.sort((a, b) => rankOf(a) - rankOf(b));
  const ids = new Set(units.map(({ eventId }) => eventId));
  const read = { units, byNode, ids, byMessage };
  known.set(graph, read);
  return read;
}

function readUnit(
  graph: EvolutionGraph,
  lifeline: Lifeline,
): { readonly unit: EverUnit | undefined; readonly messages: readonly string[] } {
  const first = lifeline.versions[0];
  const last = lifeline.versions.at(-1);
  if (first === undefined || last === undefined) return { unit: undefined, messages: [] };
  const before = fieldsOf(graph, first.node);
  const after = last === first ? before : fieldsOf(graph, last.node);
  const messages = contentsOf(before.get('original_data'));
  const subject = stringField(after, 'subject') ?? '';
  const episode = stringField(after, 'episode') ?? '';
  const rewriting = lifeline.versions[1]?.op;
  const unit: EverUnit = {
    eventId: stringField(after, 'event_id') ?? eventIdOf(graph, last.node),
    lifeline,
    node: last.node,
    shown: episode === '' ? '' : `${subject}\n${episode}`,
    log: logOf(after.get('event_log')),
    at: stringField(after, 'timestamp'),
    raw: messages.length > 0 ? first.node : undefined,
    finalizeOp: first.op,
    extractOp: rewriting ?? readerOf(graph, first.node) ?? first.op,
  };
  return { unit, messages };
}

const fieldsOf = (graph: EvolutionGraph, node: number): JsonObject =>
  toJsonObject(parseValue(graph.rawValue(node)));

function parseValue(raw: string): unknown {
  try {
    return parseLenient(raw);
  } catch (error) {
    // A unit in another encoding has no fields to follow; its text is still matched as a whole.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function contentsOf(original: unknown): readonly string[] {
  if (!Array.isArray(original)) return [];
  return original.flatMap((message: unknown) => {
    const content = isObject(message) ? message['content'] : undefined;
    return typeof content === 'string' ? [content] : [];
  });
}

function logOf(log: unknown): string {
  const facts = isObject(log) ? log['atomic_fact'] : undefined;
  return Array.isArray(facts) ? facts.filter((fact) => typeof fact === 'string').join('\n') : '';
}

/** `memory-unit-<event id>@4` → `<event id>`. */
function eventIdOf(graph: EvolutionGraph, node: number): string {
  const name = graph.fullName(node);
  return name.startsWith('memory-unit-') ? name.slice('memory-unit-'.length) : name;
}

/** The extraction that read a unit and wrote none back: its model call failed. */
function readerOf(graph: EvolutionGraph, node: number): number | undefined {
  for (const edge of graph.outgoing(node)) {
    const op = graph.operationOfEdge(edge);
    if (op !== undefined && graph.operationCategory(op) === 'extraction') return op;
  }
  return undefined;
}

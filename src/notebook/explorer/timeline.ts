import type { NodeId, OpId } from '../../base/brand';
import { shorten } from '../../base/text/shorten';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import { causesOf } from '../../graph/causes';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { plainText } from '../../trace/decode/plain-text';
import { parseRecord, stringField } from '../../trace/json';
import type {
  TimelineMark,
  TimelineOperation,
  TimelinePage,
  TimelineQuery,
  TimelineRow,
  TimelineSession,
} from './timeline-contract';

/** A line before its texts are read. */
export type Line =
  | { readonly kind: 'session'; readonly session: number }
  | { readonly kind: 'message'; readonly session: number; readonly node: number }
  | { readonly kind: 'others'; readonly session: number; readonly operations: readonly number[] };

/** All lines of a trace, and where each session and message stands. */
export interface TimelineLines {
  readonly lines: readonly Line[];
  readonly sessions: readonly TimelineSession[];
  readonly rowOfMessage: ReadonlyMap<number, number>;
  readonly rowOfOperation: ReadonlyMap<number, number>;
  readonly operations: number;
  readonly messages: number;
}

const MOST_TEXT = 400;
const MOST_OPERATIONS = 6;

const known = new WeakMap<EvolutionGraph, TimelineLines>();

/** The lines of the timeline: sessions in order, their messages in order. Made once for a trace. */
export function timelineLines(graph: EvolutionGraph): TimelineLines {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const { messages, operationsOf, others } = causesOf(graph);
  const lines: Line[] = [];
  const sessions: { -readonly [K in keyof TimelineSession]: TimelineSession[K] }[] = [];
  const rowOfMessage = new Map<number, number>();
  const rowOfOperation = new Map<number, number>();
  const othersOf = new Map<number | undefined, number[]>();
  for (const op of others) {
    const session = graph.operationSession(op);
    const list = othersOf.get(session);
    if (list === undefined) othersOf.set(session, [op]);
    else list.push(op);
  }
  let open: number | undefined;
  let isFirst = true;
  const close = (): void => {
    const left = othersOf.get(open);
    const last = sessions.at(-1);
    if (left === undefined || last === undefined || left.length === 0) return;
    for (const op of left) rowOfOperation.set(op, lines.length);
    lines.push({ kind: 'others', session: last.session, operations: left });
    last.operations += left.length;
    othersOf.delete(open);
  };
  const begin = (session: number | undefined): void => {
    if (!isFirst && session === open) return;
    if (!isFirst) close();
    [open, isFirst] = [session, false];
    sessions.push({ ...sessionWords(graph, session), session: sessions.length, row: lines.length });
    lines.push({ kind: 'session', session: sessions.length - 1 });
  };
  for (const node of messages) {
    begin(graph.nodeSession(node));
    const last = sessions.at(-1);
    const caused = operationsOf.get(node) ?? [];
    for (const op of caused) if (!rowOfOperation.has(op)) rowOfOperation.set(op, lines.length);
    rowOfMessage.set(node, lines.length);
    if (last !== undefined) {
      last.messages++;
      last.operations += caused.length;
    }
    lines.push({ kind: 'message', session: sessions.length - 1, node });
  }
  close();
  for (const session of [...othersOf.keys()]) {
    begin(session);
    close();
  }
  const made = {
    ...{ lines, sessions, rowOfMessage, rowOfOperation },
    ...{ operations: graph.operationCount, messages: messages.length },
  };
  known.set(graph, made);
  return made;
}

function sessionWords(
  graph: EvolutionGraph,
  session: number | undefined,
): Omit<TimelineSession, 'session' | 'row'> {
  const record = session === undefined ? undefined : graph.sessionRecord(session);
  return {
    id: session === undefined ? '' : graph.sessionId(session),
    comment: shorten((record && stringField(record, 'comment')) ?? '', MOST_TEXT),
    category: (record && stringField(record, 'category')) ?? '',
    at:
      (session === undefined ? undefined : graph.columns.sessions.createdAt[session]) ?? Number.NaN,
    messages: 0,
    operations: 0,
  };
}

/** A window of the timeline, of the whole trace or of one session. */
export function timelinePage(
  graph: EvolutionGraph,
  query: TimelineQuery,
  one: Case | undefined,
  verdict: Verdict | undefined,
): TimelinePage {
  const made = timelineLines(graph);
  const [from, to] = rangeOf(made, query.session);
  const start = Math.min(Math.max(0, Math.trunc(query.offset)), to - from);
  const window = made.lines.slice(from + start, Math.min(to, from + start + query.limit));
  const marked = marksOf(one, verdict);
  return {
    rows: window.flatMap((line) => rowOf(graph, made, line, marked)),
    total: to - from,
    messages: made.messages,
    operations: made.operations,
    sessions: made.sessions,
    marks: timelineMarks(graph, one, verdict)
      .filter(({ row }) => row >= from && row < to)
      .map((mark) => ({ ...mark, row: mark.row - from })),
  };
}

function rangeOf({ lines, sessions }: TimelineLines, session: number | undefined) {
  const first = session === undefined ? undefined : sessions[session];
  if (first === undefined) return [0, lines.length] as const;
  return [first.row, sessions[first.session + 1]?.row ?? lines.length] as const;
}

interface Marked {
  readonly evidence: ReadonlySet<NodeId>;
  readonly decisive: OpId | undefined;
}

function marksOf(one: Case | undefined, verdict: Verdict | undefined): Marked {
  return {
    evidence: new Set(verdict?.evidence ?? one?.evidence ?? []),
    decisive: verdict?.opId,
  };
}

/** The lines that a case is about, in order. */
export function timelineMarks(
  graph: EvolutionGraph,
  one: Case | undefined,
  verdict: Verdict | undefined,
): readonly TimelineMark[] {
  const made = timelineLines(graph);
  const marks: TimelineMark[] = [];
  const add = (row: number | undefined, kind: TimelineMark['kind']): void => {
    if (row !== undefined) marks.push({ row, kind });
  };
  for (const id of verdict?.evidence ?? one?.evidence ?? []) {
    const node = graph.findNode(id);
    if (node !== undefined) add(made.rowOfMessage.get(node), 'evidence');
  }
  const question = one === undefined ? undefined : graph.findNode(one.queryId);
  if (question !== undefined) add(made.rowOfMessage.get(question), 'question');
  const op = verdict === undefined ? undefined : graph.findOperation(verdict.opId);
  if (op !== undefined) add(made.rowOfOperation.get(op), 'decisive');
  return marks.sort((a, b) => a.row - b.row);
}

function rowOf(
  graph: EvolutionGraph,
  { sessions }: TimelineLines,
  line: Line,
  marked: Marked,
): readonly TimelineRow[] {
  switch (line.kind) {
    case 'session': {
      const session = sessions[line.session];
      return session === undefined ? [] : [{ kind: 'session', ...session }];
    }
    case 'message':
      return [messageRow(graph, line.node, marked)];
    case 'others': {
      const [first] = line.operations;
      const at = first === undefined ? Number.NaN : graph.operationCreatedAt(first);
      return [{ kind: 'others', at, ...operationsIn(graph, line.operations, marked) }];
    }
  }
}

function messageRow(graph: EvolutionGraph, node: number, marked: Marked): TimelineRow {
  const raw = graph.rawValue(node);
  const record = parseRecord(raw);
  const nodeId = graph.nodeId(node);
  return {
    kind: 'message',
    nodeId,
    isQuestion: graph.category(node) !== 'message',
    speaker: shorten(stringField(record, 'name') ?? '', 60),
    text: shorten(stringField(record, 'content') ?? plainText(raw), MOST_TEXT),
    at: graph.createdAt(node),
    evidence: marked.evidence.has(nodeId),
    ...operationsIn(graph, causesOf(graph).operationsOf.get(node) ?? [], marked),
  };
}

/** The first operations, and the decisive one wherever it stands. */
function operationsIn(
  graph: EvolutionGraph,
  operations: readonly number[],
  { decisive }: Marked,
): { readonly operations: readonly TimelineOperation[]; readonly more: number } {
  const decisiveOp = decisive === undefined ? undefined : graph.findOperation(decisive);
  const shown = operations.filter((op, i) => i < MOST_OPERATIONS || op === decisiveOp);
  return {
    operations: shown.map((op) => ({
      opId: graph.opId(op),
      name: (graph.operationName(op) || graph.operationCategory(op)).replace(
        /^memory_system\./,
        '',
      ),
      decisive: op === decisiveOp,
    })),
    more: operations.length - shown.length,
  };
}

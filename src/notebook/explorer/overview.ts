import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { variableRole } from './drawn-box';
import { timelineLines, timelineMarks } from './timeline';
import { OVERVIEW_ROLES, type OverviewRole, type OverviewView } from './timeline-contract';

const MOST_COLUMNS = 1_200;
const MOST_SESSIONS = 500;

/** The variables of a trace in order of time, and what each is; found once for a trace. */
interface InTime {
  readonly order: Uint32Array;
  readonly roles: Uint8Array;
}

const known = new WeakMap<EvolutionGraph, InTime>();

/** A whole trace as a grid of time × role. Every column holds about as many variables as any other. */
export function overview(
  graph: EvolutionGraph,
  one: Case | undefined,
  verdict: Verdict | undefined,
): OverviewView {
  const { order, roles } = inTime(graph);
  const columns = Math.max(1, Math.min(MOST_COLUMNS, order.length));
  const counts = new Uint32Array(columns * OVERVIEW_ROLES.length);
  const totals = OVERVIEW_ROLES.map(() => 0);
  const rows = new Uint32Array(columns);
  const made = timelineLines(graph);
  const columnOf = new Uint32Array(order.length);
  const sessions: { first: number; last: number; session: number; variables: number }[] = [];
  let lastRow = 0;
  order.forEach((node, place) => {
    const column = Math.min(columns - 1, Math.floor((place * columns) / order.length));
    columnOf[node] = column;
    const role = roles[node] ?? 0;
    counts[role * columns + column] = (counts[role * columns + column] ?? 0) + 1;
    totals[role] = (totals[role] ?? 0) + 1;
    lastRow = made.rowOfMessage.get(node) ?? lastRow;
    rows[column] = lastRow;
    const session = graph.nodeSession(node) ?? -1;
    const last = sessions.at(-1);
    if (last?.session === session) {
      last.last = column;
      last.variables++;
    } else sessions.push({ first: column, last: column, session, variables: 1 });
  });
  return {
    columns,
    counts,
    totals,
    rows,
    sessions: sessions.slice(0, MOST_SESSIONS).map(({ session, ...rest }) => ({
      ...rest,
      id: session < 0 ? '' : graph.sessionId(session),
      comment: made.sessions.find(({ id }) => id === idOf(graph, session))?.comment ?? '',
      row: rows[rest.first] ?? 0,
    })),
    marks: timelineMarks(graph, one, verdict).flatMap(({ row, kind }) => {
      const line = made.lines[row];
      return line?.kind === 'message' ? [{ column: columnOf[line.node] ?? 0, kind }] : [];
    }),
  };
}

const idOf = (graph: EvolutionGraph, session: number): string =>
  session < 0 ? '' : graph.sessionId(session);

function inTime(graph: EvolutionGraph): InTime {
  const cached = known.get(graph);
  if (cached !== undefined) return cached;
  const times = new Float64Array(graph.nodeCount);
  const roles = new Uint8Array(graph.nodeCount);
  let last = Number.NEGATIVE_INFINITY;
  for (let node = 0; node < graph.nodeCount; node++) {
    const at = graph.createdAt(node);
    if (!Number.isNaN(at)) last = at;
    times[node] = last;
    roles[node] = OVERVIEW_ROLES.indexOf(overviewRole(variableRole(graph, node)));
  }
  const order = Uint32Array.from(times, (_, node) => node);
  order.sort((a, b) => compare(times[a] ?? 0, times[b] ?? 0) || a - b);
  const made = { order, roles };
  known.set(graph, made);
  return made;
}

// Subtraction would give NaN for two infinite times.
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

const overviewRole = (role: ReturnType<typeof variableRole>): OverviewRole =>
  OVERVIEW_ROLES.find((one) => one === role) ?? 'working';

import type { NodeId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { shorten } from '../../base/text/shorten';
import { lifelines, type Lifeline } from '../../attribution/flow/lifelines';
import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type {
  LanePage,
  LifelineEvent,
  LifelineQuery,
  LifelineView,
  UnitLane,
} from './lifeline-contract';
import { unitPreview } from './unit-preview';
import { unitReaders } from './unit-readers';

const MOST_PREVIEW = 200;
const MOST_QUESTION = 300;
/** Long-Context rewrites its one unit with every message and reads it with every question. */
const MOST_EVENTS = 400;
const MOST_MARKS = 120;

/** A window of the units of a trace in order of creation. */
export function lanePage(
  graph: EvolutionGraph,
  cases: readonly Case[],
  { only, offset, limit }: LifelineQuery,
  holding: ReadonlySet<number> | undefined,
): LanePage {
  const all = lifelines(graph).units;
  const matching = all.filter(
    (line) =>
      (only !== 'changed' || line.versions.length > 1) &&
      (only !== 'deleted' || line.deletions.length > 0) &&
      (holding === undefined || line.versions.some(({ node }) => holding.has(node))),
  );
  return {
    lanes: matching.slice(offset, offset + limit).map((line) => lane(graph, cases, line)),
    matching: matching.length,
    total: all.length,
  };
}

function lane(graph: EvolutionGraph, cases: readonly Case[], line: Lifeline): UnitLane {
  const nodes = line.versions.map(({ node }) => node);
  const last = nodes.at(-1) ?? 0;
  const events = eventsOf(graph, cases, line);
  const most = Math.max(1, graph.operationCount - 1);
  const deletion = line.deletions.at(-1);
  return {
    unit: graph.nodeId(last),
    name: graph.fullName(last),
    preview: unitPreview(graph, last, MOST_PREVIEW),
    versions: nodes.length,
    createdAt: graph.createdAt(nodes[0] ?? 0),
    deletedAt: deletion === undefined ? undefined : graph.operationCreatedAt(deletion),
    retrieved: new Set(events.map(({ question }) => question?.queryId)).size - 1,
    marks: events.slice(0, MOST_MARKS).map(({ kind, rank }) => ({ kind, x: rank / most })),
  };
}

/** Everything that happened to the unit that a variable is a version of. */
export function lifelineView(
  graph: EvolutionGraph,
  cases: readonly Case[],
  id: NodeId,
): Result<LifelineView> {
  const node = graph.findNode(id);
  if (node === undefined) return err(problem('not-in-trace', `No variable ${id}.`));
  const line = lifelines(graph).of.get(node) ?? {
    versions: [...graph.versions(node)].map((version) => ({
      node: version,
      op: writerOf(graph, version),
    })),
    deletions: [],
  };
  const events = eventsOf(graph, cases, line);
  return ok({
    name: graph.fullName(node),
    versions: line.versions.map((version) => ({
      nodeId: graph.nodeId(version.node),
      version: graph.version(version.node),
      at: graph.createdAt(version.node),
    })),
    events: events.slice(0, MOST_EVENTS),
    more: Math.max(0, events.length - MOST_EVENTS),
  });
}

/** The operation that wrote a variable that is no memory unit. */
function writerOf(graph: EvolutionGraph, node: number): number | undefined {
  const [edge] = graph.incoming(node);
  return edge === undefined ? undefined : graph.operationOfEdge(edge);
}

/** In order of execution; a version that no operation wrote comes first. */
function eventsOf(
  graph: EvolutionGraph,
  cases: readonly Case[],
  line: Lifeline,
): readonly (LifelineEvent & { readonly rank: number })[] {
  const readers = unitReaders(graph, cases);
  const event = (
    kind: LifelineEvent['kind'],
    node: number,
    op: number | undefined,
    question?: LifelineEvent['question'],
  ) => ({
    kind,
    at: op === undefined ? graph.createdAt(node) : graph.operationCreatedAt(op),
    opId: op === undefined ? undefined : graph.opId(op),
    opName: op === undefined ? '' : graph.operationName(op),
    nodeId: graph.nodeId(node),
    version: graph.version(node),
    question,
    rank: op === undefined ? 0 : graph.rank(op),
  });
  const written = line.versions.map(({ node, op }, i) =>
    event(i === 0 ? 'created' : 'updated', node, op),
  );
  const last = line.versions.at(-1)?.node ?? 0;
  const deleted = line.deletions.map((op) => event('deleted', last, op));
  const read = line.versions.flatMap(({ node }) =>
    (readers.get(node) ?? []).map((reader) =>
      event('retrieved', node, reader.op, {
        queryId: reader.case.queryId,
        text: shorten(reader.case.question, MOST_QUESTION),
        outcome: reader.case.outcome,
        rank: reader.rank,
        given: reader.given,
      }),
    ),
  );
  return [...written, ...deleted, ...read].sort((a, b) => a.rank - b.rank);
}

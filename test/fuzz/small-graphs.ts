import { readFileSync, readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { graphObject, tinyGraph, type RawGraph, type RawRecord } from '../support/graph-file';

/** The lists of a graph that mutants change, as they stand in its file. */
export type GraphObject = Readonly<Record<string, unknown>>;

/** A small valid trace that mutants are made of. */
export interface SmallGraph {
  readonly name: string;
  readonly graph: GraphObject;
  readonly text: string;
}

const SAMPLES = new URL('../../public/samples/', import.meta.url);
const NATURAL = new URL('../fixtures/natural/', import.meta.url);
/** Operations kept around one question: enough for every part of attribution to have work. */
const OPERATIONS = 4;
/** Edges kept of each. */
const EDGES = 4;
/** Longer values are cut: a mutant is to be read in a millisecond. */
const VALUE = 160;

/** The tiny graph of the tests, and a cut around one failed question of each sample and each recorded fixture. */
export function smallGraphs(): readonly SmallGraph[] {
  const samples = readdirSync(SAMPLES)
    .sort()
    .map((name) => ({ name, raw: rawGraph(readFileSync(new URL(name, SAMPLES), 'utf8')) }));
  const natural = readdirSync(NATURAL, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json.gz'))
    .sort()
    .map((name) => {
      const text = gunzipSync(readFileSync(new URL(name, NATURAL))).toString();
      return { name, raw: rawGraph(text) };
    });
  const cuts = [...samples, ...natural].map(({ name, raw }) => named(name, cutAround(raw)));
  return [named('tiny', tinyGraph), ...cuts];
}

function named(name: string, raw: RawGraph): SmallGraph {
  const graph = graphObject(raw);
  return { name, graph, text: JSON.stringify(graph) };
}

function rawGraph(text: string): RawGraph {
  const { data, ...head } = asRecord(JSON.parse(text));
  const lists = asRecord(data);
  const list = (key: string): readonly RawRecord[] => asList(lists[key]).map(asRecord);
  return {
    head,
    nodes: list('nodes'),
    edges: list('edges'),
    operations: list('operations'),
    sessions: list('sessions'),
    annotations: list('annotations'),
  };
}

/** Keeps the operations nearest to the first labelled question and to its evidence. */
function cutAround(graph: RawGraph): RawGraph {
  const annotation = graph.annotations[0] ?? {};
  const variables = new Set([annotation['query_id'], ...asList(annotation['source_evidence_ids'])]);
  const ops = new Set<unknown>();
  // Each round follows what the operations found so far read and wrote.
  for (let round = 0; round < 3 && ops.size < OPERATIONS; round++) {
    for (const { op_id, source_full_node_id, target_full_node_id } of graph.edges)
      if (
        ops.size < OPERATIONS &&
        (variables.has(source_full_node_id) || variables.has(target_full_node_id))
      )
        ops.add(op_id);
    for (const edge of graph.edges) {
      if (!ops.has(edge['op_id'])) continue;
      variables.add(edge['source_full_node_id']);
      variables.add(edge['target_full_node_id']);
    }
  }
  const edges = [...ops].flatMap((op) => {
    const own = graph.edges.filter((edge) => edge['op_id'] === op);
    // The last edges of an operation write its result.
    return own.length <= EDGES ? own : [...own.slice(0, EDGES / 2), ...own.slice(-EDGES / 2)];
  });
  const ends = new Set(edges.flatMap((e) => [e['source_full_node_id'], e['target_full_node_id']]));
  return {
    ...graph,
    nodes: graph.nodes.filter((node) => ends.has(node['full_node_id'])).map(shortened),
    edges: edges.map(shortened),
    operations: graph.operations.filter((op) => ops.has(op['op_id'])).map(shortened),
    sessions: graph.sessions.slice(0, 2).map(shortened),
    annotations: [annotation],
  };
}

/** Cuts long texts, and leaves of the metadata what cases are collected from. */
function shortened(record: RawRecord): RawRecord {
  const cut = (value: unknown): unknown =>
    typeof value === 'string' && value.length > VALUE ? value.slice(0, VALUE) : value;
  const { evidence, question_type } = asRecord(record['metadata']);
  const metadata = { ...(evidence === undefined ? {} : { evidence }), question_type };
  const fields = Object.entries(record).map(([key, value]) => [key, cut(value)] as const);
  return { ...Object.fromEntries(fields), metadata };
}

/** The value as an object; empty when it is none. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** The value as a list; empty when it is none. */
export const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value.map((item: unknown) => item) : [];

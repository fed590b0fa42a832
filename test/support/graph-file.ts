/** A record as it stands in a trace file. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** The lists of a graph, for tests that change single records. */
export interface RawGraph {
  readonly head: RawRecord;
  readonly nodes: readonly RawRecord[];
  readonly edges: readonly RawRecord[];
  readonly operations: readonly RawRecord[];
  readonly sessions: readonly RawRecord[];
  readonly annotations: readonly RawRecord[];
}

const time = (second: number): string =>
  `2026-03-02 10:00:${String(second).padStart(2, '0')}.${String(second * 7).padStart(3, '0')}`;

const common = { graph_id: 'graph-tiny', user_id: 'someone', project_id: 'Mem0' };

/** A record of a variable; `className` null makes a bare name. */
export function rawNode(name: string, value: string, more: RawRecord = {}): RawRecord {
  return {
    created_at: time(2),
    filename: 'layer.py',
    lineno: 5,
    name,
    version: 1,
    value,
    comment: null,
    category: 'variable',
    ...common,
    class_name: null,
    session_id: 's-1',
    metadata: {},
    ...more,
  };
}

/** A record of an edge from one full node id to another. */
export function rawEdge(
  id: string,
  op: string,
  source: string,
  target: string,
  more: RawRecord = {},
): RawRecord {
  return {
    created_at: time(3),
    edge_id: id,
    ...common,
    session_id: 's-1',
    op_id: op,
    category: 'extraction',
    source_full_node_id: source,
    target_full_node_id: target,
    comment: null,
    metadata: {},
    ...more,
  };
}

/** A graph of one message, one extraction and one fact, with one label: everything in order. */
export const tinyGraph: RawGraph = {
  head: {
    ...common,
    storage_path: null,
    strict: true,
    created_at: time(0),
    metadata: { layer_type: 'Mem0' },
  },
  sessions: [
    {
      created_at: time(1),
      session_id: 's-1',
      session_name: null,
      ...common,
      category: 'memory_construction',
      metadata: {},
    },
  ],
  nodes: [
    rawNode('U1:D1:1', '{"content": "My cat is called Miso"}', { category: 'message' }),
    rawNode('str:1', "['Cat is called Miso']", {
      class_name: 'extracted_facts',
      category: 'llm_response',
    }),
    rawNode('unit@home', 'Cat is called Miso', { version: 2 }),
  ],
  operations: [
    {
      created_at: time(2),
      op_id: 'op-1',
      op_name: 'extract',
      ...common,
      category: 'extraction',
      session_id: 's-1',
      metadata: {},
    },
    {
      created_at: time(4),
      op_id: 'op-2',
      op_name: null,
      ...common,
      category: 'update',
      session_id: 's-1',
      metadata: {},
    },
  ],
  edges: [
    rawEdge('e-1', 'op-1', 'U1:D1:1@1', 'extracted_facts:str:1@1'),
    rawEdge('e-2', 'op-2', 'extracted_facts:str:1@1', 'unit@home@2', { category: 'update' }),
  ],
  annotations: [
    { query_id: 'q@1', source_evidence_ids: ['U1:D1:1@1'], final_error_type: 'UpdateError' },
  ],
};

/** The object of a graph as smartcomment exports it. */
export function graphObject(graph: RawGraph): RawRecord {
  const { head, nodes, edges, operations, sessions, annotations } = graph;
  return { ...head, data: { nodes, edges, operations, sessions, annotations } };
}

/** The text of a graph. */
export const graphText = (graph: RawGraph = tinyGraph, indent?: number): string =>
  JSON.stringify(graphObject(graph), undefined, indent);

/** The text as bytes. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new TextEncoder().encode(text));

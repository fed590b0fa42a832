import type { EvolutionGraph } from '../../graph/evolution-graph';
import { objectField, type JsonObject } from '../../trace/json';

/** A parameter as a trace records it. */
export interface RecordedParameter {
  readonly name: string;
  /** `undefined` where the trace does not say. */
  readonly value: number | boolean | undefined;
}

/** Parameters that steer what is kept and found, the likeliest to help first. */
const KNOWN = [
  'top_k',
  'context_window',
  'max_tokens',
  'num_overlap_msgs',
  'similarity_threshold',
  'threshold',
  'sufficiency_check_docs',
  'bm25_top_n',
  'emb_top_n',
  'rrf_k',
  'multi_query',
  'use_reranker',
  'hard_token_limit',
  'hard_message_limit',
];

/**
 * The parameters that an operation follows: numbers and switches of its own record, its edges' or its
 * session's. A search follows at least top-k, also where the trace does not record it.
 */
export function parametersOf(graph: EvolutionGraph, op: number): readonly RecordedParameter[] {
  const found = new Map<string, number | boolean>();
  const read = (metadata: JsonObject): void => {
    for (const [name, value] of metadata)
      if ((typeof value === 'number' || typeof value === 'boolean') && !found.has(name))
        found.set(name, value);
  };
  read(objectField(graph.operationRecord(op), 'metadata'));
  const [edge] = graph.edgesOf(op);
  if (edge !== undefined) read(objectField(graph.edgeRecord(edge), 'metadata'));
  const session = graph.operationSession(op);
  if (session !== undefined) read(objectField(graph.sessionRecord(session), 'metadata'));
  const known = KNOWN.filter((name) => found.has(name));
  const isSearch = graph.operationCategory(op) === 'retrieval';
  if (isSearch && !found.has('top_k')) known.unshift('top_k');
  return known.map((name) => ({ name, value: found.get(name) }));
}

import type { EvolutionGraph } from '../graph/evolution-graph';
import { NO_CHANGES, type ParameterValue } from './engine/changes';
import { Parameters } from './engine/parameters';
import { RecordedTrace } from './engine/recorded-trace';
import { isRunnable, type RunnableSystem } from './systems/make-system';

/** A parameter of a memory system that a replay follows. */
export interface SystemParameter {
  readonly name: string;
  /** What the trace records, or the default of the benchmark's runs. */
  readonly value: number | boolean;
  readonly isRecorded: boolean;
}

/** The parameters that the systems read, with the defaults of the benchmark's runs (memory-systems §1–§4). */
const DEFAULTS: Readonly<Record<RunnableSystem, Readonly<Record<string, number | boolean>>>> = {
  'long-context': { context_window: 32_768 },
  rag: { top_k: 10, max_tokens: 1_200, num_overlap_msgs: 0, deferred: true },
  mem0: { top_k: 10 },
  evermemos: {
    top_k: 10,
    bm25_top_n: 50,
    emb_top_n: 50,
    rrf_k: 60,
    sufficiency_check_docs: 10,
    use_reranker: true,
    multi_query: false,
    hard_token_limit: 8_192,
    hard_message_limit: 50,
    event_log_enabled: true,
  },
};

/** The parameters of a memory system with their defaults. */
export const defaultParameters = (system: RunnableSystem): readonly SystemParameter[] =>
  Object.entries(DEFAULTS[system]).map(([name, value]) => ({ name, value, isRecorded: false }));

/** The parameters of the memory system of a trace, with what it records of them. */
export function parametersOf(graph: EvolutionGraph): readonly SystemParameter[] {
  if (!isRunnable(graph.system)) return [];
  const recorded = new Parameters(new RecordedTrace(graph), NO_CHANGES);
  return defaultParameters(graph.system).map((parameter) => {
    const { name, value } = parameter;
    if (!recorded.has(name)) return parameter;
    const kept: ParameterValue =
      typeof value === 'number' ? recorded.number(name, value) : recorded.flag(name, value);
    return { name, value: kept, isRecorded: true };
  });
}

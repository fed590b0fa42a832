import type { Result } from '../base/result';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { playTrace, type Replay, type ReplayOptions } from './play-trace';
import { LazyTokenCounter } from './tokens/token-counter';

export type { Replay, ReplayOptions } from './play-trace';

/**
 * Runs the memory system of a loaded trace again (memory-systems §1–§4): messages, questions, prompts and
 * parameters come from the trace, and so does what cannot be computed, while what it depends on is
 * unchanged. Changes are carried through; only what they touch is asked of the model.
 */
export const replayTrace = (
  graph: EvolutionGraph,
  options: ReplayOptions = {},
): Promise<Result<Replay>> => playTrace(graph, options, (model) => new LazyTokenCounter(model));

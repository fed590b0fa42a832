import { problem } from '../../../base/problem';
import { err } from '../../../base/result';
import type { EnginePorts } from '../model-worker-api';

/** Starts the engine of a kind and gives the port that reaches it. */
export const startEngine: EnginePorts = (kind) =>
  Promise.resolve(err(problem('model-engine-failed', `${kind}: no such engine in this build.`)));

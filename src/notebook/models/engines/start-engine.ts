import { problem } from '../../../base/problem';
import { err, ok } from '../../../base/result';
import type { EnginePorts } from '../model-worker-api';

/** Starts the engine of a kind, fetched when it is first needed, and gives the port that reaches it. */
export const startEngine: EnginePorts = async (kind) => {
  try {
    switch (kind) {
      case 'gguf':
        return ok(await (await import('./start-wllama')).startWllama());
      case 'webllm':
        return ok(await (await import('./start-webllm')).startWebLlm());
      case 'built-in':
        return ok((await import('./start-built-in')).startBuiltIn());
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(problem('model-engine-failed', reason));
  }
};

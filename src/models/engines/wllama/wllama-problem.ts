import { problem, type Problem } from '../../../base/problem';
import { shorten } from '../../../base/text/shorten';

/**
 * What an error of wllama or of llama.cpp inside it means to the user.
 * @param otherwise what an error means that says nothing known: llama.cpp only aborts on some damaged files
 */
export function wllamaProblem(
  error: unknown,
  what: string,
  otherwise: 'model-unreadable' | 'model-engine-failed' = 'model-engine-failed',
): Problem {
  const said = error instanceof Error ? error.message : String(error);
  const detail = `${what}: ${shorten(said, 300)}`;
  const kind: unknown = error instanceof Error && 'type' in error ? error.type : undefined;
  if (kind === 'kv_cache_full' || /context (?:size|window)|exceeds? the available/i.test(said))
    return problem('model-too-long', detail);
  if (/memory|alloc|oom\b/i.test(said)) return problem('model-out-of-memory', detail);
  if (kind === 'model_not_loaded') return problem('model-not-loaded', detail);
  if (kind === 'load_error' || /load|magic|gguf|unknown model architecture/i.test(said))
    return problem('model-unreadable', detail);
  return problem(otherwise, detail);
}

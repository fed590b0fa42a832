import { problem, type Problem } from '../../../base/problem';
import type { ProblemKind } from '../../../base/problems';
import { shorten } from '../../../base/text/shorten';

/** WebLLM names its errors; those that a user can do something about. */
const KINDS: ReadonlyMap<string, ProblemKind> = new Map<string, ProblemKind>([
  ['WebGPUNotAvailableError', 'model-no-webgpu'],
  ['WebGPUNotFoundError', 'model-no-adapter'],
  ['ShaderF16SupportError', 'model-no-f16'],
  ['FeatureSupportError', 'model-no-f16'],
  ['DeviceLostError', 'model-device-lost'],
  ['ContextWindowSizeExceededError', 'model-too-long'],
  ['EmbeddingExceedContextWindowSizeError', 'model-too-long'],
  ['IntegrityError', 'model-file-broken'],
  ['ModelNotLoadedError', 'model-not-loaded'],
  ['EngineNotLoadedError', 'model-not-loaded'],
  ['QuotaExceededError', 'storage-full'],
]);

/** Messages of what has no name of its own, in the order in which they are looked for. */
const SIGNS: readonly (readonly [RegExp, ProblemKind])[] = [
  [/quota/i, 'storage-full'],
  [/device (?:was |is )?lost|DXGI_ERROR_DEVICE/i, 'model-device-lost'],
  [
    /out of memory|\bOOM\b|exceeds? the max.*buffer|createBuffer|allocation failed/i,
    'model-out-of-memory',
  ],
  [/status(?: code)?:? ?404|not found/i, 'model-file-missing'],
  [
    /unexpected (?:token|end)|invalid (?:json|array length)|out of bounds|checksum/i,
    'model-file-broken',
  ],
  [/fetch|network|load failed/i, 'model-download-cut'],
];

/** What an error of WebLLM means to the user. */
export function webLlmProblem(error: unknown, what: string): Problem {
  const said = error instanceof Error ? error.message : String(error);
  const detail = `${what}: ${shorten(said, 300)}`;
  const named = error instanceof Error ? KINDS.get(error.name) : undefined;
  const kind = named ?? SIGNS.find(([sign]) => sign.test(said))?.[1] ?? 'model-engine-failed';
  return problem(kind, detail);
}

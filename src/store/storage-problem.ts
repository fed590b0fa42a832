import { problem, type Problem } from '../base/problem';
import type { ProblemKind } from '../base/problems';

/**
 * The one place that knows how browsers say that storing failed.
 * - Quota: `QuotaExceededError`, alone or inside the error that wraps it; when writing also a bare
 *   `AbortError`, which is how Chromium reports a full disk (dexie#776, idb#81).
 * - Private mode: `InvalidStateError`, `UnknownError`, `SecurityError`, or no IndexedDB at all.
 * - Closed by an upgrade in another tab: `DatabaseClosedError`.
 * @param doing what was tried, in words, for the detail
 * @param isWrite whether it was to change anything
 * @returns `undefined` for an error that is not about storage: a developer error, to be thrown on
 */
export function storageProblem(
  error: unknown,
  doing: string,
  isWrite: boolean,
): Problem | undefined {
  const names = namesWithin(error);
  const kind = names.map((name) => KINDS.get(name)).find((found) => found !== undefined);
  if (kind === undefined) return undefined;
  const isFull = names.includes('QuotaExceededError') || (isWrite && names.includes('AbortError'));
  return problem(
    isFull ? 'storage-full' : kind,
    `${doing}: ${names[0] ?? 'error'}${messageOf(error)}`,
  );
}

const KINDS: ReadonlyMap<string, ProblemKind> = new Map<string, ProblemKind>([
  ['QuotaExceededError', 'storage-full'],
  ['AbortError', 'storage-failed'],
  ['DatabaseClosedError', 'storage-closed'],
  ['VersionError', 'storage-newer'],
  ['BulkError', 'storage-failed'],
  ['ConstraintError', 'storage-failed'],
  ['DataCloneError', 'storage-failed'],
  ['DataError', 'storage-failed'],
  ['EncodingError', 'storage-failed'],
  ['InvalidAccessError', 'storage-failed'],
  ['InvalidStateError', 'storage-failed'],
  ['MissingAPIError', 'storage-failed'],
  ['ModifyError', 'storage-failed'],
  ['NotFoundError', 'storage-failed'],
  ['NotReadableError', 'storage-failed'],
  ['OpenFailedError', 'storage-failed'],
  ['ReadOnlyError', 'storage-failed'],
  ['SecurityError', 'storage-failed'],
  ['TimeoutError', 'storage-failed'],
  ['TransactionInactiveError', 'storage-failed'],
  ['UnknownError', 'storage-failed'],
]);

/** The names of an error and of the errors it wraps, outermost first. */
function namesWithin(error: unknown): readonly string[] {
  const names: string[] = [];
  const seen = new Set<unknown>();
  const open: unknown[] = [error];
  while (open.length > 0 && seen.size < 20) {
    const next = open.shift();
    if (!(next instanceof Error) && !(next instanceof DOMException)) continue;
    if (seen.has(next)) continue;
    seen.add(next);
    names.push(next.name);
    if ('inner' in next) open.push(next.inner);
    if ('cause' in next) open.push(next.cause);
    if ('failures' in next && Array.isArray(next.failures)) {
      for (const failure of next.failures) open.push(failure);
    }
  }
  return names;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error || error instanceof DOMException ? error.message.trim() : '';
  return text === '' ? '.' : ` (${text.slice(0, 200)}).`;
}

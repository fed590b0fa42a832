import { createXXHash128, type IHasher } from 'hash-wasm';
import { traceKey, type TraceKey } from '../../base/brand';

/** Hashes the bytes of one trace after another into trace keys. */
export interface TraceHasher {
  /** Forgets what was added. */
  start(): void;
  add(bytes: Uint8Array): void;
  /** The key of everything added since `start`. */
  key(): TraceKey;
  /** Gives it back; it must not be used after that. */
  release(): void;
}

/**
 * A hasher for trace keys: `x128-` and the xxHash128 of the trace's own bytes, white space inside
 * it included, so that the same graph has one key alone, in an array, in JSON Lines and in gzip.
 */
export async function createTraceHasher(): Promise<TraceHasher> {
  const hash = idle.pop() ?? (await createXXHash128());
  return {
    start: () => void hash.init(),
    add: (bytes) => void hash.update(bytes),
    key: () => traceKey(`x128-${hash.digest('hex')}`),
    release: () => void idle.push(hash),
  };
}

/** Hashers for the next file: making one takes a millisecond, more than reading a small file. */
const idle: IHasher[] = [];

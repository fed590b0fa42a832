import type { ArchiveMember } from './packing/zip-member';

/** Where the bytes of a file come from: any part of it, whenever it is wanted. */
export interface ByteSource {
  /** Bytes in the file as it is stored (compressed, when it is compressed). */
  readonly size: number;
  /** Set when the source is a member of an archive: how its bytes are packed there. */
  readonly member?: ArchiveMember;
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** A file that was dropped or picked, or a part of one. */
export function blobSource(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

/** Bytes that are in memory already. */
export function memorySource(bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { size: bytes.length, read: (start, end) => Promise.resolve(bytes.subarray(start, end)) };
}

/** The first chunk: code that has not run yet takes 100 ms for 4 MB. */
const FIRST_CHUNK = 256 << 10;

/**
 * The bytes of a source in order. Chunks grow to `size`; the next one is asked for while the last
 * one is worked on.
 * @param size bytes of a chunk: large enough for speed, small enough to stop within 100 ms
 * @throws AbortError when the signal is aborted; whatever the source throws
 */
export async function* chunksOf(
  source: ByteSource,
  size: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let length = Math.min(size, FIRST_CHUNK);
  let at = 0;
  const ask = (): Promise<Uint8Array<ArrayBuffer>> | undefined =>
    at < source.size ? source.read(at, Math.min(source.size, at + length)) : undefined;
  for (let next = ask(); next !== undefined;) {
    const chunk = await next;
    signal?.throwIfAborted();
    // A file that became shorter since it was dropped.
    if (chunk.length === 0) return;
    at += chunk.length;
    length = Math.min(size, length * 2);
    next = ask();
    // A chunk that fails after the consumer stopped must not become an unhandled rejection.
    next?.catch(() => undefined);
    yield chunk;
  }
}

/** Where the bytes of a file come from: any part of it, whenever it is wanted. */
export interface ByteSource {
  /** Bytes in the file as it is stored (compressed, when it is compressed). */
  readonly size: number;
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

/** How much is read at once: large enough for speed, small enough to stop within 100 ms. */
const CHUNK = 4 << 20;

/**
 * The bytes of a source from `start` to its end, in order. The next chunk is asked for while the
 * last one is worked on.
 * @throws AbortError when the signal is aborted; whatever the source throws
 */
export async function* chunksOf(
  source: ByteSource,
  start: number,
  signal: AbortSignal | undefined,
  size = CHUNK,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let at = start;
  let next = at < source.size ? source.read(at, Math.min(source.size, at + size)) : undefined;
  while (next !== undefined) {
    const chunk = await next;
    signal?.throwIfAborted();
    at += chunk.length;
    next =
      at < source.size && chunk.length > 0
        ? source.read(at, Math.min(source.size, at + size))
        : undefined;
    // A chunk that fails after the consumer stopped must not become an unhandled rejection.
    next?.catch(() => undefined);
    yield chunk;
  }
}

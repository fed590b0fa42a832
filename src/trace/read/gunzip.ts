import { chunksOf, type ByteSource } from './source';

/** What became of a gzip stream after its last byte came out. */
export type GzipEnd =
  | { readonly kind: 'whole' }
  | { readonly kind: 'damaged'; readonly at: number; readonly reason: string }
  | { readonly kind: 'too-large'; readonly bytes: number };

/** Offsets in columns are 32-bit. */
const MOST_BYTES = 0xffff_fff0;
/** Beyond this size a ratio above `BOMB_RATIO` is a decompression bomb, not a trace. */
const BOMB_BYTES = 512 << 20;
const BOMB_RATIO = 200;

/**
 * The decompressed bytes of a gzip source. Everything that comes out before damage is given, and
 * the end says what happened. Members one after the other are joined: the native stream stops at
 * the end of the first, so the next is found by the length that the member before it ends with.
 */
export async function* gunzip(
  source: ByteSource,
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array, GzipEnd> {
  let member = 0;
  let total = 0;
  for (;;) {
    let length = 0;
    let failure: string | undefined;
    const stream = inflate(source, member, signal, onRead);
    try {
      for await (const chunk of stream) {
        length += chunk.length;
        total += chunk.length;
        if (total > MOST_BYTES || (total > BOMB_BYTES && total > source.size * BOMB_RATIO))
          return { kind: 'too-large', bytes: total };
        yield chunk;
      }
    } catch (error) {
      signal?.throwIfAborted();
      failure = error instanceof Error ? error.message : String(error);
    }
    if (failure === undefined) return { kind: 'whole' };
    const next = await nextMember(source, member, length, signal);
    if (next === undefined) return { kind: 'damaged', at: total, reason: failure };
    member = next;
  }
}

function inflate(
  source: ByteSource,
  start: number,
  signal: AbortSignal | undefined,
  onRead: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const chunks = chunksOf(source, start, signal, 1 << 20);
  let read = start;
  const compressed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) {
        controller.close();
        return;
      }
      read += next.value.length;
      onRead(read);
      controller.enqueue(next.value);
    },
  });
  return compressed.pipeThrough(new DecompressionStream('gzip'));
}

/**
 * Where the member after the one at `start` begins: a gzip header right behind four bytes that hold
 * the length of what came out, which is how a member ends.
 */
async function nextMember(
  source: ByteSource,
  start: number,
  length: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  let offset = start;
  let tail = new Uint8Array(0);
  for await (const chunk of chunksOf(source, start, signal)) {
    const bytes = new Uint8Array(tail.length + chunk.length);
    bytes.set(tail);
    bytes.set(chunk, tail.length);
    const base = offset - tail.length;
    for (
      let i = bytes.indexOf(0x1f);
      i >= 0 && i + 2 < bytes.length;
      i = bytes.indexOf(0x1f, i + 1)
    ) {
      if (bytes[i + 1] !== 0x8b || bytes[i + 2] !== 8 || i < 4 || base + i <= start) continue;
      const size = new DataView(bytes.buffer, i - 4, 4).getUint32(0, true);
      if (size === length % 2 ** 32) return base + i;
    }
    offset += chunk.length;
    tail = bytes.slice(-6);
  }
  return undefined;
}

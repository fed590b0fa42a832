import { GzipReader, type GzipEnd } from './gzip-reader';

/** The packings whose content is text. */
export type TextPacking = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gzip';

/** How a packed file ended. */
export type UnpackEnd = GzipEnd;

/** Turns the chunks of a file into chunks of UTF-8. */
export interface Unpacker {
  /** How many bytes to push at once: a push must end within 100 ms, for a bomb as well. */
  readonly chunk: number;
  /** Takes a chunk; false when no more is wanted. */
  push(chunk: Uint8Array): boolean;
  finish(): UnpackEnd;
}

const PLAIN_CHUNK = 4 << 20;
/** Deflate reaches 1:1032, so that at most 128 MB come out of one chunk. */
const GZIP_CHUNK = 128 << 10;

/**
 * The unpacker for a packing.
 * @param size bytes of the file
 * @param take is given the text, in order
 */
export async function createUnpacker(
  packing: TextPacking,
  size: number,
  take: (bytes: Uint8Array) => void,
): Promise<Unpacker> {
  if (packing === 'gzip') return gzipUnpacker(await GzipReader.create(size, take));
  if (packing !== 'utf-8') return utf16Unpacker(packing, take);
  return {
    chunk: PLAIN_CHUNK,
    push: (chunk) => {
      take(chunk);
      return true;
    },
    finish: () => ({ kind: 'whole' }),
  };
}

function gzipUnpacker(gzip: GzipReader): Unpacker {
  return {
    chunk: GZIP_CHUNK,
    push: (chunk) => {
      gzip.push(chunk);
      return gzip.open;
    },
    finish: () => gzip.finish(),
  };
}

function utf16Unpacker(
  encoding: 'utf-16le' | 'utf-16be',
  take: (bytes: Uint8Array) => void,
): Unpacker {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  const pass = (text: string): void => {
    if (text !== '') take(encoder.encode(text));
  };
  return {
    chunk: PLAIN_CHUNK,
    push: (chunk) => {
      pass(decoder.decode(chunk, { stream: true }));
      return true;
    },
    finish: () => {
      pass(decoder.decode());
      return { kind: 'whole' };
    },
  };
}

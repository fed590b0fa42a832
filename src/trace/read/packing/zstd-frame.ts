/** What the header of a Zstandard frame says (RFC 8878 §3.1.1). */
export interface ZstdFrameHeader {
  /** Bytes of the header, the magic number included. */
  readonly length: number;
  /** Bytes a decoder must remember; undefined when it needs a dictionary or reserved bits are set. */
  readonly window: number | undefined;
  /** Whether four bytes of a checksum follow the last block. */
  readonly hasChecksum: boolean;
}

/** The longest header: magic, descriptor, window, dictionary, content size. */
export const LONGEST_HEADER = 4 + 1 + 1 + 4 + 8;
/** Bytes that tell how long the header is. */
export const HEADER_START = 5;

const DICTIONARY_BYTES = [0, 1, 2, 4] as const;

export type ZstdMagic = 'frame' | 'skippable' | 'none';

/** What four bytes begin. */
export function zstdMagic(bytes: Uint8Array): ZstdMagic {
  const number = uint32(bytes, 0);
  if (number === 0xfd2f_b528) return 'frame';
  return number >>> 4 === 0x184_d2a5 ? 'skippable' : 'none';
}

/** Bytes of the header that begins with these `HEADER_START` bytes. */
export function headerLength(bytes: Uint8Array): number {
  const descriptor = bytes[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const size = descriptor >> 6 === 0 ? (isSingle ? 1 : 0) : 1 << (descriptor >> 6);
  return HEADER_START + (isSingle ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + size;
}

/** Reads a whole header. */
export function readHeader(bytes: Uint8Array): ZstdFrameHeader {
  const descriptor = bytes[4] ?? 0;
  const isSingle = (descriptor & 0x20) !== 0;
  const isUnknown = (descriptor & 0x08) !== 0 || (descriptor & 3) !== 0;
  const length = headerLength(bytes);
  return {
    length,
    window: isUnknown ? undefined : isSingle ? contentSize(bytes) : windowSize(bytes[5] ?? 0),
    hasChecksum: (descriptor & 0x04) !== 0,
  };
}

function windowSize(byte: number): number {
  const base = 2 ** (10 + (byte >> 3));
  return base + (base / 8) * (byte & 7);
}

/** The content size of a single-segment frame without a dictionary: it stands behind the descriptor. */
function contentSize(bytes: Uint8Array): number {
  switch ((bytes[4] ?? 0) >> 6) {
    case 0:
      return bytes[HEADER_START] ?? 0;
    case 1:
      return (bytes[HEADER_START] ?? 0) + (bytes[HEADER_START + 1] ?? 0) * 256 + 256;
    case 2:
      return uint32(bytes, HEADER_START);
    default:
      return uint32(bytes, HEADER_START) + uint32(bytes, HEADER_START + 4) * 2 ** 32;
  }
}

/** A little-endian number of four bytes. */
export function uint32(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return (low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0;
}

/** The packings whose content is text. */
export type TextPacking = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gzip' | 'zstd';

/** How the bytes of a file are packed. */
export type Packing =
  | { readonly kind: TextPacking }
  | { readonly kind: 'zip' }
  | { readonly kind: 'unsupported'; readonly name: string };

/** As many first bytes as `sniff` looks at. */
export const SNIFF_BYTES = 16;

const MAGIC: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['UTF-32', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32', [0x00, 0x00, 0xfe, 0xff]],
  ['Parquet', [0x50, 0x41, 0x52, 0x31]],
  ['SQLite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
];

const ZIP_MARKS: ReadonlySet<number> = new Set([0x0304, 0x0506, 0x0708]);

/** Tells how a file is packed from its first bytes; its name plays no part. */
export function sniff(head: Uint8Array): Packing {
  const starts = (bytes: readonly number[], at = 0): boolean =>
    bytes.every((byte, i) => head[at + i] === byte);
  if (starts([0x1f, 0x8b])) return { kind: 'gzip' };
  if (starts([0x28, 0xb5, 0x2f, 0xfd])) return { kind: 'zstd' };
  // Frames of notes may come before the first frame of data.
  if (starts([0x2a, 0x4d, 0x18], 1) && ((head[0] ?? 0) & 0xf0) === 0x50) return { kind: 'zstd' };
  // A file, the end of an empty archive, the mark of a split one.
  if (starts([0x50, 0x4b]) && ZIP_MARKS.has((head[2] ?? 0) * 256 + (head[3] ?? 0)))
    return { kind: 'zip' };
  for (const [name, bytes] of MAGIC) if (starts(bytes)) return { kind: 'unsupported', name };
  if (starts([0xff, 0xfe])) return { kind: 'utf-16le' };
  if (starts([0xfe, 0xff])) return { kind: 'utf-16be' };
  // Without a byte order mark: JSON starts with ASCII, so one of two bytes is zero in UTF-16.
  if (head.length >= 4 && head[0] !== 0 && head[1] === 0 && head[3] === 0)
    return { kind: 'utf-16le' };
  if (head.length >= 4 && head[0] === 0 && head[1] !== 0 && head[2] === 0)
    return { kind: 'utf-16be' };
  return { kind: 'utf-8' };
}

import { createCRC32, createXXHash64, type IHasher } from 'hash-wasm';
import { problem, type Problem } from '../../../base/problem';
import type { ByteSource } from '../source';
import { GzipReader } from './gzip-reader';
import { utf16Reader, utf8Reader } from './plain-readers';
import { sniff, SNIFF_BYTES, type TextPacking } from './sniff';
import { joined, type TakeText, type UnpackEnd, type Unpacker } from './unpacker';
import { MemberReader } from './zip-member';
import { ZstdReader } from './zstd-reader';

const PLAIN_CHUNK = 4 << 20;
/**
 * Bytes pushed at once must be worked through within 100 ms. Deflate reaches 1:1032, so that at
 * most 128 MB come out of one chunk, and a bomb is stopped before that.
 */
const PACKED_CHUNK = 128 << 10;

/** A file while it is unpacked. */
export interface OpenPacking extends Unpacker {
  /** How many bytes to push at once. */
  readonly chunk: number;
  /** Whether the text is the file itself, byte for byte. */
  readonly isFile: boolean;
  /** Whether the text was UTF-16, once that is known. */
  readonly isUtf16: boolean;
  /** Why the content cannot be read, once that is known. */
  readonly problem: Problem | undefined;
}

/** Opens a file that lies in no archive, whose first bytes were looked at. */
export async function openPacking(
  packing: TextPacking,
  size: number,
  take: TakeText,
): Promise<OpenPacking> {
  const unpacker =
    packing === 'zstd'
      ? new ZstdReader(size, await createXXHash64(), take)
      : textReader(packing, size, take);
  return {
    chunk: packing === 'gzip' || packing === 'zstd' ? PACKED_CHUNK : PLAIN_CHUNK,
    isFile: packing === 'utf-8',
    isUtf16: isUtf16(packing),
    problem: undefined,
    push: (piece) => unpacker.push(piece),
    finish: () => unpacker.finish(),
  };
}

/** Opens a member of an archive: what it holds is found out when its first bytes are unpacked. */
export async function openMember(
  { size, member }: ByteSource,
  take: TakeText,
): Promise<OpenPacking | undefined> {
  if (member === undefined) return undefined;
  const content = new UnknownReader(size, await createXXHash64(), take);
  const reader = new MemberReader(member, await createCRC32(), content);
  return {
    chunk: PACKED_CHUNK,
    isFile: false,
    get isUtf16() {
      return content.isUtf16;
    },
    get problem() {
      return content.problem;
    },
    push: (piece) => reader.push(piece),
    finish: () => reader.finish(),
  };
}

const isUtf16 = (packing: TextPacking): boolean => packing === 'utf-16le' || packing === 'utf-16be';

function textReader(packing: Exclude<TextPacking, 'zstd'>, size: number, take: TakeText): Unpacker {
  switch (packing) {
    case 'gzip':
      return new GzipReader(size, take);
    case 'utf-16le':
    case 'utf-16be':
      return utf16Reader(packing, take);
    case 'utf-8':
      return utf8Reader(take);
  }
}

/** Finds out how its content is packed from the first bytes pushed. */
class UnknownReader implements Unpacker {
  problem: Problem | undefined;
  isUtf16 = false;
  private head: Uint8Array = new Uint8Array(0);
  private reader: Unpacker | undefined;

  constructor(
    private readonly size: number,
    private readonly hash: IHasher,
    private readonly take: TakeText,
  ) {}

  push(piece: Uint8Array): boolean {
    if (this.problem !== undefined) return false;
    if (this.reader !== undefined) return this.reader.push(piece);
    this.head = joined(this.head, piece);
    return this.head.length < SNIFF_BYTES || this.open();
  }

  finish(): UnpackEnd {
    if (this.reader === undefined && this.problem === undefined && this.head.length > 0)
      this.open();
    return this.reader?.finish() ?? { kind: 'whole' };
  }

  private open(): boolean {
    const packing = sniff(this.head);
    if (packing.kind === 'unsupported') return this.refuse(packing.name);
    if (packing.kind === 'zip') return this.refuse('a zip archive');
    this.isUtf16 = isUtf16(packing.kind);
    this.reader =
      packing.kind === 'zstd'
        ? new ZstdReader(this.size, this.hash, this.take)
        : textReader(packing.kind, this.size, this.take);
    return this.reader.push(this.head);
  }

  private refuse(name: string): false {
    this.problem = unsupported(name);
    return false;
  }
}

/** A packing that was recognised and cannot be read. */
export const unsupported = (name: string): Problem =>
  problem('unsupported-format', `The file is packed as ${name}.`);

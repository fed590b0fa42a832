import type { IHasher } from 'hash-wasm';
import { uint32 } from './zstd-frame';
import type { ByteSource } from '../source';
import { Inflater } from './inflater';
import { OutputLimit } from './output-limit';
import { damagedAfter, ENDS_EARLY, type UnpackEnd, type Unpacker } from './unpacker';

/** One file of an archive, as its central directory names it. Plain: it may cross threads. */
export interface ArchiveMember {
  /** As written in the archive; leads nowhere outside of it. */
  readonly path: string;
  /** Where its local header begins. */
  readonly offset: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly method: 'stored' | 'deflate';
  /** CRC-32 of the unpacked bytes. */
  readonly crc: number;
}

const LOCAL_HEADER = 30;
const LOCAL_MAGIC = 0x0403_4b50;

/** An archive whose directory points at something else. */
export class DamagedArchive extends Error {}

/**
 * The packed bytes of a member.
 * Reading rejects with DamagedArchive when there is no file where the directory says.
 */
export function memberSource(archive: ByteSource, member: ArchiveMember): ByteSource {
  let start: Promise<number> | undefined;
  return {
    size: member.packedBytes,
    member,
    read: async (from, to) => {
      start ??= dataStart(archive, member.offset);
      const at = await start;
      const end = Math.min(at + member.packedBytes, archive.size);
      return archive.read(at + from, Math.max(at + from, Math.min(at + to, end)));
    },
  };
}

/** Where the data of a member begins: the lengths in its local header differ from the directory's. */
async function dataStart(archive: ByteSource, offset: number): Promise<number> {
  const header = await archive.read(offset, Math.min(offset + LOCAL_HEADER, archive.size));
  if (header.length < LOCAL_HEADER || uint32(header, 0) !== LOCAL_MAGIC)
    throw new DamagedArchive(`The archive holds no file at byte ${String(offset)}.`);
  const uint16 = (at: number): number => (header[at] ?? 0) | ((header[at + 1] ?? 0) << 8);
  return offset + LOCAL_HEADER + uint16(26) + uint16(28);
}

/** Unpacks the bytes of a member and checks them against the directory. */
export class MemberReader implements Unpacker {
  private readonly limit: OutputLimit;
  private readonly inflater: Inflater | undefined;
  private state: 'inside' | 'done' | 'broken' = 'inside';

  /**
   * @param hash CRC-32
   * @param inner takes the unpacked bytes, which may be packed again
   */
  constructor(
    private readonly member: ArchiveMember,
    private readonly hash: IHasher,
    private readonly inner: Unpacker,
  ) {
    this.limit = new OutputLimit(member.packedBytes);
    this.hash.init();
    if (member.method === 'deflate')
      this.inflater = new Inflater('raw', (bytes) => this.emit(bytes));
  }

  push(piece: Uint8Array): boolean {
    if (this.state !== 'inside') return false;
    if (this.inflater === undefined) return this.emit(piece);
    const state = this.inflater.push(piece);
    if (state === 'done') this.state = 'done';
    if (state === 'broken') this.state = 'broken';
    return state === 'more';
  }

  finish(): UnpackEnd {
    const { total, reason } = this.limit;
    if (reason !== undefined) return { kind: 'too-large', reason };
    const inner = this.inner.finish();
    if (inner.kind === 'too-large') return inner;
    if (this.state === 'broken') return damagedAfter(total, this.inflater?.reason ?? '');
    if (total > this.member.bytes) return damagedAfter(total, 'there is more than was announced');
    const isWhole = this.inflater === undefined || this.state === 'done';
    if (!isWhole || total < this.member.bytes) return this.stoppedEarly ? inner : ENDS_EARLY;
    if (Number.parseInt(this.hash.digest('hex'), 16) !== this.member.crc)
      return damagedAfter(total, 'the checksum does not match');
    return inner;
  }

  /** The content needs no more bytes; the rest of the member was not looked at. */
  private stoppedEarly = false;

  private emit(bytes: Uint8Array): boolean {
    if (!this.limit.take(bytes.length)) return false;
    // A small size in the directory does not get a bomb past the check of it.
    if (this.limit.total > this.member.bytes) return false;
    this.hash.update(bytes);
    if (this.inner.push(bytes)) return true;
    this.stoppedEarly = true;
    return false;
  }
}

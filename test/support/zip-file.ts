import { crc32, deflateRawSync } from 'node:zlib';
import { utf8 } from './graph-file';

/** A file of an archive made for a test, and what is odd about it. */
export interface ZipMember {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly method?: number;
  readonly isEncrypted?: boolean;
  /** Sizes and checksum follow the data, and the local header holds zeros. */
  readonly hasDescriptor?: boolean;
  readonly isZip64?: boolean;
  /** Written instead of the right one. */
  readonly crc?: number;
  /** Bytes put in place of the packed ones. */
  readonly packed?: Uint8Array;
}

/** The bytes of a zip archive (APPNOTE 6.3.10, what tools commonly write). */
export function zipFile(
  members: readonly ZipMember[],
  { withDirectory = true } = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  const put = (...bytes: readonly Uint8Array[]): void => {
    for (const part of bytes) at += part.length;
    parts.push(...bytes);
  };
  for (const member of members) {
    const offset = at;
    const { common, packed, crc, size } = described(member);
    const name = utf8(member.name);
    const lengths = member.isZip64 === true ? [0xffff_ffff, 0xffff_ffff] : [packed.length, size];
    const extra =
      member.isZip64 === true
        ? join(u16(1), u16(24), u64(size), u64(packed.length), u64(offset))
        : new Uint8Array(0);
    const told = member.hasDescriptor === true ? [0, 0, 0] : [crc, ...lengths];
    const local = member.isZip64 === true ? extra.slice(0, 20) : extra;
    if (local.length > 0) local.set(u16(16), 2);
    put(u32(0x0403_4b50), common, ...told.map(u32), u16(name.length), u16(local.length));
    put(name, local, packed);
    if (member.hasDescriptor === true)
      put(u32(0x0807_4b50), ...[crc, packed.length, size].map(u32));
    directory.push(
      join(
        ...[u32(0x0201_4b50), u16(20), common, u32(crc), ...lengths.map(u32)],
        ...[name.length, extra.length, 0, 0, 0].map(u16),
        ...[u32(0), u32(member.isZip64 === true ? 0xffff_ffff : offset), name, extra],
      ),
    );
  }
  const start = at;
  if (!withDirectory) return join(...parts);
  put(...directory);
  const length = at - start;
  put(u32(0x0605_4b50), u16(0), u16(0), u16(members.length), u16(members.length));
  put(u32(length), u32(start), u16(0));
  return join(...parts);
}

function described(member: ZipMember) {
  const { content, method = 8 } = member;
  const bytes = typeof content === 'string' ? utf8(content) : content;
  const packed = member.packed ?? (method === 8 ? new Uint8Array(deflateRawSync(bytes)) : bytes);
  const flags =
    (member.isEncrypted === true ? 1 : 0) | (member.hasDescriptor === true ? 8 : 0) | 0x800;
  // Version needed, flags, method, time, date.
  const common = join(...[20, flags, method, 0, 0x21].map(u16));
  return { common, packed, crc: member.crc ?? crc32(bytes), size: bytes.length };
}

const u16 = (value: number): Uint8Array => Uint8Array.of(value & 255, (value >> 8) & 255);
const u32 = (value: number): Uint8Array =>
  Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24);
const u64 = (value: number): Uint8Array => join(u32(value % 2 ** 32), u32(value / 2 ** 32));

const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));

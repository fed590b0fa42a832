import { createCRC32, type IHasher } from 'hash-wasm';
import { Inflater } from './inflater';

/** What became of a gzip file. */
export type GzipEnd =
  | { readonly kind: 'whole' }
  /** Bytes that are no gzip member follow the last one; at least so many. */
  | { readonly kind: 'trailing'; readonly bytes: number }
  | { readonly kind: 'damaged' | 'too-large'; readonly reason: string };

/** Offsets in columns are 32-bit. */
const MOST_BYTES = 0xffff_fff0;
/** Beyond this size a ratio above `BOMB_RATIO` is a decompression bomb, not a trace. */
const BOMB_BYTES = 512 << 20;
const BOMB_RATIO = 200;

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const FLAG = { headerCheck: 2, extra: 4, name: 8, comment: 16 } as const;

/**
 * Reads a gzip file (RFC 1952) pushed in pieces: any number of members one after the other, their
 * checksums and lengths, and what follows them.
 */
export class GzipReader {
  private state: 'header' | 'body' | 'trailer' | 'ended' = 'header';
  private waiting: Uint8Array = new Uint8Array(0);
  private inflater: Inflater;
  private members = 0;
  private length = 0;
  private trailing = 0;
  private total = 0;
  private failure: GzipEnd | undefined;

  private constructor(
    private readonly crc: IHasher,
    private readonly size: number,
    private readonly emit: (bytes: Uint8Array) => void,
  ) {
    this.inflater = this.newInflater();
  }

  /**
   * @param size bytes of the compressed file
   * @param emit takes decompressed bytes, in order
   */
  static async create(size: number, emit: (bytes: Uint8Array) => void): Promise<GzipReader> {
    return new GzipReader(await createCRC32(), size, emit);
  }

  /** Whether more input can change anything. */
  get open(): boolean {
    return this.state !== 'ended';
  }

  push(piece: Uint8Array): void {
    if (this.state === 'ended') {
      return;
    }
    let bytes = join(this.waiting, piece);
    this.waiting = new Uint8Array(0);
    for (let going = true; going;) {
      const rest = this.step(bytes);
      going = rest !== undefined && this.open;
      bytes = rest ?? bytes;
    }
  }

  /** Says how the file ended, after the last piece. */
  finish(): GzipEnd {
    if (this.failure !== undefined) return this.failure;
    if (this.state === 'body' || this.state === 'trailer' || this.members === 0)
      return { kind: 'damaged', reason: 'The compressed file ends too early' };
    const bytes = this.trailing + this.waiting.length;
    return bytes > 0 ? { kind: 'trailing', bytes } : { kind: 'whole' };
  }

  /** Takes what it can from `bytes`; the rest, or undefined to wait for more. */
  private step(bytes: Uint8Array): Uint8Array | undefined {
    switch (this.state) {
      case 'header':
        return this.header(bytes);
      case 'body':
        return this.body(bytes);
      case 'trailer':
        return this.trailer(bytes);
      case 'ended':
        return undefined;
    }
  }

  private header(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length === 0) return undefined;
    const isMember = bytes[0] === 0x1f && (bytes.length < 2 || bytes[1] === 0x8b);
    // Tools that write in blocks fill the last one with zeros.
    if (!isMember) return this.end(bytes[0] === 0 && this.members > 0 ? 0 : bytes.length);
    const end = headerEnd(bytes);
    if (end === undefined) return this.wait(bytes);
    if (bytes[2] !== 8) return this.fail('the method of compression is unknown');
    this.state = 'body';
    this.inflater = this.newInflater();
    this.crc.init();
    this.length = 0;
    return bytes.subarray(end);
  }

  private body(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length === 0) return undefined;
    const state = this.inflater.push(bytes);
    if (state === 'more' || this.failure !== undefined) return undefined;
    if (state === 'broken') return this.fail('the compressed data is invalid');
    this.state = 'trailer';
    return this.inflater.rest();
  }

  private trailer(bytes: Uint8Array): Uint8Array | undefined {
    if (bytes.length < TRAILER_BYTES) return this.wait(bytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, TRAILER_BYTES);
    const crc = Number.parseInt(this.crc.digest('hex'), 16);
    if (view.getUint32(0, true) !== crc) return this.fail('the checksum does not match');
    if (view.getUint32(4, true) !== this.length % 2 ** 32)
      return this.fail('the length does not match');
    this.members++;
    this.state = 'header';
    return bytes.subarray(TRAILER_BYTES);
  }

  private wait(bytes: Uint8Array): Uint8Array | undefined {
    this.waiting = bytes.slice();
    return undefined;
  }

  private fail(reason: string): Uint8Array | undefined {
    this.failure ??= { kind: 'damaged', reason: `After ${String(this.total)} bytes ${reason}` };
    this.state = 'ended';
    return undefined;
  }

  private end(trailing: number): Uint8Array | undefined {
    this.trailing += trailing;
    this.state = 'ended';
    return undefined;
  }

  private newInflater(): Inflater {
    return new Inflater((bytes) => {
      if (this.failure !== undefined) return;
      this.length += bytes.length;
      this.total += bytes.length;
      const bomb = this.total > BOMB_BYTES && this.total > this.size * BOMB_RATIO;
      if (bomb || this.total > MOST_BYTES) {
        this.failure = {
          kind: 'too-large',
          reason: `${String(this.total)} bytes came out of ${String(this.size)}.`,
        };
        this.state = 'ended';
        return;
      }
      this.crc.update(bytes);
      this.emit(bytes);
    });
  }
}

/** Where the header of a member ends, or undefined when it is not whole. */
function headerEnd(bytes: Uint8Array): number | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const flags = bytes[3] ?? 0;
  let end = HEADER_BYTES;
  if ((flags & FLAG.extra) !== 0) end += 2 + (bytes[end] ?? 0) + ((bytes[end + 1] ?? 0) << 8);
  for (const flag of [FLAG.name, FLAG.comment]) {
    if ((flags & flag) === 0) continue;
    const zero = bytes.indexOf(0, end);
    if (zero < 0) return undefined;
    end = zero + 1;
  }
  if ((flags & FLAG.headerCheck) !== 0) end += 2;
  return end <= bytes.length ? end : undefined;
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

import { Decompress } from 'fzstd';
import type { IHasher } from 'hash-wasm';
import { OutputLimit } from './output-limit';
import {
  damagedAfter,
  ENDS_EARLY,
  joined,
  type TakeText,
  type UnpackEnd,
  type Unpacker,
} from './unpacker';
import {
  HEADER_START,
  headerLength,
  LONGEST_HEADER,
  readHeader,
  uint32,
  zstdMagic,
} from './zstd-frame';

/** As `zstd` itself allows unless it is told otherwise; the decoder allocates it at once. */
const LARGEST_WINDOW = 128 << 20;
/**
 * All windows together: so much for nothing, and beyond it for each packed byte. Real frames ask for
 * about 30 times their size; a frame of ten bytes that asks for 128 MB costs 30 ms.
 */
const FREE_WINDOWS = 256 << 20;
const WINDOW_RATIO = 1000;
const BLOCK_HEADER = 3;
const LARGEST_BLOCK = 128 << 10;
const CHECKSUM = 4;
const SKIPPABLE_HEADER = 8;
const NOTHING = new Uint8Array(0);

type State = 'between' | 'header' | 'block' | 'checksum' | 'skipping' | 'ended';

/**
 * Reads a Zstandard file: any number of frames one after the other, and what follows them. It walks
 * the frames itself, because the decoder recurses over them and neither checks checksums nor limits
 * the window.
 */
export class ZstdReader implements Unpacker {
  private state: State = 'between';
  private waiting: Uint8Array = NOTHING;
  private decoder = new Decompress();
  private hasChecksum = false;
  private toSkip = 0;
  private frames = 0;
  private windows = 0;
  private trailing = 0;
  private failure: UnpackEnd | undefined;
  private readonly limit: OutputLimit;

  /**
   * @param size bytes of the compressed file
   * @param hash xxHash64, for the checksums
   */
  constructor(
    private readonly size: number,
    private readonly hash: IHasher,
    private readonly take: TakeText,
  ) {
    this.limit = new OutputLimit(size);
  }

  push(piece: Uint8Array): boolean {
    let bytes = joined(this.waiting, piece);
    this.waiting = NOTHING;
    while (bytes.length > 0 && this.state !== 'ended') {
      const used = this.step(bytes);
      if (used === 0) {
        this.waiting = bytes.slice();
        break;
      }
      bytes = bytes.subarray(used);
    }
    return this.state !== 'ended';
  }

  finish(): UnpackEnd {
    if (this.limit.reason !== undefined) return { kind: 'too-large', reason: this.limit.reason };
    if (this.failure !== undefined) return this.failure;
    const isBetween = this.state === 'between' || this.state === 'ended';
    if (!isBetween || this.frames === 0) return ENDS_EARLY;
    const bytes = this.trailing + this.waiting.length;
    return bytes > 0 ? { kind: 'trailing', bytes } : { kind: 'whole' };
  }

  /** Takes the next part of a frame; how many bytes it was, 0 to wait for more. */
  private step(bytes: Uint8Array): number {
    switch (this.state) {
      case 'between':
        return this.begin(bytes);
      case 'header':
        return this.header(bytes);
      case 'block':
        return this.block(bytes);
      case 'checksum':
        return this.checksum(bytes);
      case 'skipping':
        return this.skip(bytes);
      case 'ended':
        return bytes.length;
    }
  }

  private begin(bytes: Uint8Array): number {
    if (bytes.length < SKIPPABLE_HEADER) return 0;
    const magic = zstdMagic(bytes);
    if (magic === 'skippable') {
      this.toSkip = uint32(bytes, 4);
      this.state = 'skipping';
      return SKIPPABLE_HEADER;
    }
    if (magic === 'none') {
      if (this.frames === 0) return this.fail('no frame begins here');
      this.trailing = bytes.length;
      this.state = 'ended';
      return bytes.length;
    }
    this.state = 'header';
    return this.header(bytes);
  }

  private header(bytes: Uint8Array): number {
    if (bytes.length < HEADER_START || bytes.length < headerLength(bytes)) return 0;
    const { length, window, hasChecksum } = readHeader(bytes.subarray(0, LONGEST_HEADER));
    if (window === undefined) return this.fail('the frame needs a dictionary or a newer reader');
    this.windows += window;
    const isTooMuch = this.windows > FREE_WINDOWS && this.windows > this.size * WINDOW_RATIO;
    if (window > LARGEST_WINDOW || isTooMuch)
      return this.fail(`the frame asks for ${String(window)} bytes of memory`);
    this.hasChecksum = hasChecksum;
    this.hash.init();
    this.decoder = new Decompress((text) => this.emit(text));
    this.state = 'block';
    return this.decode(bytes.slice(0, length), false) ? length : bytes.length;
  }

  private block(bytes: Uint8Array): number {
    if (bytes.length < BLOCK_HEADER) return 0;
    const head = (bytes[0] ?? 0) | ((bytes[1] ?? 0) << 8) | ((bytes[2] ?? 0) << 16);
    const type = (head >> 1) & 3;
    const size = type === 1 ? 1 : head >> 3;
    if (type === 3 || size > LARGEST_BLOCK) return this.fail('a block is invalid');
    const length = BLOCK_HEADER + size;
    if (bytes.length < length) return 0;
    const isLast = (head & 1) === 1;
    if (!this.decode(bytes.slice(0, length), isLast && !this.hasChecksum)) return bytes.length;
    if (isLast && this.hasChecksum) this.state = 'checksum';
    else if (isLast) this.endFrame();
    return length;
  }

  private checksum(bytes: Uint8Array): number {
    if (bytes.length < CHECKSUM) return 0;
    if (!this.decode(bytes.slice(0, CHECKSUM), true)) return bytes.length;
    const low = Number.parseInt(this.hash.digest('hex').slice(-2 * CHECKSUM), 16);
    if (low !== uint32(bytes, 0)) return this.fail('the checksum does not match');
    this.endFrame();
    return CHECKSUM;
  }

  private skip(bytes: Uint8Array): number {
    const skipped = Math.min(this.toSkip, bytes.length);
    this.toSkip -= skipped;
    if (this.toSkip === 0) this.endFrame();
    // A frame may be empty: its header was used.
    return skipped === 0 ? this.begin(bytes) : skipped;
  }

  private endFrame(): void {
    this.frames++;
    this.state = 'between';
  }

  /** Gives the decoder a part of a frame; false when that ended the reading. */
  private decode(part: Uint8Array, isFinal: boolean): boolean {
    try {
      this.decoder.push(part, isFinal);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
    return this.state !== 'ended';
  }

  private emit(text: Uint8Array): void {
    if (this.limit.reason !== undefined || text.length === 0) return;
    if (!this.limit.take(text.length)) {
      this.state = 'ended';
      return;
    }
    // The decoder goes on writing into its buffers.
    const own = text.slice();
    this.hash.update(own);
    this.take(own);
  }

  private fail(reason: string): number {
    this.failure ??= damagedAfter(this.limit.total, reason);
    this.state = 'ended';
    return 1;
  }
}

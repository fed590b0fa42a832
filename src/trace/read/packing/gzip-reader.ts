import { Inflater } from './inflater';
import { OutputLimit } from './output-limit';
import {
  damagedAfter,
  ENDS_EARLY,
  joined,
  type TakeText,
  type UnpackEnd,
  type Unpacker,
} from './unpacker';

const FIRST = 0x1f;
const SECOND = 0x8b;
const NOTHING = new Uint8Array(0);

/** Reads a gzip file: any number of members one after the other, and what follows them. */
export class GzipReader implements Unpacker {
  private state: 'between' | 'inside' | 'ended' = 'between';
  private readonly inflater: Inflater;
  private readonly limit: OutputLimit;
  /** A first byte of a member, until the second one tells. */
  private waiting = NOTHING;
  private members = 0;
  private trailing = 0;
  private failure: UnpackEnd | undefined;

  /** @param size bytes of the compressed file */
  constructor(size: number, take: TakeText) {
    this.limit = new OutputLimit(size);
    this.inflater = new Inflater('gzip', (bytes) => {
      if (!this.limit.take(bytes.length)) return false;
      take(bytes);
      return true;
    });
  }

  push(piece: Uint8Array): boolean {
    let bytes = joined(this.waiting, piece);
    this.waiting = NOTHING;
    while (bytes.length > 0 && this.state !== 'ended')
      bytes = this.state === 'between' ? this.begin(bytes) : this.inflate(bytes);
    return this.state !== 'ended';
  }

  finish(): UnpackEnd {
    if (this.limit.reason !== undefined) return { kind: 'too-large', reason: this.limit.reason };
    if (this.failure !== undefined) return this.failure;
    if (this.state === 'inside' || this.members === 0) return ENDS_EARLY;
    const bytes = this.trailing + this.waiting.length;
    return bytes > 0 ? { kind: 'trailing', bytes } : { kind: 'whole' };
  }

  /** Looks for the next member; what is left to look at. */
  private begin(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 1 && bytes[0] === FIRST) {
      this.waiting = bytes.slice();
      return NOTHING;
    }
    if (bytes[0] === FIRST && bytes[1] === SECOND) {
      if (this.members > 0) this.inflater.reset();
      this.state = 'inside';
      return bytes;
    }
    // Tools that write in blocks fill the last one with zeros.
    this.trailing = bytes[0] === 0 ? 0 : bytes.length;
    this.state = 'ended';
    return NOTHING;
  }

  private inflate(bytes: Uint8Array): Uint8Array {
    switch (this.inflater.push(bytes)) {
      case 'more':
        return NOTHING;
      case 'done':
        this.members++;
        this.state = 'between';
        return this.inflater.rest();
      case 'broken':
        this.failure = damagedAfter(this.limit.total, this.inflater.reason);
        this.state = 'ended';
        return NOTHING;
      case 'stopped':
        this.state = 'ended';
        return NOTHING;
    }
  }
}

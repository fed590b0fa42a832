import { decodeStringToken } from '../string-token';
import { BROKEN, COLON, NEED_MORE, QUOTE, skipSpace } from './json-bytes';
import { KeyLog } from './key-log';
import { ODD, type Oddities } from './oddities';
import { watchedStringEnd } from './watched-string';
import type { Window } from './window';

/** Takes the keys of a graph and of its data from a window, and notes those that repeat. */
export class KeyTaker {
  private readonly keys = new KeyLog();
  private from = 0;
  /** Position of the byte that is no key, after BROKEN. */
  at = 0;

  /** @param odd takes what is odd about keys, at positions in the window */
  constructor(private readonly odd: Oddities) {}

  enterGraph(): void {
    this.keys.clear();
    this.from = 0;
  }

  enterData(): void {
    this.from = this.keys.mark();
  }

  leaveData(): void {
    this.keys.release(this.from);
    this.from = 0;
  }

  /** The key at the window's position, which moves on to its value; NEED_MORE or BROKEN. */
  take(window: Window): string | typeof NEED_MORE | typeof BROKEN {
    const { bytes, pos, end } = window;
    if (bytes[pos] !== QUOTE) return this.brokenAt(pos);
    const quote = watchedStringEnd(bytes, pos + 1, end, this.odd);
    const colon = quote < 0 ? end : skipSpace(bytes, quote + 1, end);
    if (colon < end && bytes[colon] !== COLON) return this.brokenAt(colon);
    const value = colon < end ? skipSpace(bytes, colon + 1, end) : end;
    if (value >= end) {
      // It is looked at again when more is there.
      this.odd.clear();
      return NEED_MORE;
    }
    if (this.keys.add(this.from, bytes, pos + 1, quote)) this.odd.note(ODD.repeatedKey, pos);
    window.pos = value;
    return decodeStringToken(bytes.subarray(pos, quote + 1));
  }

  private brokenAt(at: number): typeof BROKEN {
    this.at = at;
    return BROKEN;
  }
}

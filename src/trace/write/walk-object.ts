import type { TraceBytes } from '../bytes';
import {
  CLOSE_OBJECT,
  COLON,
  COMMA,
  NEED_MORE,
  OPEN_OBJECT,
  QUOTE,
  skipSpace,
  stringEnd,
} from '../read/json-bytes';
import { ValueSkipper } from '../read/value-skipper';
import { decodeStringToken } from '../string-token';

/** One member of a JSON object, as byte offsets. */
export interface Member {
  readonly key: string;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The members of an object and the offset of the brace that closes it. */
export interface WalkedObject {
  readonly members: readonly Member[];
  readonly close: number;
}

/** Bytes looked at in one piece; a key longer than that doubles it. */
const PIECE = 1 << 20;

/**
 * Finds the members of the object that starts at byte `start`, walking over their values whatever
 * their size. `undefined` when the object is not whole or not JSON.
 * @param piece bytes looked at at once, for tests
 */
export function walkObject(
  bytes: TraceBytes,
  start: number,
  piece: number = PIECE,
): WalkedObject | undefined {
  const cursor = new Cursor(bytes, piece);
  cursor.at = start;
  if (cursor.peek() !== OPEN_OBJECT) return undefined;
  cursor.at++;
  const members: Member[] = [];
  for (;;) {
    const c = cursor.peek();
    if (c === CLOSE_OBJECT) return { members, close: cursor.at };
    if (c === COMMA) {
      cursor.at++;
      continue;
    }
    const key = c === QUOTE ? cursor.key() : undefined;
    if (key === undefined || cursor.peek() !== COLON) return undefined;
    cursor.at++;
    cursor.peek();
    const valueStart = cursor.at;
    if (!cursor.skipValue()) return undefined;
    members.push({ key, valueStart, valueEnd: cursor.at });
  }
}

/** A place in the bytes, with the piece of them around it. */
class Cursor {
  at = 0;
  private readonly skipper = new ValueSkipper();

  constructor(
    private readonly bytes: TraceBytes,
    private piece: number,
  ) {}

  /** The next byte that is not white space, where the cursor then stands; `undefined` at the end. */
  peek(): number | undefined {
    for (;;) {
      const window = this.read();
      if (window.length === 0) return undefined;
      const i = skipSpace(window, 0, window.length);
      this.at += i;
      if (i < window.length) return window[i];
    }
  }

  /** The key that starts at the cursor, which then stands behind it. */
  key(): string | undefined {
    for (;;) {
      const window = this.read();
      const quote = stringEnd(window, 1, window.length);
      if (quote >= 0) {
        const key = decodeStringToken(window.subarray(0, quote + 1));
        this.at += quote + 1;
        return key;
      }
      if (!this.widen(window)) return undefined;
    }
  }

  /** Walks behind the value that starts at the cursor; false when it is broken or not whole. */
  skipValue(): boolean {
    this.skipper.start(0);
    for (;;) {
      const window = this.read();
      const isLast = this.at + window.length >= this.bytes.size;
      const end = this.skipper.skip(window, 0, window.length, isLast);
      this.at += end >= 0 ? end : this.skipper.at;
      if (end !== NEED_MORE) return end >= 0;
      if (this.skipper.at === 0 && !this.widen(window)) return false;
      if (isLast && this.skipper.at === 0) return false;
    }
  }

  private read(): Uint8Array {
    return this.bytes.read(this.at, Math.min(this.bytes.size, this.at + this.piece));
  }

  /** Looks at more bytes at once, because a token does not fit; false when there are no more. */
  private widen(window: Uint8Array): boolean {
    this.piece *= 2;
    return this.at + window.length < this.bytes.size;
  }
}

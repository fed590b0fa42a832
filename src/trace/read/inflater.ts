import {
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  FIXED_DISTANCES,
  FIXED_LITERALS,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTH_ORDER,
} from './deflate-tables';
import { huffmanTable, type HuffmanTable } from './huffman';

/** How far back a match may reach. */
const HISTORY = 32_768;
/** Output is handed over in pieces of about this size. */
const PIECE = 1 << 18;
const LONGEST_MATCH = 258;

/** What `push` ended with: input used up, the stream is whole, or it is not deflate. */
export type InflateState = 'more' | 'done' | 'broken';

type Step = InflateState | 'next';

/**
 * Decompresses a raw deflate stream (RFC 1951) pushed in pieces. The platform's own stream cannot
 * be used: it drops what it had decompressed when bytes follow the stream or it is damaged, and
 * does not say where the stream ended, which members one after the other need.
 */
export class Inflater {
  private input: Uint8Array = new Uint8Array(0);
  private at = 0;
  private hold = 0;
  private held = 0;
  private readonly output = new Uint8Array(HISTORY + PIECE + LONGEST_MATCH);
  private written = 0;
  private emitted = 0;
  private state: 'header' | 'stored' | 'codes' | 'ended' = 'header';
  private last = false;
  private storedLeft = 0;
  private literals: HuffmanTable = { entries: new Uint16Array(2), bits: 1 };
  private distances: HuffmanTable = { entries: new Uint16Array(2), bits: 1 };

  /** @param emit takes decompressed bytes; they are a copy */
  constructor(private readonly emit: (bytes: Uint8Array) => void) {}

  /** Goes on with more input. */
  push(piece: Uint8Array): InflateState {
    const left = this.input.length - this.at;
    if (left === 0) this.input = piece;
    else {
      const joined = new Uint8Array(left + piece.length);
      joined.set(this.input.subarray(this.at));
      joined.set(piece, left);
      this.input = joined;
    }
    this.at = 0;
    let step: Step = 'next';
    while (step === 'next') step = this.step();
    this.flush();
    return step;
  }

  /** After `done`: the input behind the stream. */
  rest(): Uint8Array {
    return this.input.subarray(this.at - (this.held >> 3));
  }

  private step(): Step {
    switch (this.state) {
      case 'header':
        return this.last ? this.finish() : this.atomic(() => this.blockHeader());
      case 'stored':
        return this.copyStored();
      case 'codes':
        return this.decode();
      case 'ended':
        return 'done';
    }
  }

  private finish(): Step {
    this.state = 'ended';
    return 'done';
  }

  /** Runs a read that is tried again from its start when the input ends inside it. */
  private atomic(read: () => Step): Step {
    const { at, hold, held } = this;
    const step = read();
    if (step !== 'more') return step;
    this.at = at;
    this.hold = hold;
    this.held = held;
    return step;
  }

  /** The next `count` bits (at most 16), or -1 when the input ends. */
  private take(count: number): number {
    while (this.held < count) {
      if (this.at >= this.input.length) return -1;
      this.hold |= (this.input[this.at++] ?? 0) << this.held;
      this.held += 8;
    }
    const value = this.hold & ((1 << count) - 1);
    this.hold >>>= count;
    this.held -= count;
    return value;
  }

  private blockHeader(): Step {
    const head = this.take(3);
    if (head < 0) return 'more';
    const step = this.openBlock(head >> 1);
    if (step === 'next') this.last = (head & 1) === 1;
    return step;
  }

  private openBlock(type: number): Step {
    if (type === 0) return this.storedHeader();
    if (type === 1) return this.useCodes(FIXED_LITERALS, FIXED_DISTANCES);
    return type === 2 ? this.dynamicHeader() : 'broken';
  }

  private storedHeader(): Step {
    this.take(this.held & 7);
    const length = this.take(16);
    const check = this.take(16);
    if (length < 0 || check < 0) return 'more';
    if (length !== (~check & 0xffff)) return 'broken';
    this.storedLeft = length;
    this.state = 'stored';
    return 'next';
  }

  private useCodes(literalLengths: Uint8Array, distanceLengths: Uint8Array): Step {
    const literals = huffmanTable(literalLengths);
    const distances = huffmanTable(distanceLengths);
    if (literals === undefined || distances === undefined) return 'broken';
    this.literals = literals;
    this.distances = distances;
    this.state = 'codes';
    return 'next';
  }

  private dynamicHeader(): Step {
    const literalCount = this.take(5) + 257;
    const distanceCount = this.take(5) + 1;
    const orderCount = this.take(4) + 4;
    if (literalCount < 257 || distanceCount < 1 || orderCount < 4) return 'more';
    const orderLengths = new Uint8Array(19);
    for (let i = 0; i < orderCount; i++) {
      const length = this.take(3);
      if (length < 0) return 'more';
      orderLengths[LENGTH_ORDER[i] ?? 0] = length;
    }
    const code = huffmanTable(orderLengths);
    if (code === undefined) return 'broken';
    const lengths = new Uint8Array(literalCount + distanceCount);
    for (let i = 0; i < lengths.length;) {
      const symbol = this.symbol(code);
      if (symbol < 0) return symbol === -1 ? 'more' : 'broken';
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      const extra = this.take(symbol === 16 ? 2 : symbol === 17 ? 3 : 7);
      if (extra < 0) return 'more';
      const repeat = extra + (symbol === 18 ? 11 : 3);
      if (i + repeat > lengths.length || (symbol === 16 && i === 0)) return 'broken';
      lengths.fill(symbol === 16 ? (lengths[i - 1] ?? 0) : 0, i, i + repeat);
      i += repeat;
    }
    return this.useCodes(lengths.subarray(0, literalCount), lengths.subarray(literalCount));
  }

  /** The next symbol of a code, -1 when the input ends, -2 when no code fits. */
  private symbol({ entries, bits }: HuffmanTable): number {
    for (;;) {
      const entry = entries[this.hold & ((1 << bits) - 1)] ?? 0;
      const length = entry & 15;
      if (length !== 0 && length <= this.held) {
        this.hold >>>= length;
        this.held -= length;
        return entry >> 4;
      }
      if (this.held >= bits) return -2;
      if (this.at >= this.input.length) return -1;
      this.hold |= (this.input[this.at++] ?? 0) << this.held;
      this.held += 8;
    }
  }

  private copyStored(): Step {
    while (this.storedLeft > 0 && this.held >= 8) {
      this.output[this.written++] = this.take(8);
      this.storedLeft--;
    }
    while (this.storedLeft > 0) {
      this.makeRoom();
      const room = this.output.length - this.written;
      const count = Math.min(this.storedLeft, this.input.length - this.at, room);
      if (count === 0) return 'more';
      this.output.set(this.input.subarray(this.at, this.at + count), this.written);
      this.written += count;
      this.at += count;
      this.storedLeft -= count;
    }
    this.makeRoom();
    this.state = 'header';
    return 'next';
  }

  /** Decodes symbols until the block or the input ends. The bit reader lives in locals for speed. */
  private decode(): Step {
    const { input, output } = this;
    const literals = this.literals.entries;
    const distances = this.distances.entries;
    const literalMask = literals.length - 1;
    const distanceMask = distances.length - 1;
    // A match takes at most 48 bits and 31 are held: with 16 bytes left no check is needed inside.
    const safe = input.length - 16;
    while (this.at < safe) {
      this.makeRoom();
      const full = output.length - LONGEST_MATCH;
      let { at, hold, held, written } = this;
      let answer: Step | undefined;
      while (at < safe && written < full) {
        while (held < 24) {
          hold |= (input[at++] ?? 0) << held;
          held += 8;
        }
        const entry = literals[hold & literalMask] ?? 0;
        const codeBits = entry & 15;
        if (codeBits === 0) {
          answer = 'broken';
          break;
        }
        hold >>>= codeBits;
        held -= codeBits;
        const symbol = entry >> 4;
        if (symbol < 256) {
          output[written++] = symbol;
          continue;
        }
        if (symbol === 256) {
          this.state = 'header';
          answer = 'next';
          break;
        }
        const lengthBits = LENGTH_EXTRA[symbol - 257] ?? 16;
        const length = (LENGTH_BASE[symbol - 257] ?? 0) + (hold & ((1 << lengthBits) - 1));
        hold >>>= lengthBits;
        held -= lengthBits;
        while (held < 24) {
          hold |= (input[at++] ?? 0) << held;
          held += 8;
        }
        const distanceEntry = distances[hold & distanceMask] ?? 0;
        hold >>>= distanceEntry & 15;
        held -= distanceEntry & 15;
        const distanceBits = DISTANCE_EXTRA[distanceEntry >> 4] ?? 16;
        while (held < distanceBits) {
          hold |= (input[at++] ?? 0) << held;
          held += 8;
        }
        const distance =
          (DISTANCE_BASE[distanceEntry >> 4] ?? 0) + (hold & ((1 << distanceBits) - 1));
        hold >>>= distanceBits;
        held -= distanceBits;
        if ((distanceEntry & 15) === 0 || length < 3 || distance > written) {
          answer = 'broken';
          break;
        }
        let from = written - distance;
        const end = written + length;
        while (written < end) output[written++] = output[from++] ?? 0;
      }
      this.at = at;
      this.hold = hold;
      this.held = held;
      this.written = written;
      if (answer !== undefined) return answer;
    }
    return this.decodeSlowly();
  }

  /** One symbol at a time, checking the input: for the last bytes of a piece. */
  private decodeSlowly(): Step {
    for (;;) {
      this.makeRoom();
      const step = this.atomic(() => this.oneSymbol());
      if (step !== 'next' || this.state === 'header') return step;
    }
  }

  private oneSymbol(): Step {
    const symbol = this.symbol(this.literals);
    if (symbol < 0) return symbol === -1 ? 'more' : 'broken';
    if (symbol < 256) {
      this.output[this.written++] = symbol;
      return 'next';
    }
    if (symbol === 256) {
      this.state = 'header';
      return 'next';
    }
    const lengthExtra = this.take(LENGTH_EXTRA[symbol - 257] ?? 0);
    if (lengthExtra < 0) return 'more';
    const code = this.symbol(this.distances);
    if (code < 0) return code === -1 ? 'more' : 'broken';
    const distanceExtra = this.take(DISTANCE_EXTRA[code] ?? 0);
    if (distanceExtra < 0) return 'more';
    const length = (LENGTH_BASE[symbol - 257] ?? 0) + lengthExtra;
    const distance = (DISTANCE_BASE[code] ?? 0) + distanceExtra;
    if (length < 3 || distance === 0 || distance > this.written) return 'broken';
    for (let end = this.written + length; this.written < end; this.written++)
      this.output[this.written] = this.output[this.written - distance] ?? 0;
    return 'next';
  }

  /** Hands over what is written when little room is left, and keeps the history before it. */
  private makeRoom(): void {
    if (this.written < this.output.length - LONGEST_MATCH) return;
    this.flush();
    this.output.copyWithin(0, this.written - HISTORY, this.written);
    this.written = HISTORY;
    this.emitted = HISTORY;
  }

  private flush(): void {
    if (this.written > this.emitted) this.emit(this.output.slice(this.emitted, this.written));
    this.emitted = this.written;
  }
}

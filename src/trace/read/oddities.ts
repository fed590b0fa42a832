import type { ProblemKind } from '../../base/problems';

/** What JSON forbids or leaves open and reading takes all the same. */
export const ODD = {
  byteOrderMark: 0,
  utf16: 1,
  bareNumber: 2,
  comma: 3,
  controlCharacter: 4,
  unknownEscape: 5,
  loneSurrogate: 6,
  notUtf8: 7,
  repeatedKey: 8,
  numberRange: 9,
} as const;

/** The problem that each of them is told as, and in a word what was met. */
export const ODD_PROBLEMS: readonly (readonly [kind: ProblemKind, detail: string])[] = [
  ['json-byte-order-mark', 'U+FEFF stands before the first value.'],
  ['json-utf-16', 'Each character takes two bytes or four.'],
  ['json-bare-number', 'NaN, Infinity or -Infinity stands bare.'],
  ['json-comma', 'A comma stands where no value follows, or is missing between two.'],
  ['json-control-character', 'A character below U+0020 stands in a text as it is.'],
  ['json-unknown-escape', 'A backslash is followed by what no escape begins with.'],
  ['json-lone-surrogate', 'One of \\ud800 to \\udfff stands without its other half.'],
  ['json-not-utf-8', 'Bytes of a text are not UTF-8.'],
  ['json-repeated-key', 'A key stands twice in one object.'],
  ['json-number-range', 'A number is beyond what a double holds.'],
];

/**
 * Counts what was odd in a stretch of bytes, with the first place of each kind. Reused for every
 * record, so that reading makes no garbage; `any` is all that is looked at when nothing was odd.
 */
export class Oddities {
  readonly counts = new Int32Array(ODD_PROBLEMS.length);
  /** Position of the first of each kind, in whatever is being scanned. */
  readonly firsts = new Int32Array(ODD_PROBLEMS.length);
  any = false;
  private view: DataView = new DataView(new ArrayBuffer(0));
  private viewed: Uint8Array | undefined;

  /** The same bytes, four of them readable at once; made once for each window. */
  viewOf(bytes: Uint8Array): DataView {
    if (bytes !== this.viewed) {
      this.viewed = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    return this.view;
  }

  note(kind: number, at: number): void {
    const before = this.counts[kind] ?? 0;
    if (before === 0) this.firsts[kind] = at;
    this.counts[kind] = before + 1;
    this.any = true;
  }

  clear(): void {
    if (!this.any) return;
    this.counts.fill(0);
    this.any = false;
  }
}

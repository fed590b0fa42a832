/** A range `[start, end)` of UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A text decoded from a stretch of another, and the way back. The decoded text is cut into pieces:
 * piece `k` covers decoded units from `at[k]` and comes from the source from `from[k]`. A piece as
 * long as its source stands for itself; any other is one escape.
 */
export class MappedText {
  /**
   * @param at decoded start of each piece, ascending, the first 0
   * @param from source start of each piece, ascending
   * @param end where the source of the last piece ends
   */
  constructor(
    readonly text: string,
    private readonly at: readonly number[],
    private readonly from: readonly number[],
    private readonly end: number,
  ) {}

  /** A text that stands in its source as it is, from `start`. */
  static verbatim(text: string, start: number): MappedText {
    return new MappedText(text, [0], [start], start + text.length);
  }

  /** The source range of a range of the text; a half escape counts as the whole one. */
  sourceRange(start: number, end: number): TextRange {
    const from = this.position(start, false);
    return { start: from, end: Math.max(from, this.position(end, true)) };
  }

  private position(index: number, up: boolean): number {
    if (index >= this.text.length) return this.end;
    const piece = this.pieceAt(Math.max(0, index));
    const at = this.at[piece] ?? 0;
    const from = this.from[piece] ?? 0;
    const length = (this.at[piece + 1] ?? this.text.length) - at;
    const sourceEnd = this.from[piece + 1] ?? this.end;
    if (sourceEnd - from === length) return from + Math.max(0, index) - at;
    return up && index > at ? sourceEnd : from;
  }

  /** The last piece that starts at or before a decoded unit. */
  private pieceAt(index: number): number {
    let low = 0;
    let high = this.at.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.at[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

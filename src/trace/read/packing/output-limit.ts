/** Offsets in columns are 32-bit. */
export const MOST_BYTES = 0xffff_fff0;
/**
 * Beyond this size a ratio above `BOMB_RATIO` is a decompression bomb, not a trace: unpacking so much
 * takes a fifth of a second. Traces with their repeated prompts pack 5 to 30 to 1.
 */
export const BOMB_BYTES = 64 << 20;
export const BOMB_RATIO = 200;

/** Counts what comes out of a packed file and says when it is too much. */
export class OutputLimit {
  total = 0;
  /** Why nothing more is taken. */
  reason: string | undefined;

  /** @param packedBytes size of the packed file */
  constructor(private readonly packedBytes: number) {}

  /** Counts bytes before they are used; false when there are too many. */
  take(count: number): boolean {
    this.total += count;
    const isBomb = this.total > BOMB_BYTES && this.total > this.packedBytes * BOMB_RATIO;
    if (isBomb || this.total > MOST_BYTES)
      this.reason ??= `${String(this.total)} bytes came out of ${String(this.packedBytes)}.`;
    return this.reason === undefined;
  }
}

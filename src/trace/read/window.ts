const LINE_FEED = 0x0a;

/**
 * The part of a stream that is being looked at: pushed chunks at the end, consumed bytes dropped
 * from the front. Positions are indexes into `bytes`; `base + position` is the offset in the stream.
 */
export class Window {
  bytes: Uint8Array = new Uint8Array(0);
  /** First byte not consumed, and first byte not pushed yet. */
  pos = 0;
  end = 0;
  /** Stream offset of `bytes[0]`. */
  base = 0;
  /** No bytes follow. */
  final = false;
  /** `bytes` was made here and may be written to; it may be longer than `end`. */
  private owned = false;

  /** Stream offset of the first byte not consumed. */
  get offset(): number {
    return this.base + this.pos;
  }

  /**
   * Appends a chunk.
   * @param keep stream offset from which bytes must stay in the window
   */
  push(chunk: Uint8Array, keep: number): void {
    const from = keep - this.base;
    const held = this.end - from;
    if (held === 0) {
      // Nothing is carried over: look at the chunk itself instead of copying it.
      this.base = keep;
      this.bytes = chunk;
      this.pos -= from;
      this.end = chunk.length;
      this.owned = false;
      return;
    }
    if (!this.owned || this.end + chunk.length > this.bytes.length)
      this.makeRoom(from, held, chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /**
   * Goes to the start of the next line.
   * @returns whether there is one; undefined when the next byte must be seen to tell
   */
  toNextLine(): boolean | undefined {
    const line = this.bytes.indexOf(LINE_FEED, this.pos);
    if (line < 0 || line >= this.end) {
      this.pos = this.end;
      return false;
    }
    this.pos = line;
    if (line + 1 >= this.end) return undefined;
    this.pos++;
    return true;
  }

  /** Moves what is held to the front of a buffer that the chunk fits into. */
  private makeRoom(from: number, held: number, length: number): void {
    if (this.owned && held * 2 + length <= this.bytes.length)
      this.bytes.copyWithin(0, from, this.end);
    else {
      // Room for as much again, so that a huge value is copied a few times, not once a chunk.
      const roomy = new Uint8Array(held * 3 + length);
      roomy.set(this.bytes.subarray(from, this.end));
      this.bytes = roomy;
    }
    this.base += from;
    this.pos -= from;
    this.end = held;
    this.owned = true;
  }
}

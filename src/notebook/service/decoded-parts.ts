/** Collects decoded bytes into Blobs, so that a large file never stands in memory as a whole. */
export class DecodedParts {
  private readonly parts: Blob[] = [];
  private waiting: Uint8Array<ArrayBuffer>[] = [];
  private waitingBytes = 0;

  /** Bytes gathered before they become a Blob, which the browser may keep on disk. */
  private static readonly PART = 8 << 20;

  push(bytes: Uint8Array): void {
    // A copy: the reader's buffers are its own.
    this.waiting.push(new Uint8Array(bytes));
    this.waitingBytes += bytes.length;
    if (this.waitingBytes >= DecodedParts.PART) this.flush();
  }

  /** Everything pushed, as one Blob. */
  finish(): Blob {
    this.flush();
    return new Blob(this.parts);
  }

  private flush(): void {
    if (this.waitingBytes === 0) return;
    this.parts.push(new Blob(this.waiting));
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

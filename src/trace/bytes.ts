/**
 * Random access to the bytes of one trace, synchronous so that graph queries and attribution can
 * run as plain loops. The returned view is only valid until the next call.
 */
export interface TraceBytes {
  readonly size: number;
  read(start: number, end: number): Uint8Array;
  /** Has all bytes brought into memory, where there is room for them; absent where they are there. */
  readAhead?(): Promise<void>;
  /** Resolves when all bytes are there; absent unless some were read around those on their way. */
  overtaken?(): Promise<void> | undefined;
  /** Lets go of what is held of them in memory. */
  release?(): void;
}

/** Bytes that are already in memory (tests, the headless command, small traces). */
export class MemoryBytes implements TraceBytes {
  readonly size: number;
  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.byteLength;
  }
  read(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start, end);
  }
}

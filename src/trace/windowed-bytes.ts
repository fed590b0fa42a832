import type { TraceBytes } from './bytes';

/** Bytes of one window; values are read near each other, so few windows are enough. */
const WINDOW = 1 << 20;
const MOST_WINDOWS = 16;

/**
 * Random access to bytes that are not in memory, through a few windows of them. The least recently
 * used window is dropped first. A range larger than a window is read by itself and not kept.
 */
export class WindowedBytes implements TraceBytes {
  private readonly windows = new Map<number, Uint8Array>();

  /** @param load reads a range synchronously; at most `size` bytes exist */
  constructor(
    readonly size: number,
    private readonly load: (start: number, end: number) => Uint8Array,
  ) {}

  read(start: number, end: number): Uint8Array {
    if (end <= start) return new Uint8Array(0);
    const index = Math.floor(start / WINDOW);
    const from = index * WINDOW;
    // A record across a border is read by itself: joining two windows would cost the same.
    if (end > from + WINDOW) return this.load(start, Math.min(end, this.size));
    return this.window(index).subarray(start - from, end - from);
  }

  private window(index: number): Uint8Array {
    let bytes = this.windows.get(index);
    if (bytes === undefined) {
      const start = index * WINDOW;
      bytes = this.load(start, Math.min(start + WINDOW, this.size));
      const oldest = this.windows.keys().next();
      if (this.windows.size >= MOST_WINDOWS && oldest.done !== true)
        this.windows.delete(oldest.value);
    } else this.windows.delete(index);
    this.windows.set(index, bytes);
    return bytes;
  }
}

import type { TraceBytes } from './bytes';

/** Bytes of one window; values are read near each other, so few windows are enough. */
const WINDOW = 1 << 20;
const MOST_WINDOWS = 16;
/** No file has more windows: 2 TB. */
const MOST_OF_ONE = 2 ** 21;

/**
 * The windows that are held, of one trace or of all that are open: together they take so much memory
 * and no more. The least recently used window is dropped first.
 */
export class WindowPool {
  private readonly windows = new Map<number, Uint8Array>();
  private owners = 0;

  /** @param most windows of 1 MiB held at once */
  constructor(private readonly most = MOST_WINDOWS) {}

  /** A number for one more trace that keeps its windows here. */
  admit(): number {
    return this.owners++;
  }

  window(owner: number, index: number, load: () => Uint8Array): Uint8Array {
    const key = owner * MOST_OF_ONE + index;
    let bytes = this.windows.get(key);
    if (bytes === undefined) {
      bytes = load();
      const oldest = this.windows.keys().next();
      if (this.windows.size >= this.most && oldest.done !== true) this.windows.delete(oldest.value);
    } else this.windows.delete(key);
    this.windows.set(key, bytes);
    return bytes;
  }
}

/**
 * Random access to bytes that are not in memory, through a few windows of them. A range larger than a
 * window is read by itself and not kept.
 */
export class WindowedBytes implements TraceBytes {
  private readonly owner: number;
  /** The window read last, which is most often the next one too. */
  private last: Uint8Array = new Uint8Array(0);
  private lastIndex = -1;

  /**
   * @param load reads a range synchronously; at most `size` bytes exist
   * @param pool where windows are kept, shared with other traces
   */
  constructor(
    readonly size: number,
    private readonly load: (start: number, end: number) => Uint8Array,
    private readonly pool = new WindowPool(),
  ) {
    this.owner = pool.admit();
  }

  read(start: number, end: number): Uint8Array {
    if (end <= start) return new Uint8Array(0);
    const index = Math.floor(start / WINDOW);
    const from = index * WINDOW;
    // A record across a border is read by itself: joining two windows would cost the same.
    if (end > from + WINDOW) return this.load(start, Math.min(end, this.size));
    if (index !== this.lastIndex) {
      this.last = this.pool.window(this.owner, index, () =>
        this.load(from, Math.min(from + WINDOW, this.size)),
      );
      this.lastIndex = index;
    }
    return this.last.subarray(start - from, end - from);
  }
}

import type { TraceBytes } from './bytes';

/** Bytes of one window; values are read near each other, so few windows are enough. */
const WINDOW = 1 << 20;
const MOST_WINDOWS = 16;
/** No file has more windows: 2 TB. */
const MOST_OF_ONE = 2 ** 21;

/**
 * The windows that are held, of one trace or of all that are open: together they take so much memory
 * and no more. The least recently used window is dropped first. One trace may be held whole instead.
 */
export class WindowPool {
  private readonly windows = new Map<number, Uint8Array>();
  private whole: { readonly owner: number; readonly bytes: Uint8Array } | undefined;
  private owners = 0;

  /** @param most windows of 1 MiB held at once */
  constructor(private readonly most = MOST_WINDOWS) {}

  /** A number for one more trace that keeps its windows here. */
  admit(): number {
    return this.owners++;
  }

  /** Whether all bytes of a trace of this size may be held. */
  hasRoomFor(size: number): boolean {
    return size <= this.most * WINDOW;
  }

  /** Holds all bytes of a trace, in place of its windows and of a trace that was held whole before. */
  holdWhole(owner: number, bytes: Uint8Array): void {
    this.release(owner);
    this.whole = { owner, bytes };
  }

  /** Lets go of everything that is held of a trace. */
  release(owner: number): void {
    if (this.whole?.owner === owner) this.whole = undefined;
    for (const key of this.windows.keys())
      if (Math.floor(key / MOST_OF_ONE) === owner) this.windows.delete(key);
  }

  /** All bytes of a trace, while they are held. */
  wholeOf(owner: number): Uint8Array | undefined {
    return this.whole?.owner === owner ? this.whole.bytes : undefined;
  }

  window(owner: number, index: number, load: () => Uint8Array): Uint8Array {
    const key = owner * MOST_OF_ONE + index;
    let bytes = this.windows.get(key);
    if (bytes === undefined) {
      bytes = load();
      for (const oldest of this.windows.keys()) {
        if (this.windows.size < this.room) break;
        this.windows.delete(oldest);
      }
    } else this.windows.delete(key);
    this.windows.set(key, bytes);
    return bytes;
  }

  /** Windows that fit beside a trace that is held whole; a few always do. */
  private get room(): number {
    const taken = Math.ceil((this.whole?.bytes.byteLength ?? 0) / WINDOW);
    return Math.max(Math.min(MOST_WINDOWS, this.most), this.most - taken);
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
  private coming: Promise<void> | undefined;
  private isOvertaken = false;
  private isReleased = false;

  /**
   * @param load reads a range synchronously; at most `size` bytes exist
   * @param pool where windows are kept, shared with other traces
   * @param loadAll reads all bytes at once, in the background
   */
  constructor(
    readonly size: number,
    private readonly load: (start: number, end: number) => Uint8Array,
    private readonly pool = new WindowPool(),
    private readonly loadAll?: () => Promise<Uint8Array>,
  ) {
    this.owner = pool.admit();
  }

  /**
   * Reads all bytes in one go, which takes a fifth of the time that its windows take one by one. Does
   * nothing where they are there, on their way, or too many; a failure shows at the next window.
   */
  async readAhead(): Promise<void> {
    if (this.loadAll === undefined || !this.pool.hasRoomFor(this.size)) return;
    if (this.pool.wholeOf(this.owner) !== undefined) return;
    this.coming ??= this.loadAll()
      .then(
        (bytes) => {
          if (this.isReleased) return;
          this.forgetLast();
          this.pool.holdWhole(this.owner, bytes);
        },
        () => undefined,
      )
      .finally(() => {
        this.coming = undefined;
        this.isOvertaken = false;
      });
    await this.coming;
  }

  overtaken(): Promise<void> | undefined {
    return this.isOvertaken ? this.coming : undefined;
  }

  release(): void {
    this.isReleased = true;
    this.forgetLast();
    this.pool.release(this.owner);
  }

  private forgetLast(): void {
    this.last = new Uint8Array(0);
    this.lastIndex = -1;
  }

  read(start: number, end: number): Uint8Array {
    if (end <= start) return new Uint8Array(0);
    const whole = this.pool.wholeOf(this.owner);
    if (whole !== undefined) return whole.subarray(start, end);
    this.isOvertaken = this.coming !== undefined;
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

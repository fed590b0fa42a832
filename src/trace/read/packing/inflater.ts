import {
  Z_BUF_ERROR,
  Z_NO_FLUSH,
  Z_OK,
  Z_STREAM_END,
  ZStream,
  zlibInflate,
  zlibInflateInit2,
  zlibInflateReset,
} from 'pako';

/** Output is handed over in pieces of at most this size. */
const PIECE = 1 << 18;
/** What zlib calls window bits: the largest window, and how the stream is wrapped. */
const WINDOW_BITS = { raw: -15, gzip: 15 + 16 } as const;

/** What `push` ended with: input used up, the stream is whole, it is damaged, no more was wanted. */
export type InflateState = 'more' | 'done' | 'broken' | 'stopped';

/**
 * Decompresses a deflate stream pushed in pieces, over zlib's own interface: the platform's stream
 * drops what it had decompressed when bytes follow or the data is damaged, and does not say where
 * a stream ended, which members one after the other need. A gzip stream's checksum and length are
 * checked.
 */
export class Inflater {
  private readonly stream = new ZStream();

  /** @param emit takes decompressed bytes, a copy; false to stop */
  constructor(
    wrapping: keyof typeof WINDOW_BITS,
    private readonly emit: (bytes: Uint8Array) => boolean,
  ) {
    zlibInflateInit2(this.stream, WINDOW_BITS[wrapping]);
    this.stream.input = new Uint8Array(0);
    this.stream.output = new Uint8Array(PIECE);
  }

  /** Begins a new stream. */
  reset(): void {
    zlibInflateReset(this.stream);
  }

  /** Goes on with more input. */
  push(piece: Uint8Array): InflateState {
    const { stream } = this;
    stream.input = piece;
    stream.next_in = 0;
    stream.avail_in = piece.length;
    for (;;) {
      stream.next_out = 0;
      stream.avail_out = PIECE;
      const status = zlibInflate(stream, Z_NO_FLUSH);
      const made = stream.next_out;
      if (made > 0 && !this.emit(stream.output.slice(0, made))) return 'stopped';
      if (status === Z_STREAM_END) return 'done';
      if (status !== Z_OK && status !== Z_BUF_ERROR) return 'broken';
      if (made < PIECE) return 'more';
    }
  }

  /** After `broken`: what is wrong, in zlib's words. */
  get reason(): string {
    return this.stream.msg;
  }

  /** After `done`: the input behind the stream. */
  rest(): Uint8Array {
    const { input, next_in, avail_in } = this.stream;
    return input.subarray(next_in, next_in + avail_in);
  }
}

/** Typed arrays as they are stored: all of them in one Blob. */
export interface PackedArrays {
  /** Elements of each array, in the order in which they were packed. */
  readonly lengths: readonly number[];
  readonly bytes: Blob;
}

/** Arrays begin at multiples of the largest element. */
const ALIGN = 8;

/** Packs arrays one after the other; `ArrayReader` takes them out in the same order. */
export function packArrays(arrays: readonly Column[]): PackedArrays {
  const parts = arrays.flatMap((array) => [ownBytes(array), new Uint8Array(padding(array))]);
  return { lengths: arrays.map((array) => array.length), bytes: new Blob(parts) };
}

type Column = Uint8Array | Uint32Array | Float64Array;

const padding = (array: Column): number => (ALIGN - (array.byteLength % ALIGN)) % ALIGN;

/** The bytes of an array, as Blobs take them: a view of its own buffer, or a copy of a shared one. */
function ownBytes({ buffer, byteOffset, byteLength }: Column): Uint8Array<ArrayBuffer> {
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength);
  return new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength));
}

/** Takes one array after the other out of a buffer. */
export class ArrayReader {
  private at = 0;
  private index = 0;

  constructor(
    private readonly buffer: ArrayBuffer,
    private readonly lengths: readonly number[],
  ) {}

  u8(): Uint8Array {
    return this.take((at, length) => new Uint8Array(this.buffer, at, length));
  }

  u32(): Uint32Array {
    return this.take((at, length) => new Uint32Array(this.buffer, at, length));
  }

  f64(): Float64Array {
    return this.take((at, length) => new Float64Array(this.buffer, at, length));
  }

  private take<T extends Column>(view: (at: number, length: number) => T): T {
    const array = view(this.at, this.lengths[this.index++] ?? 0);
    this.at += array.byteLength + padding(array);
    return array;
  }
}

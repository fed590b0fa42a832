/** Kinds of values in the header of a GGUF file (ggml docs/gguf.md, version 3). */
const KIND = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };
const ALIGNMENT = 32;
const F32 = 0;

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Writes a GGUF file: a header of named values, then tensors of 32-bit floats, all little-endian. */
export class GgufWriter {
  private readonly values: Uint8Array[] = [];
  private readonly tensors: Tensor[] = [];

  text(name: string, value: string): void {
    this.value(name, KIND.string, [string(value)]);
  }

  count(name: string, value: number): void {
    this.value(name, KIND.uint32, [uint32(value)]);
  }

  float(name: string, value: number): void {
    this.value(name, KIND.float32, [float32(value)]);
  }

  flag(name: string, value: boolean): void {
    this.value(name, KIND.bool, [Uint8Array.of(value ? 1 : 0)]);
  }

  texts(name: string, values: readonly string[]): void {
    this.array(name, KIND.string, values.map(string));
  }

  floats(name: string, values: readonly number[]): void {
    this.array(name, KIND.float32, values.map(float32));
  }

  integers(name: string, values: readonly number[]): void {
    this.array(name, KIND.int32, values.map(uint32));
  }

  /** @param shape numbers of a row first, as ggml counts */
  tensor(name: string, shape: readonly number[], values: Float32Array): void {
    this.tensors.push({ name, shape, values });
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const infos: Uint8Array[] = [];
    let offset = 0;
    for (const { name, shape, values } of this.tensors) {
      infos.push(
        string(name),
        uint32(shape.length),
        ...shape.map(uint64),
        uint32(F32),
        uint64(offset),
      );
      offset += padded(values.byteLength);
    }
    const head = joined([
      new TextEncoder().encode('GGUF'),
      uint32(3),
      uint64(this.tensors.length),
      uint64(this.values.length),
      ...this.values,
      ...infos,
    ]);
    const file = new Uint8Array(padded(head.length) + offset);
    file.set(head);
    let at = padded(head.length);
    for (const { values } of this.tensors) {
      file.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
      at += padded(values.byteLength);
    }
    return file;
  }

  private value(name: string, kind: number, parts: readonly Uint8Array[]): void {
    this.values.push(joined([string(name), uint32(kind), ...parts]));
  }

  private array(name: string, kind: number, items: readonly Uint8Array[]): void {
    this.value(name, KIND.array, [uint32(kind), uint64(items.length), ...items]);
  }
}

const padded = (length: number): number => Math.ceil(length / ALIGNMENT) * ALIGNMENT;

function string(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  return joined([uint64(bytes.length), bytes]);
}

const uint32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
const uint64 = (value: number): Uint8Array =>
  new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
const float32 = (value: number): Uint8Array => new Uint8Array(Float32Array.of(value).buffer);

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

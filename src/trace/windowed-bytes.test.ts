import { describe, expect, it } from 'vitest';
import { WindowedBytes, WindowPool } from './windowed-bytes';

const MIB = 1 << 20;

function recorded(
  size: number,
  pool?: WindowPool,
): {
  readonly bytes: WindowedBytes;
  readonly loads: [number, number][];
} {
  const loads: [number, number][] = [];
  const bytes = new WindowedBytes(
    size,
    (start, end) => {
      loads.push([start, end]);
      return Uint8Array.from({ length: end - start }, (_, i) => (start + i) % 251);
    },
    pool,
  );
  return { bytes, loads };
}

describe('WindowedBytes', () => {
  it('gives any range, across windows and at the end', () => {
    const size = 3 * MIB + 17;
    const { bytes } = recorded(size);
    for (const [start, end] of [
      [0, 10],
      [MIB - 5, MIB + 5],
      [MIB, 2 * MIB],
      [0, size],
      [size - 3, size],
    ] as const) {
      const read = bytes.read(start, end);
      expect(read.length).toBe(end - start);
      expect(read[0]).toBe(start % 251);
      expect(read.at(-1)).toBe((end - 1) % 251);
    }
    expect(bytes.read(5, 5).length).toBe(0);
  });

  it('loads a window once while it is in use', () => {
    const { bytes, loads } = recorded(4 * MIB);
    for (let i = 0; i < 100; i++) bytes.read(i * 10, i * 10 + 10);
    expect(loads).toEqual([[0, MIB]]);
  });

  it('drops the window that was not used for longest', () => {
    const { bytes, loads } = recorded(64 * MIB);
    for (let i = 0; i < 16; i++) bytes.read(i * MIB, i * MIB + 1);
    bytes.read(0, 1);
    bytes.read(16 * MIB, 16 * MIB + 1);
    bytes.read(0, 1);
    expect(loads.length).toBe(17);
    bytes.read(MIB, MIB + 1);
    expect(loads.length).toBe(18);
  });

  it('shares the windows held with other traces, and mixes none up', () => {
    const pool = new WindowPool(2);
    const [one, other] = [recorded(4 * MIB, pool), recorded(4 * MIB, pool)];
    one.bytes.read(MIB, MIB + 1);
    other.bytes.read(MIB + 7, MIB + 8);
    expect(other.bytes.read(MIB + 3, MIB + 4)[0]).toBe((MIB + 3) % 251);
    expect(other.loads).toEqual([[MIB, 2 * MIB]]);
    other.bytes.read(0, 1);
    // The window of the one is gone: two of the other were read since.
    one.bytes.read(2 * MIB, 2 * MIB + 1);
    one.bytes.read(MIB, MIB + 1);
    expect(one.loads.length).toBe(3);
  });
});

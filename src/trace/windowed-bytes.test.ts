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

  it('reads all bytes ahead once, loads no window from then on, and lets go of them', async () => {
    const pool = new WindowPool(4);
    const all = Uint8Array.from({ length: 3 * MIB }, (_, i) => i % 7);
    let [windows, wholes] = [0, 0];
    const bytes = new WindowedBytes(
      all.length,
      (start, end) => {
        windows++;
        return all.slice(start, end);
      },
      pool,
      () => {
        wholes++;
        return Promise.resolve(all);
      },
    );
    expect(bytes.read(MIB - 2, MIB + 2)).toEqual(all.slice(MIB - 2, MIB + 2));
    const coming = Promise.all([bytes.readAhead(), bytes.readAhead()]);
    expect(bytes.overtaken()).toBeUndefined();
    bytes.read(0, 1);
    expect(bytes.overtaken()).toBeInstanceOf(Promise);
    await coming;
    await bytes.readAhead();
    expect(bytes.overtaken()).toBeUndefined();
    for (const at of [0, MIB - 2, 2 * MIB, 3 * MIB - 4])
      expect(bytes.read(at, at + 4)).toEqual(all.slice(at, at + 4));
    expect([windows, wholes]).toEqual([2, 1]);
    bytes.release();
    expect(bytes.read(5, 9)).toEqual(all.slice(5, 9));
    expect(windows).toBe(3);
  });

  it('holds one trace whole, and none that is larger than the pool', async () => {
    const pool = new WindowPool(4);
    const { bytes } = recorded(5 * MIB, pool);
    await bytes.readAhead();
    const whole = (fill: number) => {
      const load = (start: number, end: number) => new Uint8Array(end - start).fill(fill);
      return new WindowedBytes(2 * MIB, load, pool, () => Promise.resolve(load(0, 2 * MIB)));
    };
    const [one, other] = [whole(1), whole(2)];
    await one.readAhead();
    await other.readAhead();
    expect([one.read(MIB, MIB + 1)[0], other.read(MIB, MIB + 1)[0]]).toEqual([1, 2]);
  });

  it('goes on with windows where reading ahead fails', async () => {
    const bytes = new WindowedBytes(
      2 * MIB,
      (start, end) => new Uint8Array(end - start).fill(3),
      new WindowPool(4),
      () => Promise.reject(new Error('The file was moved.')),
    );
    await bytes.readAhead();
    expect(bytes.read(4, 5)[0]).toBe(3);
  });
});

/**
 * A copy of a list in an order that only the seed decides (Fisher and Yates).
 * @param seed any number; its lower 32 bits count
 */
export function shuffled<T>(list: readonly T[], seed: number): readonly T[] {
  const copy = [...list];
  const random = randomNumbers(seed);
  for (let last = copy.length - 1; last > 0; last--) {
    const chosen = Math.floor(random() * (last + 1));
    const [moved] = copy.splice(chosen, 1);
    if (moved !== undefined) copy.splice(last, 0, moved);
  }
  return copy;
}

/** Numbers from 0 to below 1 that only the seed decides: a 32-bit counter mixed by multiplications (splitmix32). */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x100000000;
  };
}

/** Cases that are taken at once: enough that taking them costs nothing, few enough to end together. */
const CASES_PER_BLOCK = 8;
const MOST_BLOCKS = 0xffff;

/** A run of cases: `from` and every one before `to`. */
export interface CaseBlock {
  readonly from: number;
  readonly to: number;
}

/** What the threads need to share the cases of one trace; crosses threads as it is. */
export interface SharedCases {
  readonly cases: number;
  readonly perBlock: number;
  /** For each thread the blocks that are left of its part: first in the upper 16 bits, end in the lower. */
  readonly left: Int32Array;
}

/**
 * Cuts cases, which stand in the order in which they were judged, into one part a thread. The cases of one
 * conversation were judged one after the other, so that nearly all of them meet in one thread, which then
 * reads their texts once.
 */
export function shareCases(cases: number, threads: number): SharedCases {
  const perBlock = Math.max(CASES_PER_BLOCK, Math.ceil(cases / MOST_BLOCKS));
  const blocks = Math.ceil(cases / perBlock);
  const left = new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
  const cut = (thread: number): number => Math.round((blocks * thread) / threads);
  for (let thread = 0; thread < threads; thread++)
    left[thread] = packed(cut(thread), cut(thread + 1));
  return { cases, perBlock, left };
}

/**
 * Takes the next block of a thread's own part, or the last one of the part with most left: no thread
 * waits while another has work. Each block is taken exactly once, whoever asks when.
 * @returns `undefined` when every block is taken
 */
export function takeBlock(shared: SharedCases, thread: number): CaseBlock | undefined {
  const own = takeFrom(shared.left, thread, 'front');
  if (own !== undefined) return blockAt(shared, own);
  for (let other = fullest(shared.left); other !== undefined; other = fullest(shared.left)) {
    const found = takeFrom(shared.left, other, 'back');
    if (found !== undefined) return blockAt(shared, found);
  }
  return undefined;
}

function blockAt({ cases, perBlock }: SharedCases, block: number): CaseBlock {
  return { from: block * perBlock, to: Math.min(cases, (block + 1) * perBlock) };
}

function takeFrom(left: Int32Array, part: number, side: 'front' | 'back'): number | undefined {
  for (;;) {
    const seen = Atomics.load(left, part);
    const { next, end } = unpacked(seen);
    if (next >= end) return undefined;
    const after = side === 'front' ? packed(next + 1, end) : packed(next, end - 1);
    if (Atomics.compareExchange(left, part, seen, after) === seen)
      return side === 'front' ? next : end - 1;
  }
}

/** The part with most blocks left, if any has one. */
function fullest(left: Int32Array): number | undefined {
  let best: number | undefined;
  let most = 0;
  for (let part = 0; part < left.length; part++) {
    const { next, end } = unpacked(Atomics.load(left, part));
    if (end - next <= most) continue;
    most = end - next;
    best = part;
  }
  return best;
}

const packed = (next: number, end: number): number => (next << 16) | end;
const unpacked = (word: number) => ({ next: word >>> 16, end: word & 0xffff });

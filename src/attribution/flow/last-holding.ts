import type { Holder } from './holder';
import type { UnitChain } from './unit-chain';

/** Where facts were found to leave a chain: entry step → last step that held it. */
const found = new WeakMap<UnitChain, Int32Array>();
const UNKNOWN = -1;

/**
 * The last step in [from, to] whose version holds the fact, knowing that `from` does. Text leaves the
 * unit once, so the versions that hold it are a run; and it leaves in the order it came, so what is
 * known of facts that came before and after tells where to look first. The guess is then checked and
 * the border galloped and halved to: right whatever the guess, a few versions read when it is near.
 */
export function lastHolding(holder: Holder, chain: UnitChain, from: number, to: number): number {
  const held = (step: number): boolean => {
    const version = chain.steps[step]?.version;
    return version !== undefined && holder.held(version);
  };
  if (held(to)) return to;
  const known = found.get(chain) ?? new Int32Array(chain.steps.length).fill(UNKNOWN);
  found.set(chain, known);
  const last = search(held, guess(known, from, to), from, to);
  known[from] = last;
  return last;
}

/** Between the last steps of the nearest known neighbours, in proportion. */
function guess(known: Int32Array, from: number, to: number): number {
  let below = from;
  while (below >= 0 && known[below] === UNKNOWN) below--;
  let above = from + 1;
  while (above < known.length && known[above] === UNKNOWN) above++;
  const before = known[below];
  const after = known[above];
  if (before === undefined && after === undefined) return Math.floor((from + to) / 2);
  if (before === undefined) return clamp((after ?? to) - (above - from), from, to);
  if (after === undefined) return clamp(before + (from - below), from, to);
  const share = (from - below) / Math.max(1, above - below);
  return clamp(Math.round(before + share * (after - before)), from, to);
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** The border between `low`, which holds, and `high`, which does not, looking first near `start`. */
function search(held: (step: number) => boolean, start: number, low: number, high: number): number {
  let reach = 1;
  if (start > low && start < high) {
    if (held(start)) low = start;
    else high = start;
    const up = low === start;
    while (high - low > 1) {
      const probe = up ? Math.min(high - 1, low + reach) : Math.max(low + 1, high - reach);
      const holds = held(probe);
      if (holds) low = probe;
      else high = probe;
      if (holds !== up) break;
      reach *= 2;
    }
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (held(middle)) low = middle;
    else high = middle;
  }
  return low;
}

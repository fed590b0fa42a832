/** Recall@k of evidence search against labelled evidence. */
export interface Recall {
  readonly k: number;
  /** Labelled messages found, over all labelled messages. */
  readonly micro: number | undefined;
  /** Mean of the cases' own recalls; cases without labelled evidence are left out. */
  readonly macro: number | undefined;
  readonly cases: number;
  readonly labelled: number;
}

/**
 * Recall@k, micro and macro (memtrace-method §3): `found` are ranked messages, `labelled` those that
 * people marked. `undefined` when no case has labelled evidence.
 */
export function recallAt(
  k: number,
  cases: Iterable<{ readonly found: readonly number[]; readonly labelled: readonly number[] }>,
): Recall {
  let hits = 0;
  let labelled = 0;
  let shares = 0;
  let counted = 0;
  for (const one of cases) {
    const wanted = new Set(one.labelled);
    if (wanted.size === 0) continue;
    const got = new Set(one.found.slice(0, k).filter((node) => wanted.has(node))).size;
    hits += got;
    labelled += wanted.size;
    shares += got / wanted.size;
    counted++;
  }
  return {
    k,
    micro: labelled === 0 ? undefined : hits / labelled,
    macro: counted === 0 ? undefined : shares / counted,
    cases: counted,
    labelled,
  };
}

import { NONE } from '../trace/columns';

/**
 * Members by group in compressed sparse row form: the members of group `g` are
 * `members[starts[g] .. starts[g + 1]]`, in ascending order.
 */
export interface Grouping {
  readonly starts: Uint32Array;
  readonly members: Uint32Array;
}

/**
 * Groups the indexes 0…n-1 by `groupOf[i]`, keeping their order inside each group (counting sort).
 * Entries whose group is NONE belong to no group.
 */
export function groupBy(groupOf: Uint32Array, groups: number): Grouping {
  const starts = new Uint32Array(groups + 1);
  for (const group of groupOf) if (group !== NONE) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let g = 0; g < groups; g++) starts[g + 1] = (starts[g + 1] ?? 0) + (starts[g] ?? 0);
  const members = new Uint32Array(starts[groups] ?? 0);
  const next = starts.slice(0, groups);
  groupOf.forEach((group, i) => {
    if (group === NONE) return;
    const at = next[group] ?? 0;
    members[at] = i;
    next[group] = at + 1;
  });
  return { starts, members };
}

/** The members of one group, a view without copying. */
export function membersOf(grouping: Grouping, group: number): Uint32Array {
  return grouping.members.subarray(grouping.starts[group] ?? 0, grouping.starts[group + 1] ?? 0);
}

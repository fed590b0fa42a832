import type { PlannedChange } from '../../notebook/replay/contract';

/** The kinds of changes, in the order in which the choice shows them. */
export const CHANGE_KINDS: readonly PlannedChange['kind'][] = [
  'output',
  'edit-unit',
  'restore-unit',
  'force-retrieval',
  'prompt',
  'parameter',
];

/** What a change is about: two changes with the same key cannot both hold. */
export function changeKey(change: PlannedChange): string {
  switch (change.kind) {
    case 'output':
      return `output ${change.opId} ${change.variable}`;
    case 'edit-unit':
      return `edit ${change.variable}`;
    case 'restore-unit':
      return `restore ${change.unit}`;
    case 'force-retrieval':
      return `force ${change.query} ${change.units.join(' ')}`;
    case 'prompt':
      return `prompt ${change.prompt}`;
    case 'parameter':
      return `parameter ${change.name}`;
  }
}

/** The changes with one more, which takes the place of an earlier one about the same. */
export const withChange = (
  changes: readonly PlannedChange[],
  added: PlannedChange,
): readonly PlannedChange[] => [
  ...changes.filter((change) => changeKey(change) !== changeKey(added)),
  added,
];

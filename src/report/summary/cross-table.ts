import { needsVerdict } from '../../cases/case';
import { ERROR_TYPES, type ErrorType } from '../../cases/error-type';
import { shownType } from '../../cases/verdict';
import type { CrossRow, CrossTable, ReportEntry } from './contract';

/**
 * Counts error types over the groups that `labelsOf` puts an entry in, most errors first.
 * @param labelsOf the group of an entry; `undefined` leaves it out
 */
export function crossTable(
  entries: readonly ReportEntry[],
  types: readonly ErrorType[],
  labelOf: (entry: ReportEntry) => string | undefined,
): CrossTable {
  const groups = new Map<string, ReportEntry[]>();
  for (const entry of entries) {
    const label = labelOf(entry);
    if (label === undefined) continue;
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [entry]);
    else group.push(entry);
  }
  const rows = [...groups].map(([label, group]) => crossRow(label, group, types));
  rows.sort((a, b) => b.attributed - a.attributed || b.failed - a.failed);
  return { types, rows };
}

/** The error types that these verdicts name, in the order of the pipeline. */
export function typesOf(entries: readonly ReportEntry[]): readonly ErrorType[] {
  const met = new Set(entries.flatMap(({ verdict }) => (verdict ? [shownType(verdict)] : [])));
  return ERROR_TYPES.filter((type) => met.has(type));
}

function crossRow(
  label: string,
  group: readonly ReportEntry[],
  types: readonly ErrorType[],
): CrossRow {
  const counts = types.map(
    (type) => group.filter(({ verdict }) => verdict && shownType(verdict) === type).length,
  );
  return {
    label,
    cases: group.length,
    failed: group.filter((entry) => needsVerdict(entry.case)).length,
    attributed: counts.reduce((sum, n) => sum + n, 0),
    counts,
  };
}

import { ERROR_TYPES, type ErrorType } from '../../cases/error-type';
import type { CaseColumn, CaseFacets, CasePage, CaseQuery, CaseRow, Facet } from './contract';

/**
 * One page of the table.
 * @param rows the rows of the traces asked for, in their own order
 */
export function queryCases(rows: readonly CaseRow[], query: CaseQuery): CasePage {
  const inScope = rows.filter((row) => query.outcomes.includes(row.outcome));
  const matching = sorted(inScope.filter(filterOf(query)), query.sort);
  return {
    rows: matching.slice(query.offset, query.offset + query.limit),
    matching: matching.length,
    total: rows.length,
    facets: facetsOf(rows, inScope),
  };
}

function filterOf(query: CaseQuery): (row: CaseRow) => boolean {
  const text = query.text?.trim().toLowerCase() ?? '';
  const isIn = <T>(values: readonly T[] | undefined, value: T): boolean =>
    values === undefined || values.includes(value);
  return (row) =>
    isIn(query.systems, row.system) &&
    isIn(query.datasets, row.dataset) &&
    isIn(query.questionTypes, row.questionType) &&
    isIn(query.verdicts, verdictOf(row)) &&
    isIn(query.labels, labelOf(row)) &&
    (text === '' ||
      [row.question, row.gold, row.prediction].some((t) => t.toLowerCase().includes(text)));
}

const verdictOf = (row: CaseRow): ErrorType | 'none' => row.verdict?.shownType ?? 'none';
const labelOf = (row: CaseRow): ErrorType | 'none' => row.label?.errorType ?? 'none';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts stably; what is unknown comes last in either direction. */
function sorted(rows: readonly CaseRow[], sort: CaseQuery['sort']): readonly CaseRow[] {
  if (sort === undefined) return rows;
  const sign = sort.descending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: sortKey(row, sort.column) }));
  keyed.sort((a, b) => {
    if (a.key === undefined || b.key === undefined)
      return Number(a.key === undefined) - Number(b.key === undefined);
    return sign * compare(a.key, b.key);
  });
  return keyed.map(({ row }) => row);
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number'
    ? a - b
    : collator.compare(String(a), String(b));
}

/** Error types sort in pipeline order. */
function sortKey(row: CaseRow, column: CaseColumn): string | number | undefined {
  switch (column) {
    case 'verdict':
      return row.verdict && ERROR_TYPES.indexOf(row.verdict.shownType);
    case 'label':
      return row.label && ERROR_TYPES.indexOf(row.label.errorType);
    case 'confidence':
      return row.verdict?.confidence;
    case 'question':
    case 'gold':
    case 'prediction':
    case 'system':
    case 'dataset':
    case 'questionType':
      return row[column] === '' ? undefined : row[column];
  }
}

function facetsOf(all: readonly CaseRow[], inScope: readonly CaseRow[]): CaseFacets {
  return {
    outcomes: counted(all.map((row) => row.outcome)),
    systems: counted(inScope.map((row) => row.system)),
    datasets: counted(inScope.map((row) => row.dataset)),
    questionTypes: counted(inScope.map((row) => row.questionType)),
    verdicts: inOrder(counted(inScope.map(verdictOf))),
    labels: inOrder(counted(inScope.map(labelOf))),
  };
}

/** Every value with its count, in alphabetical order. */
function counted(values: readonly string[]): readonly Facet[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => collator.compare(a.value, b.value));
}

/** Error types in pipeline order, then `none`. */
function inOrder(facets: readonly Facet[]): readonly Facet[] {
  const order: readonly string[] = [...ERROR_TYPES, 'none'];
  return [...facets].sort((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
}

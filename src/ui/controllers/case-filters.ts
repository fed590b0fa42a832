import type { Outcome } from '../../cases/case';
import type { MemorySystem } from '../../graph/system';
import type { CaseFacets, CaseQuery } from '../../notebook/service/contract';
import { errorTypeOf } from '../base/error-look';
import { NAMES, TEXTS } from '../texts';

export type FacetKey = keyof CaseFacets;

/** The menus in the order in which they stand above the table. */
export const FACET_KEYS: readonly FacetKey[] = [
  'outcomes',
  'systems',
  'datasets',
  'questionTypes',
  'verdicts',
  'labels',
];

/** The values chosen in each menu; nothing chosen lets everything through. */
export type Filters = Readonly<Record<FacetKey, readonly string[]>>;

/** What a new notebook shows, and what clearing the filters leads back to. */
export const EVERY_FAILURE: Filters = {
  outcomes: ['failed'],
  systems: [],
  datasets: [],
  questionTypes: [],
  verdicts: [],
  labels: [],
};

/** Whether anything but the outcome "failed" is chosen. */
export const isFiltered = (filters: Filters): boolean =>
  JSON.stringify(filters) !== JSON.stringify(EVERY_FAILURE);

/** The display names of a menu's values. */
export const FACET_NAMES: Readonly<Record<FacetKey, Readonly<Record<string, string>>>> = {
  outcomes: NAMES.outcome,
  systems: NAMES.system,
  datasets: {},
  questionTypes: {},
  verdicts: { ...NAMES.errorType, none: TEXTS.failed.noVerdict },
  labels: { ...NAMES.errorType, none: TEXTS.failed.noLabel },
};

export const OUTCOMES: readonly Outcome[] = ['failed', 'passed', 'unscored'];

const isOutcome = (value: string): value is Outcome => Object.hasOwn(NAMES.outcome, value);
const isSystem = (value: string): value is MemorySystem => Object.hasOwn(NAMES.system, value);
const toVerdict = (value: string) => (value === 'none' ? value : errorTypeOf(value));

type FilterFields = Pick<
  CaseQuery,
  'outcomes' | 'systems' | 'datasets' | 'questionTypes' | 'verdicts' | 'labels'
>;

/** The filters that a query stands for. */
export const fromQuery = (query: FilterFields): Filters => ({
  outcomes: query.outcomes,
  systems: query.systems ?? [],
  datasets: query.datasets ?? [],
  questionTypes: query.questionTypes ?? [],
  verdicts: query.verdicts ?? [],
  labels: query.labels ?? [],
});

/** The filters as the service takes them: a menu without a choice is left out. */
export function toQuery(filters: Filters): FilterFields {
  const given = <T>(values: readonly (T | undefined)[]): readonly T[] | undefined => {
    const known = values.filter((value) => value !== undefined);
    return known.length > 0 ? known : undefined;
  };
  const outcomes = filters.outcomes.filter(isOutcome);
  const systems = given(filters.systems.filter(isSystem));
  const datasets = given(filters.datasets);
  const questionTypes = given(filters.questionTypes);
  const verdicts = given(filters.verdicts.map(toVerdict));
  const labels = given(filters.labels.map(toVerdict));
  return {
    // The service shows exactly the outcomes it is given, so none chosen means all of them.
    outcomes: outcomes.length > 0 ? outcomes : OUTCOMES,
    ...(systems && { systems }),
    ...(datasets && { datasets }),
    ...(questionTypes && { questionTypes }),
    ...(verdicts && { verdicts }),
    ...(labels && { labels }),
  };
}

/** Values for the filter menus of a table of cases, each with how many cases have it. */
export interface CaseFacets {
  readonly outcomes: readonly Facet[];
  readonly systems: readonly Facet[];
  readonly datasets: readonly Facet[];
  readonly questionTypes: readonly Facet[];
  readonly verdicts: readonly Facet[];
  readonly labels: readonly Facet[];
}

export interface Facet {
  readonly value: string;
  readonly count: number;
}

/** The bounds that were set by hand; all others follow from the definitions. Varied by the leave-one-out report. */
export interface Bounds {
  /** Share of what the answer still needs that lets a careful reader answer. */
  readonly enough: number;
  /** A smaller share that is enough when it is made of several words. */
  readonly together: number;
  /** A change of a unit counts when it left less than this of what was there. */
  readonly degraded: number;
}

/**
 * Half of what the answer still needs, or a smaller part made of several words: a unit that lists two
 * of five things answers a question as far as a careful reader is concerned.
 */
export const BOUNDS: Bounds = { enough: 0.5, together: 0.2, degraded: 0.7 };

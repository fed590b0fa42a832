import type { Evaluation } from '../../cases/evaluation';

/** The ways in which an evaluation can be broken down. */
export const GROUPINGS = [
  'bySystem',
  'byDataset',
  'byQuestionType',
  'byErrorType',
] as const satisfies readonly (keyof Evaluation)[];
export type Grouping = (typeof GROUPINGS)[number];

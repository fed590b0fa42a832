import type { Problem } from '../../base/problem';
import type { ReadTrace } from '../columns';
import type { Skips } from './skips';
import type { Tolerated } from './tolerated';

/** What a document held. */
export interface DocumentContent {
  readonly traces: readonly ReadTrace[];
  /** What was met outside of any trace. */
  readonly skipped: Skips;
  /** What was odd outside of any trace. */
  readonly tolerated: Tolerated;
  /** Why nothing could be read; only when `traces` is empty. */
  readonly problem: Problem | undefined;
}

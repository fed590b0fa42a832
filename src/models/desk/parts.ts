import type { Problem } from '../../base/problem';
import type { CallCache, CallLog } from '../calls/ports';
import type { KeyRing } from '../keys/key-ring';
import type { LocalModels } from '../local/local-models';
import type { Clock } from '../scheduler/clock';

/** What the desk stands on. */
export interface DeskParts {
  readonly cache: CallCache;
  readonly log: CallLog;
  readonly keys: KeyRing;
  readonly clock: Clock;
  readonly local: LocalModels;
  /** The origins the user allowed. */
  readonly allowedOrigins: readonly string[];
  /** Called once a request is counted and waited for before it leaves, so that the count outlives the page. */
  readonly onCounted?: () => Promise<void>;
  /** Told of what went wrong beside a call: an answer that could not be kept. */
  readonly onProblem: (problem: Problem) => void;
}

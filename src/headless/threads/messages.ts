import type { TraceKey } from '../../base/brand';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { Adjacency } from '../../graph/adjacency';
import type { TraceColumns } from '../../trace/columns';
import type { PlainFlowOptions } from '../flow-attributor';
import type { BytesPlace } from '../open-files';
import type { SharedCases } from './case-shares';

/** One trace and its cases, as another thread gets them: large arrays lie in shared memory. */
export interface ThreadTask {
  readonly key: TraceKey;
  readonly columns: TraceColumns;
  readonly adjacency: Adjacency;
  readonly place: BytesPlace;
  /** All cases that need a verdict, of which the thread takes a part. */
  readonly cases: readonly Case[];
  readonly options: PlainFlowOptions;
  readonly shared: SharedCases;
  /** Which part is this thread's own. */
  readonly part: number;
}

/** To a thread: open a trace; then, when every thread has, begin. */
export type ToThread =
  { readonly kind: 'open'; readonly task: ThreadTask } | { readonly kind: 'begin' };

/** A case that met a fault of ours. */
export interface Fault {
  /** Position of the case. */
  readonly at: number;
  readonly reason: string;
}

/** From a thread: it has opened the trace; the verdicts from one case on; it found no more cases. */
export type FromThread =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'verdicts';
      readonly from: number;
      readonly verdicts: readonly (Verdict | undefined)[];
      readonly faults: readonly Fault[];
    }
  | { readonly kind: 'done' };

/** Both ends are this program: a message of the right kind is what the type says. */
export const isToThread = (message: unknown): message is ToThread =>
  kindOf(message) === 'open' || kindOf(message) === 'begin';

export const isFromThread = (message: unknown): message is FromThread =>
  kindOf(message) === 'ready' || kindOf(message) === 'verdicts' || kindOf(message) === 'done';

const kindOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;

/** What is said of a fault, wherever it happened. */
export const reasonOfFault = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

import type { Steps } from '../../base/steps';
import type { ReadTrace } from '../columns';

/** The graphs of a document that ended: their columns are completed later, with stops on the way. */
export class KeptGraphs {
  /** Those that are complete, in the order of the file. */
  readonly traces: ReadTrace[] = [];
  private readonly ended: Steps<ReadTrace>[] = [];
  count = 0;
  /** The importer for the first object that was recognised as another tool's. */
  foreign: string | undefined;

  add(finishing: Steps<ReadTrace>): void {
    this.count++;
    this.ended.push(finishing);
  }

  /** Completes all that ended so far. */
  *settle(): Steps<void> {
    for (let next = this.ended.shift(); next !== undefined; next = this.ended.shift())
      this.traces.push(yield* next);
  }
}

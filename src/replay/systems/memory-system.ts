import type { Held } from '../engine/held';
import type { RecordedOperation } from '../engine/recorded-operation';

/** A message as a memory system takes it in; `content` is already in the form of that system. */
export interface Message {
  readonly held: Held;
  readonly content: string;
  readonly name: string;
  readonly role: string;
  readonly timestamp: string;
}

/** A question under way. */
export interface Query {
  readonly held: Held;
  readonly text: string;
  /** The query variable of the record. */
  readonly node: number | undefined;
}

/** What a search found, best first. */
export interface Found {
  readonly hits: readonly FoundMemory[];
}

export interface FoundMemory {
  readonly held: Held;
  /** The memory as it is shown to the answering model. */
  readonly text: string;
}

/** The operations of the record that one step caused; empty in a run from scratch. */
export type Recorded = readonly RecordedOperation[];

/** A memory system of the project, run op by op. */
export interface MemorySystemRun {
  ingest(messages: readonly Message[], recorded: Recorded): Promise<void>;
  /** The end of construction: what is still buffered is stored. */
  flush(recorded: Recorded): Promise<void>;
  search(query: Query, recorded: Recorded): Promise<Found>;
}

/** The first operation of a name; with `nth`, the one after that many others. */
export const nthOf = (recorded: Recorded, name: string, nth = 0): RecordedOperation | undefined =>
  recorded.filter((operation) => operation.name === name)[nth];

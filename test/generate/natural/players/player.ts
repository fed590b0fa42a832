import type { Question, Turn } from '../play';
import type { Found } from '../stage';

/** A memory system whose models' words come from a play, and which records itself. */
export interface Player {
  /** The text of a message as this system keeps it. */
  content(turn: Turn, role: string): string;
  ingest(turn: Turn, message: string): void;
  /** The end of construction. */
  flush(): void;
  search(question: Question, query: string, number: number): Found;
  /** The id of an operation of construction or search in the words of a label. */
  operation(words: string): string | undefined;
}

/** What the stand-ins of the models say when the sample is recorded: a play, written by hand. */

/** What the model decided about one extracted fact; `target` is the text of a stored memory. */
export type Decision =
  | { readonly event: 'ADD'; readonly text: string }
  | { readonly event: 'UPDATE'; readonly target: string; readonly text: string }
  | { readonly event: 'DELETE'; readonly target: string };

/** One message, the facts the model found in it, and what it did with them. */
export interface Turn {
  readonly speaker: string;
  readonly text: string;
  readonly facts?: readonly string[];
  readonly decisions?: readonly Decision[];
}

/** One chat; all its messages share a time (ISO). */
export interface Chat {
  readonly time: string;
  readonly turns: readonly Turn[];
}

/** One question, its gold answer, what the model answered and how the judge saw it. */
export interface Question {
  readonly text: string;
  readonly type: 'single-hop' | 'multi-hop' | 'temporal';
  readonly gold: string;
  /** `D<chat>:<turn>` of the messages that hold the answer. */
  readonly evidence: readonly string[];
  readonly prediction: string;
  readonly correct: boolean;
}

/** The fault that was written into the play: the turn whose update loses what a question needs. */
export interface Fault {
  readonly question: number;
  readonly turn: string;
  readonly reason: string;
}

export interface Script {
  readonly name: string;
  readonly speakers: readonly [string, string];
  readonly chats: readonly Chat[];
  readonly questions: readonly Question[];
  readonly fault: Fault;
}

/** A turn that adds what was found as it was found: the usual case. */
export const keep = (speaker: string, text: string, ...facts: readonly string[]): Turn => ({
  speaker,
  text,
  facts,
  decisions: facts.map((fact) => ({ event: 'ADD', text: fact })),
});

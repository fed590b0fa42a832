/** What memory systems are fed: a conversation with questions about it (formats §11). Plain data. */

export interface ConversationMessage {
  /** Unique in its conversation; the name of the message variable. */
  readonly id: string;
  /** Who speaks. */
  readonly name: string;
  readonly content: string;
  readonly role: string;
  /** ISO, without a zone: `2023-05-08T13:56:00`. */
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ConversationSession {
  readonly id: string;
  readonly messages: readonly ConversationMessage[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface ConversationQuestion {
  readonly id: string;
  readonly question: string;
  readonly goldenAnswers: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** One sample of a data set. */
export interface Conversation {
  readonly id: string;
  /** `LoCoMo`, `LongMemEval`, `RealMem`, or what the file says. */
  readonly dataset: string;
  readonly sessions: readonly ConversationSession[];
  readonly questions: readonly ConversationQuestion[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

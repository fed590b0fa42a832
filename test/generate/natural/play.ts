/**
 * The plays of the natural set are written as plain text and read here. What the stand-ins of the models
 * say was written by hand beside each message and question.
 */
export type System = 'mem0' | 'evermemos' | 'rag' | 'long_context';

/** One message, and the notes on what the memory system's model did with it. */
export interface Turn {
  /** `D<chat>:<turn>`. */
  readonly place: string;
  readonly speaker: string;
  readonly text: string;
  readonly time: string;
  readonly notes: readonly string[];
}

export interface Chat {
  /** ISO; all messages of a chat share it. */
  readonly time: string;
  readonly turns: readonly Turn[];
}

/** The verdict of one reading of a failed question. */
export interface Label {
  readonly type: string;
  /** The operation in the words of the play (`decide D2:3`, `search`); `-` when none is to blame. */
  readonly op: string;
  readonly reason: string;
}

export interface Question {
  readonly text: string;
  readonly type: QuestionType;
  readonly gold: string;
  readonly evidence: readonly string[];
  /** What the search did, in the words of the system. */
  readonly search: readonly string[];
  readonly prediction: string;
  readonly isJudgedRight: boolean;
  readonly judgement: string;
  readonly label: Label | undefined;
}

/** The five kinds of LoCoMo and their numbers there. */
export const KINDS = {
  'multi-hop': 1,
  temporal: 2,
  'open-domain': 3,
  'single-hop': 4,
  adversarial: 5,
} as const;

export type QuestionType = keyof typeof KINDS;

const isKind = (text: string): text is QuestionType => text in KINDS;

export interface PlayText {
  readonly system: System;
  readonly name: string;
  readonly speakers: readonly [string, string];
  /** Speakers that are not users. */
  readonly roles?: Readonly<Record<string, string>>;
  readonly talk: string;
  /** What is written about the construction outside the talk: the episodes, what went wrong. */
  readonly construction?: string;
  readonly questions: string;
  readonly topK: number;
  /** The budget of a buffer or a context, in tokens. */
  readonly tokens?: number;
  /** When the run was recorded, in milliseconds. */
  readonly start: number;
  /** The second reading: question number, type and operation, a line each. */
  readonly secondReading: string;
}

/** `# time` opens a chat, `Name: text` is a message, other lines are notes on the message before. */
export function readTalk(text: string, speakers: readonly string[]): readonly Chat[] {
  const chats: { time: string; turns: (Turn & { notes: string[] })[] }[] = [];
  for (const line of lines(text)) {
    const chat = chats.at(-1);
    if (line.startsWith('# ')) chats.push({ time: line.slice(2), turns: [] });
    else if (chat === undefined) throw new Error(`Before the first chat: ${line}`);
    else {
      const speaker = speakers.find((name) => line.startsWith(`${name}: `));
      if (speaker === undefined) {
        const turn = chat.turns.at(-1);
        if (turn === undefined) throw new Error(`A note without a message: ${line}`);
        turn.notes.push(line);
        continue;
      }
      chat.turns.push({
        place: `D${chats.length}:${chat.turns.length + 1}`,
        speaker,
        text: line.slice(speaker.length + 2),
        time: chat.time,
        notes: [],
      });
    }
  }
  return chats;
}

/**
 * Questions are separated by empty lines. `? kind | text`, `= gold`, `@ evidence`, `< search`,
 * `> prediction`, `+` or `-` judgement, `! type | operation | reason`.
 */
export function readQuestions(text: string): readonly Question[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => readQuestion(lines(block)));
}

function readQuestion(all: readonly string[]): Question {
  const of = (mark: string): readonly string[] =>
    all.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
  const one = (mark: string): string => {
    const [found] = of(mark);
    if (found === undefined) throw new Error(`No ${mark} in: ${all.join(' / ')}`);
    return found;
  };
  const [kind = '', question = ''] = one('?').split(' | ');
  if (!isKind(kind)) throw new Error(`No kind of question: ${kind}`);
  const [type, op, reason] = of('!')[0]?.split(' | ') ?? [];
  const right = of('+')[0];
  return {
    text: question,
    type: kind,
    gold: one('='),
    evidence: one('@').split(' '),
    search: of('<'),
    prediction: one('>'),
    isJudgedRight: right !== undefined,
    judgement: right ?? one('-'),
    label:
      type === undefined || op === undefined || reason === undefined
        ? undefined
        : { type, op, reason },
  };
}

export const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

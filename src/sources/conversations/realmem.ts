import type {
  Conversation,
  ConversationMessage,
  ConversationQuestion,
} from '../../trace/conversation';
import { realMemDate } from './dates';
import { fieldsOf, get, numberOf, objects, text, type Fields } from './json-fields';

/** Whether a parsed file is RealMem's: the dialogues of one person (formats §14). */
export const isRealMem = (value: unknown): boolean => {
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, 'dialogues') && Object.hasOwn(fields, '_metadata');
};

/**
 * The dialogues of one person. A query is a turn like any other and a question too; what it needs stands
 * on the next turn as quotes of earlier sessions, and a query with a quote that is nowhere is none.
 */
export function readRealMem(value: unknown): Conversation {
  const fields = fieldsOf(value);
  const person = text(fieldsOf(get(fields, '_metadata')), 'person_name');
  const dialogues = objects(fields, 'dialogues');
  const sources = memorySources(dialogues);
  const questions: ConversationQuestion[] = [];
  const sessions = dialogues.map((dialogue) => {
    const id = text(dialogue, 'session_uuid');
    const turns = objects(dialogue, 'dialogue_turns');
    const messages = turns.map((turn, t): ConversationMessage => {
      const question = readQuery(turn, turns[t + 1], sources);
      if (question !== undefined) questions.push(question);
      const speaker = text(turn, 'speaker');
      return {
        id: `${id}-${t + 1}`,
        name: speaker === 'User' ? person : speaker,
        content: text(turn, 'content'),
        role: speaker.toLowerCase(),
        timestamp: realMemDate(text(dialogue, 'current_time')),
        metadata: { is_task: question !== undefined, ...(question?.metadata ?? {}) },
      };
    });
    return { id, messages, metadata: { session_identifier: text(dialogue, 'session_identifier') } };
  });
  return {
    id: `realmem-${person}`,
    dataset: 'RealMem',
    sessions,
    questions,
    metadata: { person_name: person },
  };
}

/** Session and memory text → the message that the memory was taken from. */
function memorySources(dialogues: readonly Fields[]): ReadonlyMap<string, string | undefined> {
  const sources = new Map<string, string | undefined>();
  for (const dialogue of dialogues) {
    const session = text(dialogue, 'session_uuid');
    for (const memory of objects(dialogue, 'extracted_memory')) {
      const turn = numberOf(memory, 'source_turn', -1);
      const id = turn < 0 ? undefined : `${session}-${Math.max(1, turn)}`;
      sources.set(`${session}/${text(memory, 'content')}`, id);
    }
  }
  return sources;
}

function readQuery(
  turn: Fields,
  next: Fields | undefined,
  sources: ReadonlyMap<string, string | undefined>,
): ConversationQuestion | undefined {
  const id = text(turn, 'query_id');
  if (get(turn, 'is_query') !== true || next === undefined || id === '') return undefined;
  const keys = objects(next, 'memory_used').map(
    (memory) => `${text(memory, 'session_uuid')}/${text(memory, 'content')}`,
  );
  if (keys.some((key) => !sources.has(key))) return undefined;
  const evidence = [...new Set(keys.map((key) => sources.get(key)))].filter(
    (each) => each !== undefined,
  );
  return {
    id,
    question: text(turn, 'content'),
    goldenAnswers: [text(next, 'content')],
    metadata: {
      query_id: id,
      evidence,
      topic: text(turn, 'topic'),
      question_type: text(turn, 'category_name'),
      session_type: text(turn, 'session_type'),
    },
  };
}

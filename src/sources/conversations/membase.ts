import type { Conversation, ConversationQuestion } from '../../trace/conversation';
import { fieldsOf, get, list, objects, text, texts, type Fields } from './json-fields';

/** Whether a parsed file is MemBase's standardized form (formats §11). */
export const isMemBase = (value: unknown): boolean => {
  const fields = fieldsOf(value);
  return Object.hasOwn(fields, 'trajectories') && Object.hasOwn(fields, 'qa_pair_lists');
};

/** The trajectories, each with the list of questions at the same place. */
export function readMemBase(value: unknown): readonly Conversation[] {
  const fields = fieldsOf(value);
  const lists = list(fields, 'qa_pair_lists');
  const metadata = fieldsOf(get(fields, 'metadata'));
  const named = text(metadata, 'dataset_cls') || text(metadata, 'name');
  return objects(fields, 'trajectories').map((trajectory, i) => {
    const pairs: unknown = lists[i];
    const id = text(trajectory, 'id');
    return {
      id,
      dataset: named || datasetOf(id),
      sessions: objects(trajectory, 'sessions').map((session) => ({
        id: text(session, 'id'),
        messages: objects(session, 'messages').map((message) => ({
          id: text(message, 'id'),
          name: text(message, 'name'),
          content: text(message, 'content'),
          role: text(message, 'role'),
          timestamp: text(message, 'timestamp'),
          metadata: fieldsOf(get(message, 'metadata')),
        })),
        metadata: fieldsOf(get(session, 'metadata')),
      })),
      questions: Array.isArray(pairs) ? pairs.map((pair) => readPair(fieldsOf(pair))) : [],
      metadata: fieldsOf(get(trajectory, 'metadata')),
    };
  });
}

const readPair = (pair: Fields): ConversationQuestion => ({
  id: text(pair, 'id'),
  question: text(pair, 'question'),
  goldenAnswers: texts(pair, 'golden_answers'),
  metadata: fieldsOf(get(pair, 'metadata')),
});

/** Ids begin with the name of their data set. */
function datasetOf(id: string): string {
  if (id.startsWith('locomo-')) return 'LoCoMo';
  if (id.startsWith('longmemeval-')) return 'LongMemEval';
  return id.startsWith('realmem-') ? 'RealMem' : '';
}

import type { Conversation } from '../../trace/conversation';
import { longMemEvalDate } from './dates';
import { fieldsOf, get, list, text, texts, type Fields } from './json-fields';

/** Whether a parsed file is LongMemEval's: rows of one question and its haystack (formats §13). */
export const isLongMemEval = (value: unknown): boolean => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return Object.hasOwn(fieldsOf(first), 'haystack_sessions');
};

/** One conversation a row; sessions without messages are left out. */
export const readLongMemEval = (value: unknown): readonly Conversation[] =>
  (Array.isArray(value) ? value : [value]).map((row, i) => readRow(fieldsOf(row), i + 1));

function readRow(row: Fields, number: number): Conversation {
  const ids = texts(row, 'haystack_session_ids');
  const dates = texts(row, 'haystack_dates');
  const question = text(row, 'question_id');
  const evidence: string[] = [];
  const sessions = list(row, 'haystack_sessions').flatMap((turns, s) => {
    if (!Array.isArray(turns) || turns.length === 0) return [];
    const timestamp = longMemEvalDate(dates[s] ?? '');
    const messages = turns.map((turn, t) => {
      const fields = fieldsOf(turn);
      const id = `longmemeval-message-${number}-${s + 1}-${t + 1}`;
      const hasAnswer = get(fields, 'has_answer');
      if (hasAnswer === true) evidence.push(id);
      const role = text(fields, 'role');
      const metadata = typeof hasAnswer === 'boolean' ? { has_answer: hasAnswer } : {};
      return { id, name: role, content: text(fields, 'content'), role, timestamp, metadata };
    });
    return [{ id: ids[s] ?? `session-${s + 1}`, messages, metadata: {} }];
  });
  return {
    id: `longmemeval-${question}`,
    dataset: 'LongMemEval',
    sessions,
    questions: [
      {
        id: question,
        question: text(row, 'question'),
        goldenAnswers: [text(row, 'answer')],
        metadata: {
          question_type: text(row, 'question_type'),
          question_date: longMemEvalDate(text(row, 'question_date')),
          evidence,
          answer_session_ids: texts(row, 'answer_session_ids'),
          is_abstention: question.includes('_abs'),
        },
      },
    ],
    metadata: { question_id: question },
  };
}

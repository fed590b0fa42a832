import { decodeValue } from '../../../decode/decode-value';
import { plainValue } from '../../../decode/plain-value';
import { writeMessage, type FoundUnit } from '../question';
import { questionRows, scoreOf } from '../question-rows';
import type { Row } from '../row';

/** The columns of the table, with the other names that they go by. */
const COLUMNS = {
  question: ['question', 'query', 'user_input', 'input'],
  gold: ['gold', 'golden_answer', 'gold_answer', 'reference', 'ground_truth', 'expected', 'answer'],
  prediction: ['prediction', 'response', 'generated_answer', 'output'],
  context: ['context', 'contexts', 'retrieved_contexts', 'retrieval_context'],
  evidence: ['evidence'],
  score: ['score', 'correct', 'grade', 'judge_score', 'llm_score'],
  reason: ['reason', 'judge_response', 'judge_reason'],
  id: ['id', 'question_id', 'query_id'],
  type: ['type', 'question_type', 'category'],
  conversation: ['conversation', 'session', 'conversation_id', 'user_id'],
} as const;

/** A table of questions for people who have only that; the README of `foreign` says what its columns are. */
export const questionsCsv = questionRows({
  format: 'questions-csv',
  name: 'Table of questions (CSV)',
  shapes: [],
  plan: { rows: [], fields: [] },
  conversation: (row) => filled(row, COLUMNS.conversation),
  read: (row, { graph }, session) => {
    const text = filled(row, COLUMNS.question);
    const prediction = row.text(...COLUMNS.prediction);
    if (text === undefined || prediction === undefined) return 'It lacks question or prediction.';
    const evidence = listed(filled(row, COLUMNS.evidence));
    const context = row.text(...COLUMNS.context);
    const units = context === undefined ? [] : listed(context);
    return {
      name: filled(row, COLUMNS.id),
      text,
      gold: listed(filled(row, COLUMNS.gold)),
      prediction,
      // An empty cell says that nothing was retrieved, a missing column says nothing.
      context: units.length > 1 ? units.join('\n\n') : context,
      units: units.length > 1 ? units.map((unit): FoundUnit => ({ text: unit })) : undefined,
      evidence: evidence.map((said) => writeMessage(graph, { text: said }, session)),
      score: scoreOf(filled(row, COLUMNS.score)),
      judgement: filled(row, COLUMNS.reason),
      type: filled(row, COLUMNS.type),
      rest: row.rest(),
    };
  },
});

const filled = (row: Row, columns: readonly string[]): string | undefined => {
  const text = row.text(...columns);
  return text === undefined || text.trim() === '' ? undefined : text;
};

/** A cell that holds a list of texts, JSON or Python, as these texts; any other as one. */
function listed(cell: string | undefined): readonly string[] {
  if (cell === undefined) return [];
  if (!/^\s*\[/.test(cell)) return [cell];
  const value = plainValue(decodeValue(cell.trim()).node);
  if (!Array.isArray(value)) return [cell];
  const texts = value.filter((item) => typeof item === 'string');
  return texts.length === value.length ? texts : [cell];
}

/** Whether the names of columns are those of a table of questions. */
export function areQuestionColumns(names: readonly string[]): boolean {
  const has = (columns: readonly string[]): boolean => columns.some((name) => names.includes(name));
  return has(COLUMNS.question) && has(COLUMNS.prediction);
}

import { questionRows, scoreOf } from '../question-rows';
import { category } from './mem0-evaluation';

/** Grades of Zep's LoCoMo experiment: user → rows. What was retrieved is not in it. */
export const zep = questionRows({
  format: 'zep',
  name: 'Zep LoCoMo grades',
  shapes: [{ inside: ['question', 'answer', 'golden_answer', 'grade'] }],
  plan: { rows: [['*', '[]']], fields: [] },
  read: (row) => {
    const text = row.text('question');
    const prediction = row.text('answer');
    if (text === undefined || prediction === undefined) return 'It lacks question or answer.';
    return {
      text,
      gold: row.texts('golden_answer'),
      prediction,
      context: row.text('context'),
      score: scoreOf(row.get('grade')),
      type: category(row.text('category')),
      rest: row.rest(),
    };
  },
});

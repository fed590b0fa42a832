import { numbersOf, questionRows, scoreOf } from '../question-rows';
import type { FoundUnit } from '../question';
import type { Row } from '../row';

/**
 * What the evaluation scripts of Mem0 write, which Memobase and others use as well: conversation →
 * rows, before scoring with the memories of both speakers, after it with the scores.
 */
export const mem0Evaluation = questionRows({
  format: 'mem0-evaluation',
  name: 'Mem0 evaluation results',
  shapes: [{ inside: ['question', 'answer', 'response'] }],
  plan: { rows: [['*', '[]']], fields: [] },
  read: (row) => {
    const text = row.text('question');
    const prediction = row.text('response');
    if (text === undefined || prediction === undefined) return 'It lacks question or response.';
    row.know('adversarial_answer');
    return {
      text,
      gold: row.texts('answer'),
      prediction,
      units: speakerMemories(row),
      score: scoreOf(row.get('llm_score')),
      type: category(row.text('category')),
      metrics: numbersOf(row, ['llm_score', 'bleu_score', 'f1_score']),
      rest: row.rest(),
    };
  },
});

/** The memories that were retrieved for each of two speakers; `undefined` when none are recorded. */
export function speakerMemories(row: Row): readonly FoundUnit[] | undefined {
  const keys = ['speaker_1_memories', 'speaker_2_memories'].filter((key) => row.has(key));
  if (keys.length === 0) return undefined;
  return keys.flatMap((key) =>
    row.rows(key).flatMap((memory): FoundUnit[] => {
      const text = memory.text('memory');
      if (text === undefined) return [];
      const score = memory.number('score');
      const timestamp = memory.text('timestamp');
      const metadata = { ...(score === undefined ? {} : { score }), timestamp };
      return [{ text: timestamp === undefined ? text : `${timestamp}: ${text}`, metadata }];
    }),
  );
}

/** LoCoMo numbers its kinds of question. */
export const category = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d+$/.test(text) ? `category ${text}` : text;

import { asText } from '../row';
import { questionRows, scoreOf } from '../question-rows';

/** Result files of agent-memory-benchmark: one run, with the context each answer was written from. */
export const agentMemoryBenchmark = questionRows({
  format: 'agent-memory-benchmark',
  name: 'agent-memory-benchmark results',
  shapes: [{ top: ['results'], inside: ['query', 'gold_answers'] }],
  plan: { rows: [['results', '[]']], fields: [] },
  conversation: (row) => asText(row.row('meta')?.fields.get('sample_id')),
  read: (row) => {
    const text = row.text('query');
    const prediction = row.text('answer');
    if (text === undefined || prediction === undefined) return 'It lacks query or answer.';
    const meta = row.row('meta');
    meta?.know('sample_id', 'speaker_a', 'speaker_b');
    row.know('category_axes', 'context_tokens', 'retrieve_time_ms');
    return {
      name: row.text('query_id'),
      text,
      gold: row.texts('gold_answers'),
      prediction,
      context: row.text('context'),
      score: scoreOf(row.get('correct')),
      judgement: row.text('judge_reason'),
      type: meta?.text('category', 'question_type'),
      rest: { ...meta?.rest(), ...row.rest() },
    };
  },
});

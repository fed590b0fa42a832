import { questionRows, scoreOf } from '../question-rows';
import { asText, type Row } from '../row';

/** Which of several metrics says whether an answer is right: the first there is. */
const JUDGES = ['llm_judge', 'correctness', 'beam_rubric', 'human', 'directness'];
/** Metrics that compare words, and so judge nothing. */
const WORD_METRICS = ['EM', 'f1', 'bleu', 'rouge', 'kendall_tau'];

/** Evaluation rows of Cognee: graded metrics with reasons, and the context of each answer. */
export const cognee = questionRows({
  format: 'cognee',
  name: 'Cognee evaluation results',
  shapes: [{ top: ['question', 'answer', 'golden_answer'] }],
  plan: { rows: [[]], fields: [] },
  conversation: (row) => row.text('conversation_id'),
  read: (row) => {
    const text = row.text('question');
    const prediction = row.text('answer');
    if (text === undefined || prediction === undefined) return 'It lacks question or answer.';
    const { metrics, score, judgement } = metricsOf(row.row('metrics'));
    row.know('question_idx', 'run_idx', 'rubric');
    return {
      text,
      gold: row.texts('golden_answer'),
      prediction,
      context: row.text('retrieval_context'),
      score,
      judgement,
      metrics,
      type: row.text('question_type'),
      rest: row.rest(),
    };
  },
});

function metricsOf(row: Row | undefined): {
  readonly metrics: Readonly<Record<string, number>>;
  readonly score: number | undefined;
  readonly judgement: string | undefined;
} {
  const found = new Map<string, number>();
  const reasons = new Map<string, string>();
  for (const name of row?.fields.keys() ?? []) {
    const metric = row?.row(name);
    const score = scoreOf(metric?.get('score') ?? row?.get(name));
    const reason = asText(metric?.get('reason'));
    if (score !== undefined) found.set(name, score);
    if (reason !== undefined) reasons.set(name, reason);
  }
  const named = [...new Set([...found.keys(), ...reasons.keys()])];
  const judge =
    JUDGES.find((name) => named.includes(name)) ??
    named.find((name) => !WORD_METRICS.includes(name));
  return {
    metrics: Object.fromEntries(found),
    score: judge === undefined ? undefined : found.get(judge),
    judgement: judge === undefined ? undefined : reasons.get(judge),
  };
}

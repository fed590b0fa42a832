import { questionRows, type RowQuestion } from '../question-rows';
import type { FoundUnit } from '../question';
import type { Row } from '../row';

/** Evaluation rows of MemBase (formats §10): one question a row, with answer, metrics and memories. */
export const membaseEvaluation = questionRows({
  format: 'membase-evaluation',
  name: 'MemBase evaluation rows',
  shapes: [{ top: ['qa_pair', 'prediction', 'metrics'] }],
  plan: { rows: [[]], fields: [] },
  conversation: (row) => row.text('user_id'),
  read: (row) => {
    const asked = membaseQuestion(row);
    const prediction = row.text('prediction');
    if (asked === undefined || prediction === undefined) return 'It lacks qa_pair or prediction.';
    const { metrics, judgement } = metricsOf(row);
    return { ...asked, prediction, metrics, score: metrics['llm_judge'], judgement };
  },
  notes: [
    'Dropped beside the trace of the same run, the rows are linked to it and add no cases of their own.',
  ],
});

/** Search rows of MemBase: what was retrieved for each question, before any answer. */
export const membaseSearch = questionRows({
  format: 'membase-search',
  name: 'MemBase search rows',
  shapes: [{ top: ['qa_pair', 'retrieved_memories'] }],
  plan: { rows: [[]], fields: [] },
  conversation: (row) => row.text('user_id'),
  read: (row) => {
    const asked = membaseQuestion(row);
    return asked ?? 'It lacks qa_pair.';
  },
  notes: ['Nothing was answered yet when the file was written; drop the evaluation rows as well.'],
});

function membaseQuestion(row: Row): RowQuestion | undefined {
  const pair = row.row('qa_pair');
  const text = pair?.text('question');
  if (pair === undefined || text === undefined) return undefined;
  const metadata = pair.row('metadata');
  const units = row.has('retrieved_memories')
    ? row.rows('retrieved_memories').map(unitOf)
    : undefined;
  pair.know('timestamp');
  metadata?.know('category_id', 'speaker_names');
  return {
    name: pair.text('id'),
    text,
    gold: pair.texts('golden_answers'),
    prediction: undefined,
    units,
    context: units === undefined ? undefined : units.map(({ shown }) => shown).join('\n\n'),
    type: metadata?.text('question_type'),
    rest: { ...metadata?.rest(), ...pair.rest() },
  };
}

function unitOf(row: Row): FoundUnit & { readonly shown: string } {
  const metadata = row.row('metadata');
  const trace = metadata?.text('trace_id');
  const text = row.text('content') ?? '';
  metadata?.know('hash', 'metadata', 'score', 'created_at', 'updated_at', 'user_id', 'id');
  const score = metadata?.number('score');
  return {
    id: trace?.replace(/^memory-unit-/, '') ?? metadata?.text('id'),
    text,
    shown: row.text('formatted_content') ?? text,
    ...(score === undefined ? {} : { metadata: { score } }),
  };
}

function metricsOf(row: Row): {
  readonly metrics: Readonly<Record<string, number>>;
  readonly judgement: string | undefined;
} {
  const metrics: [string, number][] = [];
  let judgement: string | undefined;
  const all = row.row('metrics');
  for (const name of all?.fields.keys() ?? []) {
    const metric = all?.row(name);
    const value = metric?.number('value');
    if (value !== undefined) metrics.push([name, value]);
    judgement ??= metric?.row('metadata')?.text('judge_response');
  }
  return { metrics: Object.fromEntries(metrics), judgement };
}

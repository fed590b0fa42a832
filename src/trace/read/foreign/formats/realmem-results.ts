import { questionRows } from '../question-rows';
import type { FoundUnit } from '../question';
import { asText } from '../row';

/** Generation results of RealMem: query id → what was ranked, used and answered. Nothing is judged. */
export const realmemResults = questionRows({
  format: 'realmem-results',
  name: 'RealMem generation results',
  shapes: [{ inside: ['question', 'generated_answer'] }],
  plan: { rows: [['*']], fields: [] },
  conversation: () => undefined,
  read: (row) => {
    const text = row.text('question');
    const prediction = row.text('generated_answer');
    if (text === undefined || prediction === undefined)
      return 'It lacks question or generated_answer.';
    const units = row.has('ranked_items')
      ? row.list('ranked_items').flatMap((item): FoundUnit[] => rankedItem(item) ?? [])
      : undefined;
    return {
      name: row.text('id'),
      text,
      gold: row.texts('golden_answer'),
      prediction,
      context: row.text('evidence_used'),
      units,
      rest: row.rest(),
    };
  },
  notes: ['RealMem writes no gold answers into these files and judges nothing in them.'],
});

function rankedItem(item: unknown): FoundUnit[] | undefined {
  if (typeof item === 'string') return [{ text: item }];
  if (typeof item !== 'object' || item === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(item));
  const text = asText(fields.get('content'));
  if (text === undefined) return undefined;
  const name = asText(fields.get('entity_name'));
  const shown = name === undefined ? text : `${name}: ${text}`;
  return [{ text: shown, metadata: { rank: fields.get('rank'), kind: fields.get('res_type') } }];
}

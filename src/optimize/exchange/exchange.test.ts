import { describe, expect, test } from 'vitest';
import { membaseConfig, updateResults, type ChosenPrompt } from './update-results';
import { readRunFolder } from './run-folder';

const PROMPTS: readonly ChosenPrompt[] = [
  {
    target: 'fact-extraction-system-prompt',
    nodeId: 'fact-extraction-system-prompt@1',
    text: 'Keep "dates".\nAnd it\'s {"facts": []}',
  },
  { target: 'question-answering-prompt', nodeId: 'question-answering-prompt@1', text: '$question' },
];

describe('prompts that leave the lab', () => {
  test('come back from update_results.json as they were', () => {
    const text = updateResults(PROMPTS);
    expect(JSON.parse(text)).toEqual({
      'fact-extraction-system-prompt@1': '\'Keep "dates".\\nAnd it\\\'s {"facts": []}\'',
      'question-answering-prompt@1': "'$question'",
    });
    const read = readRunFolder([{ path: 'out/iteration_2/update_results.json', text }]);
    expect(read.ok ? read.value[0]?.prompts : []).toEqual(
      PROMPTS.map(({ target, text: prompt }) => ({ target, text: prompt })),
    );
  });

  test('stand in the fields of a MemBase configuration as plain text', () => {
    const other = { target: 'event-log-prompt-template', nodeId: 'x@1', text: 'log' };
    expect(JSON.parse(membaseConfig([...PROMPTS, other]))).toEqual({
      base_config: { custom_fact_extraction_prompt: PROMPTS[0]?.text },
      question_answering_prompt: '$question',
      prompts: { 'event-log-prompt-template': 'log' },
    });
  });
});

describe('optimisation runs of MemTrace', () => {
  test('are read iteration by iteration, with feedback, advice and metrics', () => {
    const target = 'question-answering-prompt@1';
    const folder = 'run/iteration_1';
    const read = readRunFolder([
      { path: 'run/sampled_dataset.json', text: '{}' },
      { path: `${folder}/update_results.json`, text: JSON.stringify({ [target]: "'Be brief.'" }) },
      { path: `${folder}/feedbacks.json`, text: JSON.stringify({ [target]: ['a', 'b'] }) },
      { path: `${folder}/aggregated_feedbacks.json`, text: JSON.stringify({ [target]: 'ab' }) },
      { path: `${folder}/iteration_summary.json`, text: '{"metrics": {"judge": 0.5, "f1": NaN}}' },
    ]);
    expect(read.ok ? read.value : []).toMatchObject([
      {
        iteration: 1,
        prompts: [{ target: 'question-answering-prompt', text: 'Be brief.' }],
        feedbacks: [{ target: 'question-answering-prompt', texts: ['a', 'b'] }],
        advice: [{ text: 'ab' }],
        metrics: { judge: 0.5 },
      },
    ]);
  });

  test('that are none are refused, whatever they hold', () => {
    for (const text of ['[]', '{"a": 1}', 'no json', ''])
      expect(readRunFolder([{ path: 'update_results.json', text }]).ok).toBe(false);
    expect(readRunFolder([{ path: 'a.json', text: '{}' }]).ok).toBe(false);
  });
});

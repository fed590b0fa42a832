import { expect, test } from 'vitest';
import { graphOfText } from '../../../test/support/graph-of-text';
import { collectCases } from '../../cases/collect';
import { checkImport } from '../../replay/recorder';
import { recordExample } from './record-example';

test('the recording that the help page shows opens in the original and here, with its failed case', async () => {
  const text = recordExample();
  expect(checkImport(JSON.parse(text))).toEqual([]);
  const graph = await graphOfText(text);
  expect(collectCases(graph)).toMatchObject([
    {
      question: 'When did Ana adopt her cat?',
      goldAnswers: ['3 May'],
      prediction: 'The memories do not say.',
      outcome: 'failed',
      questionType: 'temporal',
      evidence: ['message-1@1'],
    },
  ]);
});

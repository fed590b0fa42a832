import { expect, it } from 'vitest';
import { graphOfSample } from '../../../test/support/sample-graph';
import { operationPhrase } from './wording';

it('counts a session as its id does, and leaves out the phases of a run', async () => {
  const graph = await graphOfSample();
  const phrases = Array.from({ length: graph.operationCount }, (_, op) => ({
    name: graph.operationName(op),
    phrase: operationPhrase(graph, op),
  }));
  const updates = phrases.filter(({ name }) => name === 'memory_system.update_memory_decision');
  expect(updates.at(0)?.phrase).toMatch(/^The update at \d\d:\d\d in session 1$/);
  const answers = phrases.filter(({ name }) => name === 'question-answering');
  expect(answers.at(0)?.phrase).toMatch(/^The answer at \d\d:\d\d$/);
});

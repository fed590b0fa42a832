import { expect, test } from 'vitest';
import { TraceScript } from '../../../test/support/trace-script';
import { alignOperations } from './compare-operations';

/** A run in which each message is extracted into these facts; ids are drawn anew. */
async function run(facts: readonly string[], id: string, isLate = false) {
  const script = new TraceScript('Mem0', isLate ? 7 : 0);
  for (const [i, fact] of facts.entries()) {
    const message = script.message(`D1:${i}`, `Message number ${i}`);
    const found = script.variable(`facts-${i}-${id}`, `['${fact}']`, 'llm_response');
    const unit = script.variable(
      `unit-${i}-${id}`,
      `{"id": "${id}", "memory": "${fact}"}`,
      'memory_entry',
    );
    script.operation('extract', 'extraction', [[message, found]]);
    if (fact !== '') script.operation('update', 'update', [[found, unit]]);
  }
  return (await script.open()).graph;
}

const IDS = [
  '0b8f1c1e-0000-4000-8000-000000000001',
  '0b8f1c1e-0000-4000-8000-000000000002',
] as const;
const align = async (a: readonly string[], b: readonly string[]) => {
  const steps = alignOperations(await run(a, IDS[0]), await run(b, IDS[1], true));
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
};

test('two runs that did the same are the same, whatever their ids and times', async () => {
  const { messages, operations, divergence } = await align(['a', 'b'], ['a', 'b']);
  expect(messages).toEqual({ both: 2, onlyFirst: 0, onlySecond: 0 });
  expect(operations).toEqual({ both: 4, onlyFirst: 0, onlySecond: 0, different: 0 });
  expect(divergence).toBeUndefined();
});

test('the first operation that wrote something else is named, with what each wrote', async () => {
  const { operations, divergence } = await align(['a', 'b', 'c'], ['a', 'x', 'c']);
  expect(operations.different).toBe(2);
  expect(divergence).toMatchObject({
    kind: 'output',
    message: 'Message number 1',
    first: { name: 'extract', text: 'b' },
    second: { name: 'extract', text: 'x' },
  });
});

test('an operation without counterpart is counted, and so are messages of one run only', async () => {
  const { messages, operations } = await align(['a', 'b'], ['a', '', 'c']);
  expect(messages).toEqual({ both: 2, onlyFirst: 0, onlySecond: 1 });
  expect(operations).toMatchObject({ both: 3, onlyFirst: 1, onlySecond: 0 });
});

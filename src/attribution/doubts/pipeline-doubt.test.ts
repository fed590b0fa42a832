import { describe, expect, it } from 'vitest';
import { exampleCase } from '../../../test/support/example-case';
import { TraceScript } from '../../../test/support/trace-script';
import { opId } from '../../base/brand';
import type { Case } from '../../cases/case';
import { openFlowTrace } from '../flow/flow-trace';
import { pipelineDoubt } from './pipeline-doubt';

const answers = ['a cat', 'a dog', 'in May', 'two', 'red', 'Ben'];

/** A run that stored `units` and whose only search operation found those in `found`. */
async function sentence(
  units: readonly string[],
  found: readonly number[],
  predictions = answers,
): Promise<string | undefined> {
  const script = new TraceScript('Mem0');
  const ids = units.map((memory, i) =>
    script.variable(`unit-${String(i)}`, JSON.stringify({ memory }), 'memory_entry'),
  );
  const query = script.query('What?', []);
  const search = script.operation(
    'memory_system.search_vector_store',
    'retrieval',
    found.map((i) => [query, ids[i] ?? ''] as const),
  );
  const { graph } = await script.open();
  const cases: readonly Case[] = predictions.map((prediction) =>
    exampleCase({ prediction, retrievalOps: [opId(search)] }),
  );
  return pipelineDoubt(openFlowTrace(graph), cases)?.sentence;
}

const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Ana likes ${name}.`);

describe('pipelineDoubt', () => {
  it('has none about a run that works', async () => {
    expect(await sentence(six, [0, 1])).toBeUndefined();
  });

  it('says that nothing was ever stored', async () => {
    expect(await sentence([], [])).toContain('No memory unit');
  });

  it('says that every search came back empty', async () => {
    expect(await sentence(six, [])).toContain('All 6 searches');
  });

  it('says that the memories are error messages', async () => {
    const broken = six.map(() => 'Error code: 401 - invalid api key');
    expect(await sentence(broken, [0])).toContain('6 of 6 memory units hold error messages');
  });

  it('says that every answer is the same, when there are many', async () => {
    const few = await sentence(
      six,
      [0],
      answers.map(() => 'Sorry, no.'),
    );
    expect(few).toBeUndefined();
    const many = await sentence(six, [0], Array<string>(20).fill('Sorry, no.'));
    expect(many).toContain('20 of 20 questions got the very same answer');
  });

  it('keeps quiet about a handful of questions', async () => {
    expect(await sentence([], [], ['a', 'b'])).toBeUndefined();
  });
});

import { expect, test, vi } from 'vitest';
import { exampleCase, exampleVerdict } from '../../test/support/example-case';
import { graphOfSample } from '../../test/support/sample-graph';
import { queryId } from '../base/brand';
import type { Case } from '../cases/case';
import { flowAttributor } from './flow-attributor';

const opened = vi.hoisted(() => ({ times: 0, fails: false }));

vi.mock('../attribution/flow/attribute-flow', () => ({
  *flowRunSteps() {
    opened.times++;
    yield;
    if (opened.fails) throw new Error('no way in');
    return {
      attribute: (failed: Case) => {
        if (failed.queryId === 'faulty') throw new Error('a surprise');
        return exampleVerdict({ queryId: failed.queryId });
      },
    };
  },
}));

const cases = ['faulty', 'b', 'faulty', 'd'].map((id) => exampleCase({ queryId: queryId(id) }));

/** Attributes all cases; the verdicts by their question, and what was told of faults. */
async function attributeAll() {
  const faults: string[] = [];
  const attribute = flowAttributor(
    await graphOfSample(),
    cases,
    { evidence: 'labelled' },
    (failed, error) => faults.push(`${failed.queryId}: ${String(error)}`),
  );
  return { verdicts: cases.map((failed) => attribute(failed)?.queryId), faults };
}

test('a fault in one case costs the verdict of that case alone', async () => {
  const { verdicts, faults } = await attributeAll();
  expect(verdicts).toEqual([undefined, 'b', undefined, 'd']);
  expect(faults).toEqual(['faulty: Error: a surprise', 'faulty: Error: a surprise']);
});

test('a trace that cannot be made ready is tried once, and each of its cases says so', async () => {
  Object.assign(opened, { times: 0, fails: true });
  const { verdicts, faults } = await attributeAll();
  expect(verdicts).toEqual([undefined, undefined, undefined, undefined]);
  expect(faults).toHaveLength(4);
  expect(faults[1]).toBe('b: Error: no way in');
  expect(opened.times).toBe(1);
});

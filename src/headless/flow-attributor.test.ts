import { expect, test, vi } from 'vitest';
import { exampleCase, exampleVerdict } from '../../test/support/example-case';
import { queryId } from '../base/brand';
import type { Case } from '../cases/case';
import { graphOfSample } from '../../test/support/sample-graph';
import { flowAttributor } from './flow-attributor';

vi.mock('../attribution/flow/attribute-flow', () => ({
  *flowVerdicts(_graph: unknown, cases: readonly Case[]) {
    for (const c of cases) {
      if (c.queryId === 'faulty') throw new Error('a surprise');
      yield exampleVerdict({ queryId: c.queryId });
    }
  },
}));

test('a fault in one case costs the verdict of that case alone', async () => {
  const faults: string[] = [];
  const attribute = flowAttributor({ evidence: 'labelled' }, (query, error) => {
    faults.push(`${query}: ${String(error)}`);
  });
  const cases = ['faulty', 'b', 'faulty', 'd'].map((id) => exampleCase({ queryId: queryId(id) }));
  const verdicts = attribute(await graphOfSample(), cases);
  expect(verdicts.map((verdict) => verdict?.queryId)).toEqual([undefined, 'b', undefined, 'd']);
  expect(faults).toEqual(['faulty: Error: a surprise', 'faulty: Error: a surprise']);
});

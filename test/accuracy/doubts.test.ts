import { describe, expect, it } from 'vitest';
import type { AttributedTrace } from './attributed';
import { attributeFile } from './attributed';
import { toMemoryErrorType } from '../../src/cases/error-type';
import { confidentDoubt } from '../../src/cases/verdict';
import { hasSharedData, sharedPath } from '../support/shared-data';

const NATURAL = [
  'natural/evermemos/evermemos_natural.json.gz',
  'natural/mem0/mem0_natural_b.json.gz',
  'natural/mem0/mem0_natural_c.json.gz',
  'natural/rag/rag_natural.json.gz',
];
const HUMAN = ['human/mem0_memeval_locomo-1.json.gz'];

/** Of the labelled cases: how many memory errors and other errors there are, and are doubted. */
async function count(paths: readonly string[]) {
  const traces: AttributedTrace[] = [];
  for (const path of paths)
    traces.push(...(await attributeFile(sharedPath(path), { evidence: 'labelled' })));
  const labelled = traces
    .flatMap(({ judged }) => judged)
    .flatMap(({ case: { label }, verdict }) =>
      label === undefined
        ? []
        : [
            {
              memory: toMemoryErrorType(label.errorType) !== undefined,
              doubted: confidentDoubt(verdict) !== undefined,
            },
          ],
    );
  const memory = labelled.filter((one) => one.memory);
  const other = labelled.filter((one) => !one.memory);
  return {
    memory: memory.length,
    memoryDoubted: memory.filter(({ doubted }) => doubted).length,
    other: other.length,
    otherDoubted: other.filter(({ doubted }) => doubted).length,
  };
}

describe('doubts on traces labelled by careful readers', () => {
  it.skipIf(!hasSharedData(...NATURAL))(
    'recognise half of the annotation and judge errors, and at most one memory error [needs shared data]',
    async () => {
      const found = await count(NATURAL);
      expect(found.other).toBe(6);
      expect(found.otherDoubted).toBeGreaterThanOrEqual(3);
      expect(found.memory).toBe(63);
      expect(found.memoryDoubted).toBeLessThanOrEqual(1);
    },
    60_000,
  );

  it.skipIf(!hasSharedData(...HUMAN))(
    'leave at least 94 of 95 errors of a real run to the memory system [needs shared data]',
    async () => {
      const found = await count(HUMAN);
      expect(found.memory).toBe(95);
      expect(found.memoryDoubted).toBeLessThanOrEqual(1);
    },
    60_000,
  );
});

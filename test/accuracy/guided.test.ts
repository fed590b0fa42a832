import { describe, expect, it } from 'vitest';
import { hasSharedData } from '../support/shared-data';
import { FOLDERS } from './oracle/run-oracle';
import { runTruthful } from './oracle/truthful';
import { readingOf } from './oracle/truthful-reading';

const present = hasSharedData(...FOLDERS.natural);

/** Prompt tokens a case of `graph-agent` under its oracle on these traces, as `npm run guided` prints them. */
const AGENT_TOKENS = 200_000;

describe.skipIf(!present)(
  'guided under a truthful reader (skipped where traces are absent)',
  () => {
    it('names type and operation of memory errors in a language model’s words', async () => {
      const reading = readingOf('a');
      if (reading === undefined) throw new Error('The reading is part of the project.');
      const cases = await runTruthful(reading);
      const share = (right: (c: (typeof cases)[number]) => boolean): number =>
        cases.filter(right).length / Math.max(1, cases.length);
      const isType = (by: 'flow' | 'verdict') =>
        share((c) => c[by]?.errorType === c.case.label?.errorType);
      const isOp = (by: 'flow' | 'verdict') => share((c) => c[by]?.opId === c.case.label?.opId);
      expect(cases).toHaveLength(63);
      expect(isType('verdict')).toBeGreaterThanOrEqual(0.92);
      expect(isOp('verdict')).toBeGreaterThanOrEqual(0.9);
      expect(isType('verdict')).toBeGreaterThanOrEqual(isType('flow'));
      expect(isOp('verdict')).toBeGreaterThanOrEqual(isOp('flow'));
      for (const { longest } of cases) expect(longest).toBeLessThanOrEqual(3_000);
      const tokens = cases.reduce((sum, c) => sum + c.promptTokens, 0) / cases.length;
      expect(tokens).toBeLessThanOrEqual(AGENT_TOKENS / 20);
    }, 60_000);
  },
);

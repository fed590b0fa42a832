import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { replayFile } from '../headless/replay-file';
import { hasSharedData, sharedPath } from '../../test/support/shared-data';

/** Anomalies of each trace: faults were injected into the deterministic steps of two systems. */
const EXPECTED: readonly (readonly [folder: string, anomalies: number])[] = [
  ['small/long_context', 2],
  ['small/rag', 3],
  ['small/mem0', 0],
  ['small/evermemos', 0],
  ['natural/rag', 0],
  ['natural/mem0', 0],
  ['natural/evermemos', 0],
];

describe.skipIf(!hasSharedData('small', 'natural'))('replaying shared traces unchanged', () => {
  test.each(EXPECTED)(
    'each of %s comes out the same, without a model, with %i anomalies',
    { timeout: 60_000 },
    async (folder, anomalies) => {
      const files = readdirSync(sharedPath(folder)).filter((name) => !name.includes('membase'));
      for (const name of files) {
        for (const outcome of await replayFile(sharedPath(folder, name))) {
          if (outcome.kind === 'refused') throw new Error(outcome.sentence);
          const { replay, comparison } = outcome.report;
          expect(comparison.first).toBeUndefined();
          expect(comparison.fidelity).toBe(1);
          expect(replay.calls).toEqual([]);
          expect(replay.anomalies).toHaveLength(anomalies);
          expect(replay.marks.every(({ mark }) => mark === 'recorded')).toBe(true);
        }
      }
    },
  );
});

test('the sample of the first visitor comes out the same', async () => {
  const path = new URL('../../public/samples/first-steps.json', import.meta.url).pathname;
  const [outcome] = await replayFile(path);
  expect(outcome?.kind === 'replayed' ? outcome.report.comparison.fidelity : outcome).toBe(1);
});

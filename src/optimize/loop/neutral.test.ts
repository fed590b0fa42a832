import { expect, test } from 'vitest';
import { openTalks, simulatedRun } from '../../../test/support/lab-host';
import { SILENT_PROMPTS } from '../../../test/support/simulated-talks';
import { SUGGEST_DEFAULTS } from '../suggest/suggest';

/** 200 with `npm run neutral`; a few in `npm test`, which the gate's own test covers with 200 as well. */
const RUNS = Number(process.env['LAB_NEUTRAL_RUNS'] ?? 2);
/** Rounds of each run: the gate's chance is shared among them. */
const ROUNDS = Number(process.env['LAB_NEUTRAL_ROUNDS'] ?? 1);

test(`of ${RUNS} seeded runs with an optimiser that changes nothing, at most 5 % keep its prompt`, async () => {
  const talks = await openTalks([1, 2], SILENT_PROMPTS, { dates: 10, advice: 0, plain: 6 });
  let kept = 0;
  let moved = 0;
  for (let seed = 1; seed <= RUNS; seed++) {
    const result = await simulatedRun(
      talks,
      { optimiser: 'neutral', coinSeed: seed },
      {
        rounds: ROUNDS,
        scope: 'answers',
        control: true,
        suggest: { ...SUGGEST_DEFAULTS, seed, casesPerTarget: 2 },
      },
    );
    if (result.kept.length > 0) kept++;
    if ((result.rounds[0]?.gate?.tune ?? 0) !== 0) moved++;
    expect(result.rounds[0]?.trial).toHaveLength(2);
  }
  process.stdout.write(
    `${kept} of ${RUNS} runs of ${ROUNDS} ${ROUNDS === 1 ? 'round' : 'rounds'} kept a prompt that changes nothing; the score of tune moved in ${moved}.\n`,
  );
  // Without noise there would be nothing to withstand.
  expect(moved).toBeGreaterThan(RUNS / 2);
  expect(kept).toBeLessThanOrEqual(Math.max(1, RUNS * 0.05));
}, 1_800_000);

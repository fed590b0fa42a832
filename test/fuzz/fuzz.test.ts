import { describe, expect, it } from 'vitest';
import { examine } from './examine';
import { mutant } from './mutant';
import { smallGraphs } from './small-graphs';

/** Mutants of one test run; the tests together make 20,000. */
const MUTANTS = 4000;
const SEEDS = [1, 2, 3, 4, 5];

describe('changed traces', () => {
  const graphs = smallGraphs();

  it('begin as traces without a remark', async () => {
    for (const { text } of graphs)
      expect(await examine(new TextEncoder().encode(text))).toBeUndefined();
  });

  it.each(SEEDS)(
    'of seed %i never throw, hang, or lose a record unsaid',
    { timeout: 120_000 },
    async (seed) => {
      for (let number = 0; number < MUTANTS; number++) {
        const { name, bytes } = mutant(graphs, seed, number);
        const finding = await examine(bytes);
        if (finding !== undefined) expect.unreachable(`${name}: ${finding}`);
      }
    },
  );
});

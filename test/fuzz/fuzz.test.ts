import { describe, expect, it } from 'vitest';
import { examine } from './examine';
import { foreignFiles, foreignMutant } from './foreign-files';
import { importedFiles } from './imports';
import { mutant } from './mutant';
import { smallGraphs } from './small-graphs';

/** Mutants of one test run; with those of other files the tests make 20,000. */
const MUTANTS = 3000;
/** Mutants of each file of another tool, and of each file that is read besides traces. */
const MUTANTS_A_FILE = 200;
const MUTANTS_AN_IMPORT = 80;
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

describe('changed files of other tools', () => {
  const files = foreignFiles();

  it.each(files)(
    'never throw, hang, or lose a row unsaid: $name',
    { timeout: 120_000 },
    async (file) => {
      expect(await examine(file.bytes)).toBeUndefined();
      for (let number = 0; number < MUTANTS_A_FILE; number++) {
        const { name, bytes } = foreignMutant(file, 1, number);
        const finding = await examine(bytes);
        if (finding !== undefined) expect.unreachable(`${name}: ${finding}`);
      }
    },
  );
});

describe('changed label lists, data sets, runs of an optimisation and notebook files', () => {
  it.each(importedFiles())('never throw, hang, or lose an entry unsaid: $name', async (file) => {
    expect(await file.examine(file.bytes)).toBeUndefined();
    for (let number = 0; number < MUTANTS_AN_IMPORT; number++) {
      const { name, bytes } = foreignMutant(file, 1, number);
      const finding = await file.examine(bytes);
      if (finding !== undefined) expect.unreachable(`${name}: ${finding}`);
    }
  });
});

it('makes 20,000 mutants', () => {
  const made =
    SEEDS.length * MUTANTS +
    foreignFiles().length * MUTANTS_A_FILE +
    importedFiles().length * MUTANTS_AN_IMPORT;
  expect(made).toBeGreaterThanOrEqual(20_000);
});

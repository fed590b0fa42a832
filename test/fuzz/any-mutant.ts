import { examine } from './examine';
import { foreignFiles, foreignMutant } from './foreign-files';
import { importedFiles } from './imports';
import { mutant, type Mutant } from './mutant';
import { smallGraphs } from './small-graphs';

/** A changed file, and how it is judged. */
export interface JudgedMutant extends Mutant {
  readonly examine: () => Promise<string | undefined>;
}

/** Mutant `number` of a seed, of any file the page reads: half traces, a quarter files of other tools, a quarter the rest. */
export function mutants(): (seed: number, number: number) => JudgedMutant {
  const graphs = smallGraphs();
  const foreign = foreignFiles();
  const imported = importedFiles();
  const judged = (made: Mutant, judge: typeof examine): JudgedMutant => ({
    ...made,
    examine: () => judge(made.bytes),
  });
  return (seed, number) => {
    const turn = Math.floor(number / 4);
    const file = foreign[turn % foreign.length];
    const other = imported[turn % imported.length];
    if (number % 4 === 2 && file) return judged(foreignMutant(file, seed, number), examine);
    if (number % 4 === 3 && other) return judged(foreignMutant(other, seed, number), other.examine);
    return judged(mutant(graphs, seed, number), examine);
  };
}

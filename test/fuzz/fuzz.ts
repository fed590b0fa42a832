// `npm run fuzz -- [--seconds N] [--seed S] [--mutant M] [--keep FOLDER]`: changes small files of every kind
// that the page reads and watches what reading and attribution make of them. Ends with 1 when something was found.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutants } from './any-mutant';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    mutant: { type: 'string' },
    keep: { type: 'string' },
  },
});
const seed = Number(values.seed);
const mutantOf = mutants();
/** After so many the rest is likely the same again. */
const MOST_FOUND = 20;

let found = 0;
let number = Number(values.mutant ?? 0);
const end = performance.now() + Number(values.seconds) * 1000;
for (;;) {
  const { name, bytes, examine } = mutantOf(seed, number);
  const finding = await examine();
  if (finding !== undefined) {
    found++;
    console.log(`${name}: ${finding}\n`);
    if (values.keep !== undefined) {
      mkdirSync(values.keep, { recursive: true });
      writeFileSync(join(values.keep, `${String(seed)}-${String(number)}.json`), bytes);
    }
  }
  number++;
  if (values.mutant !== undefined || found >= MOST_FOUND || performance.now() > end) break;
}
console.log(`${String(number)} mutants of seed ${String(seed)}, ${String(found)} found.`);
process.exitCode = found === 0 ? 0 : 1;

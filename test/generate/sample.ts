// `npm run generate:sample`: records the trace that a first visitor sees.
import { mkdirSync, writeFileSync } from 'node:fs';
import { FIRST_STEPS } from './first-steps';
import { recordRun } from './record-run';

const file = new URL('../../public/samples/first-steps.json', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, recordRun(FIRST_STEPS));
console.log(`Wrote ${file.pathname}`);

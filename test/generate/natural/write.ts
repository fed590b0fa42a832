// `npx tsx test/generate/natural/write.ts`: records the plays of the natural set.
import { gzip } from 'pako';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileOf, PLAYS, traceOf } from './performers';

for (const play of PLAYS) {
  const file = new URL(`../../fixtures/natural/${fileOf(play)}`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  const bytes = gzip(traceOf(play), { level: 9 });
  writeFileSync(file, bytes);
  console.log(`Wrote ${file.pathname}: ${bytes.length} bytes`);
}

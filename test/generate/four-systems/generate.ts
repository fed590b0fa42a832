// `npm run generate:faults`: records the labelled samples of all four systems.
import { mkdirSync, writeFileSync } from 'node:fs';
import { PLANS } from './plans';
import { recordSample } from './record';

const folder = new URL('../../../public/samples/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, plan] of Object.entries(PLANS)) {
  const file = new URL(`${name}.json`, folder);
  const text = await recordSample(plan);
  writeFileSync(file, text);
  console.log(`Wrote ${file.pathname}: ${Math.round(text.length / 1024)} KiB`);
}

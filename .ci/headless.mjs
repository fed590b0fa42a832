// `node .ci/headless.mjs NAME …`: runs the command `src/headless/NAME.ts`, bundled first. A bundle takes a tenth
// of a second to make, and runs faster than modules that are translated one by one as they load.
import { mkdirSync, renameSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './packages.mjs';

// The command reads its own words from where it would find them as a program of its own.
const [name = ''] = process.argv.splice(2, 1);
const folder = `${root}/.cache/headless`;
mkdirSync(folder, { recursive: true });
// Two runs at once must not read half of each other's bundle: it is moved into place when it is whole.
const fresh = `${folder}/${name}.${process.pid}.mjs`;
await build({
  entryPoints: [`${root}/src/headless/${name}.ts`],
  outfile: fresh,
  bundle: true,
  packages: 'external',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'error',
});
renameSync(fresh, `${folder}/${name}.mjs`);
await import(pathToFileURL(`${folder}/${name}.mjs`).href);

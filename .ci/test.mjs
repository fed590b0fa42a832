// `npm test [-- STAGE…]`: every check of the project, from a fresh clone. The last line sums them
// up.
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { ensureBrowser } from './browser.mjs';
import { countCheck, countPlaywright, countVitest, sum, summary } from './counts.mjs';
import { ensurePackages, root } from './packages.mjs';
import { runTool } from './stage.mjs';

const reports = `${root}/.cache/reports`;
const vitestReport = `${reports}/vitest.json`;
const playwrightReport = `${reports}/playwright.json`;

/** A free port, so that two clones can be tested at the same time. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** @param {string} script @param {string[]} args */
async function check(script, args) {
  return countCheck(await runTool(script, args, { quiet: true }));
}

async function unit() {
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ];
  return countVitest(vitestReport, await runTool('vitest/vitest.mjs', args, { quiet: false }));
}

async function e2e() {
  const browser = await ensureBrowser();
  if (!browser) {
    console.error('No browser: set CHROMIUM_PATH to a Chrome or Chromium.');
    return countCheck(false);
  }
  const env = {
    CHROMIUM_PATH: browser,
    E2E_PORT: String(await freePort()),
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  };
  const args = ['test', '-c', 'test/e2e/playwright.config.ts'];
  const ok = await runTool('@playwright/test/cli.js', args, { quiet: false, env });
  return countPlaywright(playwrightReport, ok);
}

/** @type {Record<string, () => Promise<import('./counts.mjs').Counts>>} */
const stages = {
  format: () => check('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  lint: () =>
    check('eslint/bin/eslint.js', [
      '.',
      '--max-warnings=0',
      '--cache',
      '--cache-location=.cache/eslint',
    ]),
  types: () =>
    check('svelte-check/bin/svelte-check', ['--tsconfig', './tsconfig.json', '--fail-on-warnings']),
  unit,
  build: () => check('vite/bin/vite.js', ['build']),
  e2e,
};

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(
    `Unknown stage ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`,
  );
  process.exit(2);
}

ensurePackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
// Lint takes one core for two minutes: the other stages before the tests take the second one.
const lanes = [[['lint'], ['format', 'types', 'build']], [['unit']], [['e2e']]];
/** @type {import('./counts.mjs').Counts[]} */
const results = [];

/** @param {string} name */
async function runStage(name) {
  const run = stages[name];
  if (run === undefined || (chosen.length > 0 && !chosen.includes(name))) return;
  console.log(`\n== ${name}`);
  const began = performance.now();
  const counts = await run();
  results.push(counts);
  console.log(
    `== ${name}: ${summary(counts)} (${((performance.now() - began) / 1000).toFixed(1)} s)`,
  );
}

/** @param {readonly string[]} names */
async function runInTurn(names) {
  for (const name of names) await runStage(name);
}

for (const beside of lanes) await Promise.all(beside.map(runInTurn));
const total = sum(results);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${summary(total)}`);

import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from '../../.ci/browser.mjs';

// `npm test` hands over a free port; this one serves a run by hand.
const port = process.env['E2E_PORT'] ?? '4319';
const executablePath = await findBrowser();
const LONG_SPECS = [
  'attribution-run',
  'explorer-drawings',
  'foreign-files',
  'keeping',
  'models-contract',
  'models-key',
  'prompt-lab',
  'prompt-lab-exchange',
  'prompt-lab-rounds',
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // Minutes each: `npm run e2e:long` runs them, `npm test` must stay under fifteen minutes on two cores.
  ...(process.env['LONG'] === undefined
    ? { grepInvert: /axe finds nothing serious in the explorer/ }
    : {}),
  testIgnore: process.env['LONG'] === undefined ? LONG_SPECS : [],
  // The longest test reads real traces; a hanging one should still end within the stage's time.
  timeout: 180_000,
  // The page opens in a second on an idle machine; on a busy one five were not enough.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // More browsers than cores only make time-outs.
  workers: 2,
  // A test that passes only sometimes is a bug.
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['list'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://127.0.0.1:${port}/`,
    // Requests that a service worker answers cannot be watched; offline.spec.ts lets it work.
    serviceWorkers: 'block',
    // A trace takes a copy of the page at every key: two thirds of the time of the tests that tab.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Chromium's sandbox refuses to run as root, as in most containers.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  webServer: {
    command: `npx vite preview --host 127.0.0.1 --strictPort --port ${port}`,
    cwd: '../..',
    url: `http://127.0.0.1:${port}/`,
  },
});

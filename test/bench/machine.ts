import { cpus, release, totalmem, type } from 'node:os';
import type { Browser } from '@playwright/test';

/** What the figures were measured on: they mean little without it. */
export const machine = (browser: Browser) => ({
  browser: `Chromium ${browser.version()}, headless`,
  node: process.version,
  system: `${type()} ${release()}`,
  processor: cpus()[0]?.model.trim() ?? '',
  cores: cpus().length,
  memory_bytes: totalmem(),
});

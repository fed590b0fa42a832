import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The folder of traces that are too large, or not ours, to live in the project: `MEMTRACE_TEST_DATA`, by
 * default a folder `shared/data` beside it. Tests that need them are skipped where it is absent.
 */
export const sharedData = resolve(root, process.env['MEMTRACE_TEST_DATA'] ?? '../shared/data');

/** A path below the shared data. */
export const sharedPath = (...parts: readonly string[]): string => join(sharedData, ...parts);

/** Whether all these paths below the shared data are there. */
export const hasSharedData = (...paths: readonly string[]): boolean =>
  existsSync(sharedData) && paths.every((path) => existsSync(sharedPath(path)));

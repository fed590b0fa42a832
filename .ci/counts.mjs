import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ status: string, assertionResults: unknown[] }} VitestFile
 */

/**
 * One check that is either right or wrong, such as formatting.
 * @param {boolean} ok
 * @returns {Counts}
 */
export function countCheck(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * A runner that failed without a failed test (a crash, no test found, an error outside a test) is
 * one failure.
 * @param {Counts} counts @param {boolean} ok @returns {Counts}
 */
function withExit(counts, ok) {
  return !ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * Counts of Vitest's JSON report. A file that could not be loaded holds no test and counts as one
 * failure.
 * @param {string} file @param {boolean} ok whether the runner exited with 0 @returns {Counts}
 */
export function countVitest(file, ok) {
  const report = readReport(file);
  if (report === undefined) return countCheck(false);
  /** @type {VitestFile[]} */
  const files = report.testResults;
  const broken = files.filter((f) => f.status === 'failed' && f.assertionResults.length === 0);
  return withExit(
    {
      passed: report.numPassedTests,
      failed: report.numFailedTests + broken.length,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    ok && report.numPassedTests > 0,
  );
}

/**
 * Counts of Playwright's JSON report.
 * @param {string} file @param {boolean} ok whether the runner exited with 0 @returns {Counts}
 */
export function countPlaywright(file, ok) {
  const report = readReport(file);
  if (report === undefined) return countCheck(false);
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExit({ passed: expected, failed: unexpected + flaky, skipped }, ok && expected > 0);
}

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  }));
}

/** @param {Counts} counts */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

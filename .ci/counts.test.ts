import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countPlaywright, countVitest, sum, summary } from './counts.mjs';

function report(content: object): string {
  const file = join(mkdtempSync(join(tmpdir(), 'counts-')), 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = (passed: number, failed: number, testResults: object[] = []) =>
  report({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults,
  });

it('takes the counts of the reports', () => {
  expect(countVitest(vitest(5, 2), false)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 1 };
  const playwright = report({ stats });
  expect(countPlaywright(playwright, false)).toEqual({ passed: 3, failed: 2, skipped: 1 });
});

it('counts a file that could not be loaded as a failure', () => {
  const broken = { status: 'failed', assertionResults: [] };
  expect(countVitest(vitest(5, 0, [broken]), false).failed).toBe(1);
});

it.each([
  ['no report was written', 'nowhere.json', true],
  ['the runner failed outside a test', vitest(5, 0), false],
  ['no test ran', vitest(0, 0), true],
])('is a failure when %s', (_why, file, hasExitedWell) => {
  expect(countVitest(file, hasExitedWell).failed).toBe(1);
});

it('ends in one line', () => {
  const one = { passed: 1, failed: 0, skipped: 0 };
  expect(summary(sum([one, one]))).toBe('2 passed, 0 failed');
  expect(summary({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});

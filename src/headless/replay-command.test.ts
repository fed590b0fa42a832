import { expect, test } from 'vitest';
import type { Comparison } from '../replay/compare';
import { replayAll } from './replay-command';
import { replayFile } from './replay-file';

const sample = new URL('../../public/samples/first-steps.json', import.meta.url).pathname;

/** Replays a file and then says that the comparison came to something else. */
const comparedAs = (changed: Partial<Comparison>) => async (path: string) => {
  const outcomes = await replayFile(path);
  return outcomes.map((outcome) =>
    outcome.kind === 'refused'
      ? outcome
      : {
          ...outcome,
          report: {
            ...outcome.report,
            comparison: { ...outcome.report.comparison, ...changed },
          },
        },
  );
};

async function run(paths: readonly string[], isCheck: boolean, replay = comparedAs({})) {
  const lines: string[] = [];
  const line = (text: string) => void lines.push(text);
  const code = await replayAll(paths, isCheck, replay, { line, error: line });
  return { code, text: lines.join('\n') };
}

test('a check of a trace that comes out the same ends well, without a call of a model', async () => {
  const { code, text } = await run([sample], true);
  expect(code).toBe(0);
  expect(text).toContain('fidelity 1.00');
  expect(text).toContain('0 model calls, 0 import faults');
  expect(text).toContain('1 traces replayed, 0 not reproduced.');
});

test('a check fails below a fidelity of 1.00, and never rounds up to it', async () => {
  const lower = comparedAs({ fidelity: 0.99999 });
  const { code, text } = await run([sample], true, lower);
  expect(code).toBe(1);
  expect(text).toContain('fidelity 0.9999');
  expect((await run([sample], false, lower)).code).toBe(0);
});

test('a check fails for a file that is not there, whatever else was replayed', async () => {
  expect((await run([sample, '/nowhere/a.json'], true)).code).toBe(1);
  expect((await run(['/nowhere/a.json'], false)).code).toBe(1);
});

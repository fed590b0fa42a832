import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manyQuestions } from '../../test/support/many-questions';
import { hasSharedData, sharedPath } from '../../test/support/shared-data';
import { isObject } from '../trace/json';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLE = 'public/samples/first-steps.json';
const SYSTEMS = ['evermemos', 'long_context', 'mem0', 'rag'];
const SMALL = SYSTEMS.flatMap((s) => [1, 2].map((n) => `small/${s}/locomo_locomo-${n}.json`));

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'memtrace-command-'));
  writeFileSync(join(folder, 'empty.json'), '');
  const row = {
    qa_pair: { id: 'q', question: 'Q?', golden_answers: ['A'] },
    prediction: 'B',
    metrics: {},
  };
  writeFileSync(join(folder, 'run.membase_eval.json'), JSON.stringify([row]));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The command as a user runs it, from the project's folder. */
function attribute(...words: readonly string[]) {
  const command = ['node_modules/tsx/dist/cli.mjs', 'src/headless/attribute.ts', ...words];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, lines: stdout.trimEnd().split('\n'), stdout, stderr };
}

/** The same, bundled, as `npm run attribute` starts it. */
function attributeBundled(...words: readonly string[]) {
  const command = ['.ci/headless.mjs', 'attribute', ...words];
  return spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
}

/** The written results but for the time they took. */
const withoutTime = (path: string): string =>
  readFileSync(path, 'utf8').replace(/"average_minutes": [^\n]*/, '');

function readResults(path: string) {
  const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const results: unknown = isObject(file) ? file['results'] : [];
  const metrics = isObject(file) && isObject(file['metrics']) ? file['metrics'] : {};
  return { results: Array.isArray(results) ? results.filter(isObject) : [], metrics };
}

describe('npm run attribute', { timeout: 60_000 }, () => {
  test('names the labelled operation of the sample and writes it in the results format', () => {
    const out = join(folder, 'results.json');
    const { status, lines, stderr } = attribute(SAMPLE, '--out', out);
    expect([status, stderr]).toEqual([0, '']);
    expect(lines[0]).toMatch(
      /^public\/samples\/first-steps\.json {2}mem0 {2}8 cases, 1 failed, 1 attributed, labelled 1 \(type 1\.000, operation 1\.000\)/,
    );
    const { results } = readResults(out);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      graph_path: SAMPLE,
      final_error_type: 'UpdateError',
      error_attribution_result: { error_type: 'UpdateError', op_id: results[0]?.['final_op_id'] },
      is_error_type_correct: true,
      is_op_id_correct: true,
    });
    expect(String(results[0]?.['final_reason'])).toContain('12 March');
  });

  test('finds the evidence itself when asked to', () => {
    const out = join(folder, 'retrieved.json');
    const { status } = attribute(
      SAMPLE,
      '--evidence',
      'retrieved',
      '--query',
      'question',
      '--out',
      out,
    );
    expect(status).toBe(0);
    expect(readResults(out).results[0]).toMatchObject({
      verdict: { evidence_mode: 'retrieved', evidence_query: 'question' },
    });
  });

  test('goes on after files that it cannot read, and says why in one line each', () => {
    const { status, lines, stderr } = attribute(folder, 'nowhere.json', SAMPLE);
    expect(status).toBe(0);
    expect(lines[0]).toContain('/empty.json  refused: The file is empty.');
    expect(lines.find((line) => line.includes('membase_eval'))).toContain(
      'MemBase evaluation rows: 1 of 1 questions read, 1 case, 0 failed',
    );
    expect(stderr).toBe('nowhere.json  not read: There is no such file or folder.\n');
    expect(lines.at(-1)).toMatch(/^2 files read, \d+ refused; 1 of 1 case attributed in /);
  });

  test('fails only when nothing could be read', () => {
    const { status, stderr } = attribute(join(folder, 'empty.json'), 'nowhere.json');
    expect(status).toBe(1);
    expect(stderr).toContain('Nothing could be read: 1 refused, 1 not found.');
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test('counts a trace once, however often and however packed it is given', () => {
    const twice = join(folder, 'twice');
    mkdirSync(twice);
    const bytes = readFileSync(join(root, SAMPLE));
    writeFileSync(join(twice, 'a.json'), bytes);
    writeFileSync(join(twice, 'b.json.gz'), gzipSync(bytes));
    const { status, lines } = attribute(twice, twice);
    expect(status).toBe(0);
    expect(lines.filter((line) => line.includes('1 trace counted already'))).toHaveLength(3);
    expect(lines.at(-1)).toMatch(/; 1 of 1 case attributed in /);
  });

  test('says before it begins when the results could not be written', () => {
    const { status, stdout, stderr } = attribute(
      SAMPLE,
      '--out',
      join(folder, 'no/such/folder.json'),
    );
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The results could not be written to .*: There is no such file or folder\.\n$/,
    );
  });

  test('attributes a trace of many failed questions in several threads, with the same results', () => {
    // No name of a trace file: another test reads the whole folder.
    const trace = join(folder, 'many');
    writeFileSync(trace, manyQuestions(120).text());
    const outs = [1, 2].map((threads) => {
      const out = join(folder, `many-${String(threads)}.json`);
      const { status, stdout, stderr } = attributeBundled(
        ...[trace, '--threads', String(threads), '--out', out],
      );
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain(`cases/s, ${threads === 1 ? '1 thread' : '2 threads'}).`);
      return withoutTime(out);
    });
    expect(outs[1]).toBe(outs[0]);
  });

  test('explains itself on --help and when asked wrongly', () => {
    expect(attribute('--help')).toMatchObject({ status: 0, stderr: '' });
    const wrong = attribute(SAMPLE, '--method', 'magic');
    expect([wrong.status, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/^--method is one of flow; "magic" is none of them\.\n\nUsage: /);
  });

  test.skipIf(!hasSharedData(...SMALL)).each([
    ['labelled', 0.95, 0.9],
    ['retrieved', 0.8, 0.75],
  ])(
    'reaches its bar on the shared traces from %s evidence (skipped without them)',
    (evidence, type, op) => {
      const out = join(folder, `small-${evidence}.json`);
      const { status } = attribute(
        ...SMALL.map((path) => sharedPath(path)),
        '--evidence',
        evidence,
        '--out',
        out,
      );
      expect(status).toBe(0);
      const { metrics } = readResults(out);
      expect(metrics['labelled_memory_errors']).toBe(88);
      expect(metrics['without_verdict']).toBe(0);
      expect(metrics['error_type_prediction_accuracy']).toBeGreaterThanOrEqual(type);
      expect(metrics['operation_identifier_prediction_accuracy']).toBeGreaterThanOrEqual(op);
    },
  );
});

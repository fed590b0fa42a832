import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { meaningOf, readText, tracesOf, verdictOn } from '../../../../test/support/read-text';
import { readImportReport, type ImportReport } from '../../import-report';
import type { FileOutcome } from '../read-file';

const FOLDER = new URL('../../../../test/fixtures/foreign/', import.meta.url);
const bytesOf = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(file, FOLDER)));

/** The lines of the table in README.md: format, shown, attributed, file. */
const LINES = readFileSync(new URL('README.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter((cells) => /^`[\w-]+\.(?:jsonl?|csv)`$/.test(cells[4] ?? ''))
  .map((cells) => ({
    format: cells[1] ?? '',
    shown: (cells[2] ?? '').split(', '),
    attributed: cells[3] ?? '',
    file: (cells[4] ?? '').replaceAll('`', ''),
  }));

function reportOf(outcome: FileOutcome): ImportReport {
  const [trace] = tracesOf(outcome);
  const report = trace && readImportReport(trace.columns.header.metadata);
  if (report === undefined) throw new Error(`No report: ${verdictOn(outcome)}`);
  return report;
}

/** What the table says of the reach of a file. */
const ATTRIBUTED: readonly (readonly [RegExp, ImportReport['reach']])[] = [
  [/^every stage/, 'stages'],
  [/^retrieval or answer/, 'retrieval-or-answer'],
  [/no answers are in it/, 'look-only'],
  [/can only be judged/, 'judge-only'],
];

describe('the table of formats', () => {
  it('names every checked file once', () => {
    expect(LINES.map(({ file }) => file).sort()).toEqual(readdirSync(FOLDER).sort());
  });

  it.each(LINES)('is right about $file: $format', async ({ format, shown, attributed, file }) => {
    const report = reportOf(await readText(bytesOf(file)));
    const given = report.mapped.map(({ what }) => what);
    expect(format).toContain(report.name);
    expect(report.skipped).toBe(0);
    expect(report.read).toBe(report.total);
    for (const what of shown) expect(given.join(', ')).toContain(what);
    expect(report.reach).toBe(ATTRIBUTED.find(([words]) => words.test(attributed))?.[1]);
    // "Once labelled" is said of files in which nothing is judged.
    if (report.reach !== 'judge-only' && given.includes('answers'))
      expect(/once labelled/.test(attributed)).toBe(!given.includes('scores'));
  });
});

describe('a file of another tool', () => {
  const files = LINES.map(({ file }) => file);

  it.each(files)('comes back the same from its export: %s', async (file) => {
    const first = await readText(bytesOf(file));
    if (first.kind === 'refused' || typeof first.bytes === 'string')
      return expect.unreachable(verdictOn(first));
    const exported = new Uint8Array(await first.bytes.arrayBuffer());
    const again = await readText(exported);
    expect(again.kind === 'read' && again.bytes).toBe('file');
    expect(verdictOn(again)).toBe('read');
    const [before] = tracesOf(first);
    const [after] = tracesOf(again);
    expect(after?.key).toBe(before?.key);
    expect(after && meaningOf(after)).toEqual(before && meaningOf(before));
    expect(reportOf(again)).toEqual(reportOf(first));
  });

  it.each(files)('is the same packed, and with a byte order mark: %s', async (file) => {
    const [plain] = tracesOf(await readText(bytesOf(file)));
    const packed = await readText(new Uint8Array(gzipSync(bytesOf(file))));
    const marked = await readText(
      new Uint8Array(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytesOf(file)])),
    );
    expect(tracesOf(packed)[0]?.key).toBe(plain?.key);
    expect(tracesOf(marked)[0]?.key).toBe(plain?.key);
  });

  it.each(files)('cut off anywhere keeps its whole rows and says so: %s', async (file) => {
    const whole = bytesOf(file);
    const { total } = reportOf(await readText(whole));
    for (let parts = 1; parts < 8; parts++) {
      const outcome = await readText(whole.slice(0, Math.floor((whole.length * parts) / 8)));
      if (outcome.kind === 'refused') continue;
      const report = reportOf(outcome);
      expect(report.read + report.skipped).toBe(report.total);
      // Of a row that repeats and is cut off nobody can tell that it repeats.
      expect(report.total).toBeLessThanOrEqual(total + 1);
      if (file.endsWith('.json')) expect(verdictOn(outcome)).toContain('truncated 1');
    }
  });
});

describe('damaged rows', () => {
  it('are left out, counted and named, and the others are read', async () => {
    const rows = JSON.stringify(
      JSON.parse(new TextDecoder().decode(bytesOf('membase-evaluation.json'))),
    );
    const damaged = `${rows.slice(0, -2)}}, {"qa_pair": 3, "prediction": "a"}, {"broken": nope}]`;
    const outcome = await readText(damaged);
    const report = reportOf(outcome);
    expect(report).toMatchObject({ read: 3, skipped: 2, total: 5 });
    expect(verdictOn(outcome)).toBe('bad-row 2');
  });

  it('of JSON Lines cost only their own line', async () => {
    const lines = new TextDecoder().decode(bytesOf('operations.jsonl')).split('\n');
    lines.splice(3, 0, '{"op": "add", "id": "u9", "text": oops}', '{"op": "dance", "id": "x"}');
    const report = reportOf(await readText(lines.join('\n')));
    expect(report).toMatchObject({ read: 14, skipped: 2, total: 16 });
  });

  it('of a table are those without a question or an answer', async () => {
    const outcome = await readText(
      'question;prediction;context\nWho?;Ida;"a;b"\n;x;y\n\nWhat?;;\n',
    );
    expect(reportOf(outcome)).toMatchObject({ read: 2, skipped: 1, total: 3 });
  });
});

describe('rows of lists', () => {
  it('are read in a window, however many there are', async () => {
    const row = new TextDecoder().decode(bytesOf('cognee.json')).replace(/^\[|\]\s*$/g, '');
    const many = `[${Array.from({ length: 300 }, () => row).join(',')}]`;
    const report = reportOf(await readText(new Uint8Array(gzipSync(many))));
    expect(report).toMatchObject({ read: 1200, total: 1200 });
  });
});

it('refuses what has the keys of a format and nothing else of it', async () => {
  const outcome = await readText('[{"qa_pair": 1, "prediction": 2, "metrics": 3}]');
  expect(verdictOn(outcome)).toBe('refused: nothing-in-format');
});

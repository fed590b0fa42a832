import { describe, expect, test } from 'vitest';
import { exampleCase, exampleLabel, exampleVerdict } from '../../test/support/example-case';
import { problem } from '../base/problem';
import type { FileReport } from './attribute-file';
import { fileLine, missingLine, summaryLines } from './report-lines';

const labelled = exampleCase({ label: exampleLabel() });

const report = (changes: Partial<FileReport> = {}): FileReport => ({
  path: 'runs/a.json',
  refused: undefined,
  skipped: [],
  tolerated: [],
  repeated: 0,
  systems: ['mem0'],
  cases: 8,
  failed: 2,
  traces: [],
  entries: [
    { case: labelled, verdict: exampleVerdict(), path: 'runs/a.json' },
    { case: labelled, verdict: undefined, path: 'runs/a.json' },
  ],
  readMs: 12.4,
  attributeMs: 4,
  threads: 1,
  ...changes,
});

describe('the line on a file', () => {
  test('counts cases and verdicts, and compares with the labels', () => {
    expect(fileLine(report())).toBe(
      'runs/a.json  mem0  8 cases, 2 failed, 1 attributed, labelled 2 (type 0.500, operation 0.500), read 12 ms, attributed 4 ms (250 cases/s, 1 thread)',
    );
  });

  test('says what was odd and read all the same, how often and where first', () => {
    const odd = problem('json-bare-number', '', { byte: 7 });
    const tolerated = [
      { problem: odd, count: 2, places: ['nodes[1], byte 7', 'nodes[2], byte 9'] },
    ];
    expect(fileLine(report({ tolerated }))).toMatch(
      /; tolerated 2 × NaN or Infinity .* \(nodes\[1\], byte 7, …\)$/,
    );
  });

  test('says what was skipped, how often and where first', () => {
    const skipped = [
      { problem: problem('dangling-edge'), count: 3, places: ['edges[1]', 'edges[7]'] },
    ];
    expect(fileLine(report({ skipped }))).toContain('; 3 × An edge names a variable');
    expect(fileLine(report({ skipped }))).toMatch(/\(edges\[1\], …\)$/);
  });

  test('says why a file was refused and what to do', () => {
    expect(fileLine(report({ refused: problem('empty-file') }))).toBe(
      'runs/a.json  refused: The file is empty. Export the trace again and drop the new file.',
    );
  });

  test('sends nothing to the terminal that it would obey', () => {
    expect(fileLine(report({ path: 'a\u001b[31m\nb\u202e' }))).toMatch(
      /^a\ufffd\[31m\ufffdb\ufffd {2}/,
    );
    expect(missingLine('\u0007x', 'There is none.')).toBe('\ufffdx  not read: There is none.');
  });
});

describe('the summary', () => {
  test('gives n and 95 % intervals per system and overall, and the speed', () => {
    const rag = exampleCase({ label: exampleLabel(), system: 'rag' });
    const other = report({ entries: [{ case: rag, verdict: exampleVerdict(), path: 'b' }] });
    const refused = report({ refused: problem('not-json'), entries: [] });
    expect(summaryLines([report(), other, refused])).toEqual([
      '         n  error type            operation             both',
      'mem0     2  0.500 [0.095, 0.905]  0.500 [0.095, 0.905]  0.500 [0.095, 0.905]',
      'rag      1  1.000 [0.207, 1.000]  1.000 [0.207, 1.000]  1.000 [0.207, 1.000]',
      'overall  3  0.667 [0.208, 0.939]  0.667 [0.208, 0.939]  0.667 [0.208, 0.939]',
      '2 files read, 1 refused; 2 of 3 cases attributed in 0.01 s (250 cases/s, 1 thread).',
    ]);
  });

  test('says how many threads worked, the most of any file', () => {
    expect(summaryLines([report({ threads: 2 }), report()]).at(-1)).toBe(
      '2 files read, 0 refused; 2 of 4 cases attributed in 0.01 s (250 cases/s, 2 threads).',
    );
  });

  test('does not make up figures where there are no labels', () => {
    expect(summaryLines([report({ entries: [] })])).toEqual([
      'No labels to compare with.',
      '1 file read, 0 refused; 0 of 0 cases attributed.',
    ]);
  });
});

// @vitest-environment jsdom
import { marked } from 'marked';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { exampleCase, exampleVerdict } from '../../../test/support/example-case';
import { nodeId } from '../../base/brand';
import type { ReportEntry } from '../summary/contract';
import { summarise } from '../summary/summarise';
import { proseOf } from '../written/prose';
import { csvReport } from './csv';
import { htmlReport } from './html';
import { errorAnalysisReport, jsonReport } from './json';
import { markdownReport } from './markdown';

const HOSTILE = [
  '<script>window.ran=1</script>',
  '<img src=http://h.example/x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '![a](http://h.example/x) [b](javascript:alert(1)) `c` **d** | e\n# f',
  "' style='background:url(http://h.example/x)'",
  '=HYPERLINK("http://h.example")',
  ' +1+1',
  '@SUM(A1)',
  'see www.h.example and a@h.example',
  '\t-2',
  '&lt;b&gt; &#60;',
];

function hostileEntry(text: string): ReportEntry {
  const quote = { variable: nodeId(text), start: 0, end: text.length, text };
  return {
    case: exampleCase({
      question: text,
      goldAnswers: [text],
      prediction: text,
      questionType: text,
    }),
    path: text,
    verdict: exampleVerdict({
      sentence: text,
      stages: [
        {
          stage: 'memory',
          status: 'lost',
          opId: undefined,
          variable: nodeId(text),
          quotes: [quote],
          sentence: text,
        },
      ],
    }),
    opName: text,
  };
}

const entries = HOSTILE.map(hostileEntry);
const summary = summarise(entries, { examples: 20 });

/** Text as a reader sees it: white space is one space. */
const seen = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ');

function expectOnlyText(page: Document): void {
  expect(
    page.querySelectorAll('script, img, svg, iframe, object, link, a, [onload], [onerror]'),
  ).toHaveLength(0);
  for (const text of HOSTILE)
    expect(seen(page.documentElement.textContent)).toContain(seen(text).trim());
}

describe('the renderings of a report', () => {
  test('show recorded text in HTML as text, whatever it holds', () => {
    const source = htmlReport(summary, HOSTILE[0] ?? '', proseOf(summary));
    const page = new DOMParser().parseFromString(source, 'text/html');
    expect(page.title).toBe(HOSTILE[0]);
    expectOnlyText(page);
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain(
      "default-src 'none'",
    );
  });

  test('show recorded text in Markdown as text, whatever it holds', () => {
    const source = markdownReport(summary, 'Report', '');
    const page = new DOMParser().parseFromString(
      marked.parse(source, { async: false }),
      'text/html',
    );
    expectOnlyText(page);
    expect(page.querySelectorAll('strong, em, code, h1')).toHaveLength(1 + HOSTILE.length);
    // Five tables of counts, one of traces: no cell broke a row.
    for (const table of page.querySelectorAll('table')) {
      const widths = [...table.rows].map((row) => row.cells.length);
      expect(new Set(widths).size).toBe(1);
    }
  });

  test('keep the form of an analysis that a model wrote in Markdown, and nothing that loads or links', () => {
    const written = [
      '## Why',
      '* **one** of',
      ...HOSTILE,
      '\\<img src=x>',
      '![a][r]',
      '[r]: http://h.example',
    ];
    const source = markdownReport(summarise([]), 'Report', written.join('\n\n'));
    const page = new DOMParser().parseFromString(
      marked.parse(source, { async: false }),
      'text/html',
    );
    const acting = 'script, img, svg, iframe, object, link, a, [onload], [onerror]';
    expect(page.querySelectorAll(acting)).toHaveLength(0);
    expect(page.querySelector('h2')?.textContent).toBe('Why');
    expect(page.querySelector('li strong')?.textContent).toBe('one');
  });

  test('write CSV that no spreadsheet runs and that reads back', () => {
    const { data } = Papa.parse<string[]>(csvReport(entries), { skipEmptyLines: true });
    expect(data).toHaveLength(1 + entries.length);
    for (const [i, row] of data.slice(1).entries()) {
      for (const cell of row) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/);
      expect([HOSTILE[i], `'${HOSTILE[i] ?? ''}`]).toContain(row[5]);
    }
  });

  test('hold the same numbers in HTML, Markdown and JSON', () => {
    const json: unknown = JSON.parse(jsonReport(summary, 'Report', ''));
    expect(json).toMatchObject({ version: 1, totals: { attributed: HOSTILE.length } });
    const attributed = `${HOSTILE.length} of ${HOSTILE.length}`;
    expect(markdownReport(summary, 'Report', '')).toContain(`| Attributed | ${attributed} |`);
    expect(htmlReport(summary, 'Report', '')).toContain(`<td dir="auto">${attributed}</td>`);
  });

  test('write the analysis file of MemTrace with the report alone', () => {
    expect(JSON.parse(errorAnalysisReport('It went wrong.'))).toEqual({ report: 'It went wrong.' });
  });

  test('say in prose what was counted, and that nothing was when nothing was', () => {
    expect(proseOf(summary)).toContain(
      `Update error (${HOSTILE.length} of ${HOSTILE.length}, 100.0 %)`,
    );
    expect(proseOf(summarise([]))).toContain('nothing can be concluded');
  });
});

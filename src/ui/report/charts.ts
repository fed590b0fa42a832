import * as Plot from '@observablehq/plot';
import type { ErrorType } from '../../cases/error-type';
import type { ReportSummary } from '../../notebook/report/contract';
import { ERROR_LOOK } from '../base/error-look';
import { NAMES } from '../texts';
import { REPORT } from './texts';

/** Colours of a drawing: the page's own, or fixed ones for a file without the page's style sheet. */
export interface Palette {
  readonly type: (type: ErrorType) => string;
  readonly bar: string;
  readonly track: string;
}

export const PAGE_PALETTE: Palette = {
  type: (type) => ERROR_LOOK[type].hue,
  bar: 'var(--accent)',
  track: 'var(--hairline)',
};

/** Dark enough on white and light enough on black to be seen in both. */
const FIXED: Readonly<Record<ErrorType, string>> = {
  ExtractionError: '#8a5cd6',
  UpdateError: '#3b7ac2',
  DeletionError: '#c2447e',
  RetrievalError: '#1f9484',
  ResponseError: '#c27a24',
  AnnotationError: '#808080',
  LLMAsAJudgeError: '#808080',
};

export const FILE_PALETTE: Palette = {
  type: (type) => FIXED[type],
  bar: '#3b7ac2',
  track: '#8886',
};

export interface Chart {
  readonly title: string;
  /** What the drawing shows, for those who do not see it; the tables hold every number. */
  readonly alternative: string;
  readonly svg: SVGSVGElement;
}

/** Question types shown at most; a data set has about ten. */
const MOST_ROWS = 16;

/**
 * The drawings of a report. Every bar carries its number, so that nothing rests on colour.
 * @param width in CSS pixels
 */
export function reportCharts(
  summary: ReportSummary,
  width: number,
  palette: Palette,
): readonly Chart[] {
  return [typeChart, funnelChart, failureChart].flatMap((draw) => {
    const drawn = draw(summary, width, palette);
    if (drawn === undefined) return [];
    const { svg, ...words } = drawn;
    if (!(svg instanceof SVGSVGElement)) return [];
    // The library names its groups, which have no role to be named with.
    for (const group of svg.querySelectorAll('[aria-label]')) group.removeAttribute('aria-label');
    return [{ ...words, svg }];
  });
}

interface Drawn {
  readonly title: string;
  readonly alternative: string;
  readonly svg: Element;
}

const frame = (width: number, labels: readonly string[]) => ({
  width,
  marginLeft: Math.min(width * 0.4, 14 + 6.6 * Math.max(...labels.map((label) => label.length))),
  marginTop: 4,
  marginBottom: 4,
  marginRight: 72,
  x: { axis: null },
  y: { label: null, tickSize: 0 },
  style: { fontSize: '12px', background: 'none' },
});

function typeChart(
  { bySystem }: ReportSummary,
  width: number,
  palette: Palette,
): Drawn | undefined {
  const bars = bySystem.rows.flatMap((row) =>
    bySystem.types.flatMap((type, i) => {
      const n = row.counts[i] ?? 0;
      return n === 0 ? [] : [{ system: row.label, type, name: NAMES.errorType[type], n }];
    }),
  );
  if (bars.length === 0) return undefined;
  const names = bySystem.types.map((type) => NAMES.errorType[type]);
  const svg = Plot.plot({
    ...frame(width, names),
    y: { label: null, tickSize: 0, domain: names },
    fy: {
      label: null,
      domain: bySystem.rows.map((row) => row.label),
      axis: 'right',
      tickSize: 0,
      tickPadding: 36,
    },
    marginRight: 130,
    height: 8 + bySystem.rows.length * (names.length * 20 + 12),
    marks: [
      Plot.barX(bars, {
        fy: 'system',
        y: 'name',
        x: 'n',
        fill: (bar: { readonly type: ErrorType }) => palette.type(bar.type),
        insetTop: 2,
        insetBottom: 2,
      }),
      Plot.text(bars, { fy: 'system', y: 'name', x: 'n', text: 'n', textAnchor: 'start', dx: 4 }),
      Plot.ruleX([0], { stroke: palette.track }),
    ],
  });
  return {
    title: REPORT.charts.types,
    alternative: bars.map(({ system, name, n }) => `${system}, ${name}: ${n}`).join('; '),
    svg,
  };
}

function funnelChart(
  { funnel }: ReportSummary,
  width: number,
  palette: Palette,
): Drawn | undefined {
  if (funnel.attributed === 0) return undefined;
  const bars = funnel.stages.map(({ stage, survived }) => ({
    name: NAMES.stage[stage],
    n: survived,
    text: REPORT.of(survived, funnel.attributed),
  }));
  return {
    title: REPORT.charts.funnel,
    alternative: bars.map(({ name, text }) => `${name}: ${text}`).join('; '),
    svg: shareBars(bars, funnel.attributed, width, palette),
  };
}

function failureChart(summary: ReportSummary, width: number, palette: Palette): Drawn | undefined {
  const bars = summary.byQuestionType.rows
    .filter((row) => row.cases > 0)
    .slice(0, MOST_ROWS)
    .map((row) => ({
      name: row.label,
      n: row.failed / row.cases,
      text: REPORT.of(row.failed, row.cases),
    }));
  if (bars.length === 0) return undefined;
  return {
    title: REPORT.charts.failures,
    alternative: bars.map(({ name, text }) => `${name}: ${text}`).join('; '),
    svg: shareBars(bars, 1, width, palette),
  };
}

function shareBars(
  bars: readonly { readonly name: string; readonly n: number; readonly text: string }[],
  whole: number,
  width: number,
  palette: Palette,
): Element {
  const names = bars.map((bar) => bar.name);
  return Plot.plot({
    ...frame(width, names),
    marginRight: 96,
    x: { axis: null, domain: [0, whole] },
    y: { label: null, tickSize: 0, domain: names },
    height: 8 + bars.length * 22,
    marks: [
      Plot.barX(bars, {
        y: 'name',
        x: () => whole,
        fill: palette.track,
        insetTop: 9,
        insetBottom: 9,
      }),
      Plot.barX(bars, { y: 'name', x: 'n', fill: palette.bar, insetTop: 4, insetBottom: 4 }),
      Plot.text(bars, { y: 'name', x: () => whole, text: 'text', textAnchor: 'start', dx: 6 }),
    ],
  });
}

/** The drawings as text for a file, made for paper and for dark screens alike. */
export const chartsForFile = (
  summary: ReportSummary,
): readonly { readonly title: string; readonly svg: string }[] =>
  reportCharts(summary, 640, FILE_PALETTE).map(({ title, alternative, svg }) => {
    svg.setAttribute('role', 'img');
    svg.setAttribute('aria-label', alternative);
    return { title, svg: new XMLSerializer().serializeToString(svg) };
  });

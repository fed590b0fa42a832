import type { ReportSummary } from '../summary/contract';
import { html, Html } from './escape-html';
import { classPart, tableOf } from './html-parts';
import { HTML_STYLE } from './html-style';
import { countsTable, crossTables, funnelTable, tracesTable } from './tables';

/** A drawing made by the page, as SVG that holds no script and refers to nothing outside itself. */
export interface ReportChart {
  readonly title: string;
  readonly svg: string;
}

/**
 * One HTML file that needs nothing else: no script, nothing loaded, and a policy that would refuse
 * both. It opens from disk and prints on A4.
 * @param analysis plain text, kept as it is
 */
export function htmlReport(
  summary: ReportSummary,
  title: string,
  analysis: string,
  charts: readonly ReportChart[] = [],
): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(HTML_STYLE)}
        </style>
      </head>
      <body>
        <h1 dir="auto">${title}</h1>
        <div class="analysis" dir="auto">${analysis}</div>
        ${charts.map(
          (chart) =>
            html`<figure class="chart">
              <figcaption>${chart.title}</figcaption>
              ${new Html(chart.svg)}
            </figure>`,
        )}
        ${tableOf(countsTable(summary))}
        <p>${summary.ways.map(({ way, n }) => `${way}: ${n}`).join(' · ')}</p>
        ${[...crossTables(summary), funnelTable(summary)].map((table) => scroll(tableOf(table)))}
        ${summary.classes.map(classPart)}
        ${
          summary.brokenRuns.length > 0
            ? html`<h2>Broken runs</h2>
                <ul>
                  ${summary.brokenRuns.map((line) => html`<li>${line}</li>`)}
                </ul>`
            : undefined
        }
        ${scroll(tableOf(tracesTable(summary)))}
        <footer>Made by MemTrace Notebook.</footer>
      </body>
    </html> `;
  return page.source;
}

/** Wide tables scroll on a narrow screen, by keyboard too. */
const scroll = (part: Html): Html =>
  part.source === '' ? part : html`<div class="scroll" tabindex="0">${part}</div>`;

/** The look of the exported report: system fonts, light and dark, and A4 without cut tables. */
export const HTML_STYLE = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: start; font-weight: 600; padding-bottom: .25rem; }
th, td { padding: .2rem .75rem .2rem 0; border-bottom: 1px solid #8885; text-align: end; vertical-align: top; }
th:first-child { text-align: start; font-weight: inherit; overflow-wrap: anywhere; }
thead th { font-weight: 600; }
article { border-inline-start: 2px solid #8888; padding-inline-start: 1rem; margin: 1.25rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem; margin: 0; }
dt { opacity: .75; } dd { margin: 0; unicode-bidi: isolate; }
figure { margin: .5rem 0; } figcaption { font-size: .85rem; opacity: .8; }
blockquote { margin: 0; font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; unicode-bidi: isolate; }
code { font: .85em ui-monospace, monospace; }
.analysis { white-space: pre-wrap; }
svg { max-width: 100%; height: auto; }
footer { margin-top: 2rem; font-size: .85rem; opacity: .8; }
@page { size: A4; margin: 16mm; }
@media print {
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10pt; }
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; width: 100%; }
  th, td { padding-inline-end: 4pt; }
  thead { display: table-header-group; }
  table, tr, figure, .chart { break-inside: avoid; }
  th:first-child { min-width: 11rem; }
  h2, h3, caption { break-after: avoid; }
}
`;

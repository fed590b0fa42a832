import { REPORT_NAMES } from '../names';
import type { ErrorClass, ReportExample, ReportSummary } from '../summary/contract';
import { countsTable, crossTables, funnelTable, tracesTable, type Table } from './tables';

/**
 * The report as Markdown. Recorded text is escaped: it reads as it was recorded, on every renderer.
 * @param title heading of the document
 * @param analysis a written analysis in Markdown, whose marks stay but for those of `harmless`
 */
export function markdownReport(summary: ReportSummary, title: string, analysis: string): string {
  return [
    `# ${plain(title)}`,
    harmless(analysis),
    ...section(countsTable(summary)),
    ...(summary.ways.length > 0
      ? [`Found by: ${summary.ways.map(({ way, n }) => `${way} (${n})`).join('; ')}.`]
      : []),
    ...[...crossTables(summary), funnelTable(summary)].flatMap(section),
    ...summary.classes.flatMap(errorClass),
    ...(summary.brokenRuns.length > 0
      ? ['## Broken runs', summary.brokenRuns.map((line) => `- ${plain(line)}`).join('\n')]
      : []),
    ...section(tracesTable(summary)),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function errorClass(c: ErrorClass): readonly string[] {
  const name = REPORT_NAMES.errorType[c.type];
  return [
    `## ${name}: ${c.n}`,
    `${REPORT_NAMES.meaning[c.type]}. ${c.operations.map((op) => `${plain(op.name)} (${op.n})`).join(', ')}`,
    c.advice.map((line) => `- ${plain(line)}`).join('\n'),
    ...c.examples.map(example),
  ];
}

function example(e: ReportExample): string {
  const sure = e.unsure ? 'unsure' : `confidence ${e.confidence.toFixed(2)}`;
  const lines = [
    `**${plain(e.question)}** (${plain(e.path)}, ${plain(e.queryId)})`,
    `Gold: ${plain(e.gold)} · Answer: ${plain(e.prediction)}`,
    `${plain(e.sentence)} (${plain(e.opName)}, ${plain(e.opId)}, ${sure}${e.proof ? `, ${e.proof} by replay` : ''})`,
    ...e.quotes.map(
      (q) =>
        `${REPORT_NAMES.stage[q.stage]}, ${REPORT_NAMES.status[q.status]}: “${plain(q.text)}” (${plain(q.variable)})`,
    ),
  ];
  return lines.map((line) => `> ${line}`).join('\n>\n');
}

const section = ({ caption, head, rows }: Table): readonly string[] => {
  if (rows.length === 0) return [`## ${caption}`, 'Nothing was counted.'];
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => plain(String(cell))).join(' | ')} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? ' --- ' : ' ---: ')).join('|')}|`;
  return [`## ${caption}`, [line(head), rule, ...rows.map(line)].join('\n')];
};

/**
 * Markdown that a model wrote, which may say what a trace told it to: headings, lists and emphasis stay, but no
 * element, link or image comes of it, for a renderer would fetch the images. `&lt;` holds after a backslash too.
 */
const harmless = (markdown: string): string =>
  markdown
    .replaceAll('<', '&lt;')
    .replace(/\](?=[(:])|:(?=\/\/)|(?<=www)\.|@/gi, (mark) => (mark === ']' ? ']\\' : `\\${mark}`));

/**
 * Every ASCII punctuation mark may be escaped in Markdown (CommonMark 2.4). These are the ones that
 * act inside a line, and what makes a bare address a link (GFM): `http:`, `www.`, `@`.
 */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]#!|<>~&@:]|(?<=www)\./gi, (mark) => `\\${mark}`);

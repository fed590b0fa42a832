import { REPORT_NAMES, share } from '../names';
import type { CrossTable, ErrorClass, ReportExample, ReportSummary } from '../summary/contract';

/**
 * The report as Markdown. Recorded text is escaped: it reads as it was recorded, on every renderer.
 * @param title heading of the document
 * @param analysis a written analysis, already Markdown
 */
export function markdownReport(summary: ReportSummary, title: string, analysis: string): string {
  const { totals } = summary;
  return [
    `# ${plain(title)}`,
    analysis,
    '## Counts',
    table(
      ['', 'n'],
      [
        ['Judged questions', totals.cases],
        ['Failed', totals.failed],
        ['Passed', totals.passed],
        ['Unscored', totals.unscored],
        ['Attributed', `${totals.attributed} of ${totals.toAttribute}`],
        ['Unsure', totals.unsure],
        ['Proved by replay', totals.proved],
        ['Refuted by replay', totals.refuted],
      ],
    ),
    ...(summary.ways.length > 0
      ? [`Found by: ${summary.ways.map(({ way, n }) => `${way} (${n})`).join('; ')}.`]
      : []),
    '## Error types by system',
    cross(summary.bySystem, 'System'),
    '## Error types by operation',
    cross(summary.byOperation, 'Operation'),
    '## Error types by question type',
    cross(summary.byQuestionType, 'Question type'),
    '## Where facts were lost',
    funnel(summary),
    ...summary.classes.flatMap(errorClass),
    ...(summary.brokenRuns.length > 0
      ? ['## Broken runs', summary.brokenRuns.map((line) => `- ${plain(line)}`).join('\n')]
      : []),
    '## Traces',
    table(
      ['Trace', 'System', 'Questions', 'Failed', 'Attributed'],
      summary.traces.map((trace) => [
        trace.path,
        REPORT_NAMES.system[trace.system],
        trace.cases,
        trace.failed,
        trace.attributed,
      ]),
    ),
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

const cross = ({ types, rows }: CrossTable, head: string): string =>
  rows.length === 0
    ? 'Nothing was counted.'
    : table(
        [head, 'Cases', 'Failed', ...types.map((type) => REPORT_NAMES.errorType[type])],
        rows.map((row) => [row.label, row.cases, row.failed, ...row.counts]),
      );

function funnel({ funnel: { attributed, stages } }: ReportSummary): string {
  return table(
    ['Station', 'Held', 'Partly held', 'Lost', 'Not recorded', 'Still held by then'],
    stages.map(({ stage, status, survived }) => [
      REPORT_NAMES.stage[stage],
      status.held,
      status.partly,
      status.lost,
      status['not-recorded'],
      `${survived} of ${attributed} (${share(survived, attributed)})`,
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => plain(String(cell))).join(' | ')} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? ' --- ' : ' ---: ')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}

/**
 * Every ASCII punctuation mark may be escaped in Markdown (CommonMark 2.4). These are the ones that
 * act inside a line, and what makes a bare address a link (GFM): `http:`, `www.`, `@`.
 */
const plain = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]#!|<>~&@:]|(?<=www)\./gi, (mark) => `\\${mark}`);

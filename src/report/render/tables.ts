import { REPORT_NAMES, share } from '../names';
import type { CrossTable, ReportSummary } from '../summary/contract';

/** A table as every rendering shows it; the first cell of a row is its name, the rest are figures. */
export interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** How many questions there are, and how far they are explained. */
export const countsTable = ({ totals }: ReportSummary): Table => ({
  caption: 'Counts',
  head: ['', 'n'],
  rows: [
    ['Judged questions', totals.cases],
    ['Failed', totals.failed],
    ['Passed', totals.passed],
    ['Unscored', totals.unscored],
    ['Attributed', `${totals.attributed} of ${totals.toAttribute}`],
    ['Unsure', totals.unsure],
    ['Proved by replay', totals.proved],
    ['Refuted by replay', totals.refuted],
  ],
});

/** Error types by system, by operation, by question type. */
export const crossTables = (summary: ReportSummary): readonly Table[] => [
  crossed('Error types by system', 'System', summary.bySystem),
  crossed('Error types by operation', 'Operation', summary.byOperation),
  crossed('Error types by question type', 'Question type', summary.byQuestionType),
];

const crossed = (caption: string, first: string, { types, rows }: CrossTable): Table => ({
  caption,
  head: [first, 'Cases', 'Failed', ...types.map((type) => REPORT_NAMES.errorType[type])],
  rows: rows.map((row) => [row.label, row.cases, row.failed, ...row.counts]),
});

/** At which station the facts of the attributed cases were lost. */
export const funnelTable = ({ funnel: { attributed, stages } }: ReportSummary): Table => ({
  caption: 'Where facts were lost, station by station',
  head: ['Station', 'Held', 'Partly held', 'Lost', 'Not recorded', 'Still held by then'],
  rows: stages.map(({ stage, status, survived }) => [
    REPORT_NAMES.stage[stage],
    status.held,
    status.partly,
    status.lost,
    status['not-recorded'],
    `${survived} of ${attributed} (${share(survived, attributed)})`,
  ]),
});

/** Which traces the report is of. */
export const tracesTable = ({ traces }: ReportSummary): Table => ({
  caption: 'Traces',
  head: ['Trace', 'System', 'Questions', 'Failed', 'Attributed'],
  rows: traces.map((trace) => [
    trace.path,
    REPORT_NAMES.system[trace.system],
    trace.cases,
    trace.failed,
    trace.attributed,
  ]),
});

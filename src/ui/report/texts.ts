import type { ReportFormat } from '../../notebook/report/contract';
import { count } from '../base/format';
import { plural } from '../texts';

/** Every sentence of the Report cell. */
export const REPORT = {
  loading: 'Opening the report …',
  making: 'Counting verdicts …',
  empty: 'There are no verdicts to report yet: run “Attribute all” in Failed questions first.',
  fileTitle: 'Memory error report',
  export: 'Export the report as',
  formats: {
    html: { name: 'HTML', file: 'memory-error-report.html' },
    markdown: { name: 'Markdown', file: 'memory-error-report.md' },
    csv: { name: 'CSV', file: 'memory-errors.csv' },
    json: { name: 'JSON', file: 'memory-error-report.json' },
    memtrace: { name: 'MemTrace', file: 'error_analysis_report.json' },
  } satisfies Record<ReportFormat, { readonly name: string; readonly file: string }>,
  written: (file: string) => `The report was written to ${file}.`,
  totals: {
    cases: 'judged questions',
    failed: 'failed',
    attributed: 'attributed',
    unsure: 'unsure',
    proved: 'proved by replay',
    refuted: 'refuted by replay',
  },
  of: (n: number, all: number) => `${count(n)} of ${count(all)}`,
  charts: {
    types: 'Error types by system',
    funnel: 'Cases whose facts were still held, station by station',
    failures: 'Failed questions by question type',
    drawing: 'Drawing …',
  },
  tables: {
    title: 'Counts',
    system: 'System',
    operation: 'Operation',
    questionType: 'Question type',
    cases: 'Cases',
    failed: 'Failed',
    station: 'Station',
    held: 'Held',
    partly: 'Partly held',
    lost: 'Lost',
    notRecorded: 'Not recorded',
    survived: 'Still held',
    bySystem: 'Error types by system',
    byOperation: 'Error types by operation',
    byQuestionType: 'Error types by question type',
    funnel: 'Where facts were lost',
  },
  classes: 'What went wrong, and what to do next',
  classLine: (n: number, all: number) => `${count(n)} of ${count(all)} attributed cases`,
  next: 'What to do next',
  example: 'Example',
  open: 'Open the case',
  gold: 'Gold',
  answer: 'Answer',
  outcome: { proved: 'proved', refuted: 'refuted', undecided: 'undecided' },
  unsure: 'unsure',
  broken: 'Broken runs',
  write: {
    title: 'Let a model write it',
    overview: 'The system under study',
    example: 'what it is, in a sentence (may stay empty)',
    start: 'Write',
    calls: (cases: number) =>
      `${plural(Math.ceil(cases / 4), 'call')}, four cases each; quotes and texts of the accused operations are sent.`,
    running: (done: number, total: number) =>
      total === 0 ? 'Waiting for the first answer …' : `${count(done)} of ${count(total)} calls`,
    ended: (finished: boolean, unread: number) =>
      [
        finished ? '' : 'It was stopped before the end: what stands here is unfinished.',
        unread > 0 ? `${plural(unread, 'case')} left out: the model answered with no report.` : '',
      ]
        .join(' ')
        .trim(),
  },
} as const;

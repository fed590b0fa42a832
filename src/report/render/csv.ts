import Papa from 'papaparse';
import { goldText } from '../../cases/case';
import { shownType } from '../../cases/verdict';
import type { ReportEntry } from '../summary/contract';

const COLUMNS = [
  'trace',
  'query_id',
  'system',
  'dataset',
  'question_type',
  'question',
  'gold',
  'prediction',
  'outcome',
  'score',
  'error_type',
  'operation',
  'op_id',
  'confidence',
  'unsure',
  'proof',
  'label',
  'label_op_id',
  'sentence',
] as const;

/**
 * One row a judged question (RFC 4180). A cell that a spreadsheet would run as a formula gets an
 * apostrophe before it; unknown figures are empty.
 */
export function csvReport(entries: readonly ReportEntry[]): string {
  const rows = entries.map(rowOf);
  return `${Papa.unparse({ fields: [...COLUMNS], data: rows }, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`;
}

/** What spreadsheets take for a formula: OWASP's list, also behind spaces and quotation marks. */
const FORMULA = /^[\s'"]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

function rowOf({ case: c, path, verdict, opName, proof }: ReportEntry): string[] {
  const cells: readonly (string | number | boolean | undefined)[] = [
    path,
    c.queryId,
    c.system,
    c.dataset,
    c.questionType,
    c.question,
    goldText(c),
    c.prediction,
    c.outcome,
    c.score,
    verdict && shownType(verdict),
    opName,
    verdict?.opId,
    verdict?.confidence,
    verdict?.unsure,
    proof?.outcome,
    c.label?.errorType,
    c.label?.opId,
    verdict?.sentence,
  ];
  return cells.map((cell) => (cell === undefined ? '' : String(cell)));
}

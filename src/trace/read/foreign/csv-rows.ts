import Papa from 'papaparse';
import { toJsonObject } from '../../json';
import { areQuestionColumns } from './formats/questions-csv';

const DELIMITERS = [',', ';', '\t', '|'];
/** A cell longer than this is a quote that was never closed. */
const LONGEST_CELL = 64 << 20;

/** How a table is written, and its columns. */
export interface TableForm {
  readonly delimiter: string;
  readonly newline: '\n' | '\r\n' | '\r';
  readonly columns: readonly string[];
}

/** The form of a table of questions, told by the names in its first line; `undefined` for other text. */
export function questionTable(head: string): TableForm | undefined {
  const text = head.replace(/^\ufeff/, '');
  const newline = /\r\n|\n|\r/.exec(text)?.[0];
  for (const delimiter of DELIMITERS) {
    const [names] = parse(text, { delimiter, newline: lineEnd(newline) }, false).rows;
    const columns = (names ?? []).map((name) => name.trim().toLowerCase());
    if (areQuestionColumns(columns)) return { delimiter, newline: lineEnd(newline), columns };
  }
  return undefined;
}

const lineEnd = (found: string | undefined): TableForm['newline'] =>
  found === '\r\n' || found === '\r' ? found : '\n';

/** Cuts the rows out of a table pushed in chunks; each is handed over as an object of its cells. */
export class CsvRows {
  private readonly decoder = new TextDecoder();
  private text = '';
  private started = false;
  /** UTF-16 units that must be there before a row that was not whole is tried again. */
  private wanted = 0;
  private before = 0;

  constructor(
    private readonly form: TableForm,
    private readonly take: (row: Readonly<Record<string, string>>, at: number) => void,
    private readonly broken: (reason: string, at: number) => void,
  ) {}

  push(chunk: Uint8Array): void {
    this.text += this.decoder.decode(chunk, { stream: true });
    if (this.text.length >= this.wanted) this.run(false);
  }

  finish(): void {
    this.text += this.decoder.decode();
    this.run(true);
  }

  private run(isLast: boolean): void {
    if (!this.started) this.text = this.text.replace(/^\ufeff/, '');
    const { rows, cursor, unclosed } = parse(this.text, this.form, !isLast);
    for (const [i, cells] of rows.entries()) {
      if (!this.started) {
        this.started = true;
        continue;
      }
      if (unclosed && i === rows.length - 1) {
        this.broken('A quote in it is never closed.', this.before);
        continue;
      }
      if (cells.length === 1 && (cells[0] ?? '').trim() === '') continue;
      this.take(this.object(cells), this.before);
    }
    this.text = this.text.slice(cursor);
    this.before += cursor;
    this.wanted = cursor > 0 ? 0 : this.text.length * 2;
    if (isLast || this.text.length <= LONGEST_CELL) return;
    this.broken('A quote in it is never closed.', this.before);
    this.text = '';
  }

  private object(cells: readonly string[]): Readonly<Record<string, string>> {
    const named = cells.map((cell, i): [string, string] => [
      this.form.columns[i] ?? `column ${String(i + 1)}`,
      cell.replace(/\r$/, ''),
    ]);
    return Object.fromEntries(named);
  }
}

interface Parsed {
  readonly rows: readonly (readonly string[])[];
  /** Where the last whole row ends. */
  readonly cursor: number;
  readonly unclosed: boolean;
}

/** @param open more text may follow, so that the last row may not be whole */
function parse(text: string, form: Omit<TableForm, 'columns'>, open: boolean): Parsed {
  const parser = new Papa.Parser({ delimiter: form.delimiter, newline: form.newline });
  const parsed: unknown = parser.parse(text, 0, open);
  const fields = toJsonObject(parsed);
  const data = fields.get('data');
  const errors = fields.get('errors');
  const cursor = toJsonObject(fields.get('meta')).get('cursor');
  return {
    rows: listOf(data).map((row) =>
      listOf(row).map((cell: unknown) => (typeof cell === 'string' ? cell : '')),
    ),
    cursor: typeof cursor === 'number' ? cursor : 0,
    unclosed: JSON.stringify(errors ?? []).includes('MissingQuotes'),
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

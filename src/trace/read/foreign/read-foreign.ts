import type { Problem } from '../../../base/problem';
import { CsvRows, questionTable, type TableForm } from './csv-rows';
import { IMPORTERS } from './formats';
import { questionsCsv } from './formats/questions-csv';
import type { Importer } from './importer';
import { RowCutter } from './row-cutter';
import { Translator, type Translated } from './translate';

/** What a file that holds no trace was recognised as. */
export type ForeignFormat =
  | { readonly kind: 'json'; readonly importer: Importer }
  | { readonly kind: 'table'; readonly form: TableForm };

/** Reads a file of another tool, pushed in chunks of UTF-8. */
export interface ForeignReader {
  push(chunk: Uint8Array): void;
  /** The trace it became, or why nothing in it was of use. */
  finish(): Translated | Problem;
}

/**
 * What a file without a trace is: by the keys of its first object, else by its first line.
 * @param format the name of the importer that the keys told
 * @param head the first bytes of its text
 */
export function recognise(format: string | undefined, head: Uint8Array): ForeignFormat | undefined {
  const importer = IMPORTERS.find((known) => known.name === format);
  if (importer !== undefined) return { kind: 'json', importer };
  const text = new TextDecoder().decode(head);
  if (/^\ufeff?\s*[[{]/.test(text)) return undefined;
  const form = questionTable(text);
  return form === undefined ? undefined : { kind: 'table', form };
}

export async function openForeign(format: ForeignFormat): Promise<ForeignReader> {
  if (format.kind === 'table') return tableReader(format.form, await Translator.open(questionsCsv));
  const { importer } = format;
  const translator = await Translator.open(importer);
  const cutter = new RowCutter(importer.plan, translator);
  return {
    push: (chunk) => cutter.push(chunk),
    finish: () => {
      const end = cutter.finish();
      if (end.kind === 'cut') translator.cut(end.at);
      return translator.finish();
    },
  };
}

function tableReader(form: TableForm, translator: Translator): ForeignReader {
  const rows = new CsvRows(
    form,
    (row, at) => translator.row(row, [], at),
    (reason, at) => translator.badRow(reason, at),
  );
  return {
    push: (chunk) => rows.push(chunk),
    finish: () => {
      rows.finish();
      return translator.finish();
    },
  };
}

import * as v from 'valibot';
import { traceKey } from '../../base/brand';
import type { FileChoice, FilePreview } from './contract';
import type { NotebookDocument } from '../document/cell';

/** What every notebook file calls itself. */
export const FILE_FORMAT = 'memtrace-notebook';
/** The version that this code writes; files of a later one are refused, of an earlier one read. */
export const FILE_VERSION = 1;

/** Names inside the file. */
export const PARTS = {
  manifest: 'manifest.json',
  notebook: 'notebook.json',
  verdicts: 'verdicts.json',
  labels: 'labels.json',
} as const;

export const MANIFEST = v.object({
  format: v.literal(FILE_FORMAT),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  title: v.string(),
  traces: v.array(
    v.object({
      key: v.pipe(v.string(), v.transform(traceKey)),
      name: v.string(),
      path: v.string(),
      /** Where its bytes are in this file; missing when they are not. */
      file: v.optional(v.string()),
    }),
  ),
});
export type Manifest = v.InferOutput<typeof MANIFEST>;

/**
 * The manifest of a file, for people as well: what is inside and what is not.
 * @param files where the bytes of each trace are, by key
 */
export function manifestOf(
  document: NotebookDocument,
  preview: FilePreview,
  choice: FileChoice,
  files: ReadonlyMap<string, string>,
  now: number,
): object {
  return {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    title: document.title,
    written: new Date(now).toISOString(),
    writtenBy: 'MemTrace Notebook: open the page and drop this file on it.',
    messageTexts: choice.redact
      ? 'blotted out: quotes, sentences about them and reasons of labels'
      : 'as recorded, in quotes of verdicts',
    cells: document.cells.map(({ kind, title }) =>
      title === undefined ? { kind } : { kind, title },
    ),
    verdicts: preview.verdicts,
    proofs: preview.proofs,
    labels: preview.labels,
    traces: preview.traces.map(({ key, name, path, system, bytes }) => {
      const file = files.get(key);
      return { key, name, path, system, bytes, ...(file !== undefined && { file }) };
    }),
  };
}

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
  labs: 'labs.json',
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
  /** Replayed traces of Prompt labs, by ref; files written before there were labs have none. */
  replays: v.optional(v.array(v.object({ ref: v.string(), file: v.string() })), []),
});
export type Manifest = v.InferOutput<typeof MANIFEST>;

/** Where bytes are in a file: of traces by key, of replayed ones by ref. */
export interface FilesInside {
  readonly traces: ReadonlyMap<string, string>;
  readonly replays: ReadonlyMap<string, string>;
}

/** The manifest of a file, for people as well: what is inside and what is not. */
export function manifestOf(
  document: NotebookDocument,
  preview: FilePreview,
  choice: FileChoice,
  files: FilesInside,
  now: number,
): object {
  return {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    title: document.title,
    written: new Date(now).toISOString(),
    writtenBy: 'MemTrace Notebook: open the page and drop this file on it.',
    messageTexts: choice.redact
      ? 'blotted out: quotes, sentences about them, reasons of labels; in Prompt labs questions, answers, advice, calls and notes. Texts of prompts stay.'
      : 'as recorded, in quotes of verdicts and in Prompt labs',
    cells: document.cells.map(({ kind, title }) =>
      title === undefined ? { kind } : { kind, title },
    ),
    verdicts: preview.verdicts,
    proofs: preview.proofs,
    labels: preview.labels,
    labs: preview.labs.map(({ versions, trials, suggestions, runs }) => ({
      versions,
      trials,
      suggestions,
      runs,
    })),
    traces: preview.traces.map(({ key, name, path, system, bytes }) => {
      const file = files.traces.get(key);
      return { key, name, path, system, bytes, ...(file !== undefined && { file }) };
    }),
    replays: [...files.replays].map(([ref, file]) => ({ ref, file })),
  };
}

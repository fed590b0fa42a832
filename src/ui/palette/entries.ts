import type { Cell } from '../../notebook/document/cell';
import type { CaseRow } from '../../notebook/service/contract';
import { oneLine } from '../base/format';
import { DOCUMENT } from '../texts-document';
import { NAMES, TEXTS } from '../texts';

/** A command as the page offers it. */
export interface PaletteCommand {
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly run: () => void;
}

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly entries: readonly PaletteEntry[];
}

/** Longest piece of a note or a question in one line. */
const SNIPPET = 120;
/** Lines of each group; more would bury the others. */
export const MOST = 8;

/** Whether every word of the query is in the text, in any order and case. */
export function matches(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

const words = DOCUMENT.palette;

/** The commands whose names hold the words. */
export function commandEntries(
  commands: readonly PaletteCommand[],
  query: string,
): readonly PaletteEntry[] {
  return commands
    .filter(({ label }) => matches(label, query))
    .map(({ label, keys = '', run }) => ({ id: `command ${label}`, label, detail: keys, run }));
}

/** The notes that hold the words, with the text around the first of them. */
export function noteEntries(
  cells: readonly Cell[],
  query: string,
  goTo: (id: string) => void,
): readonly PaletteEntry[] {
  if (query === '') return [];
  return cells.flatMap((cell) => {
    if (cell.kind !== 'note' || !matches(cell.text, query)) return [];
    const [first = ''] = query.toLowerCase().split(/\s+/);
    const at = cell.text.toLowerCase().indexOf(first);
    const start = Math.max(0, at - 40);
    const snippet = `${start > 0 ? '…' : ''}${oneLine(cell.text.slice(start), SNIPPET)}`;
    const name = cell.title ?? TEXTS.cell.kind.note;
    const detail = words.foundIn(name);
    return [{ id: `note ${cell.id}`, label: snippet, detail, run: () => goTo(cell.id) }];
  });
}

/** The questions that hold the words, with the verdict where there is one. */
export const questionEntries = (
  rows: readonly CaseRow[],
  open: (row: CaseRow) => void,
): readonly PaletteEntry[] =>
  rows.map((row) => ({
    id: `question ${row.traceKey} ${row.queryId}`,
    label: oneLine(row.question, SNIPPET),
    detail: row.verdict ? oneLine(row.verdict.opName, 40) : NAMES.outcome[row.outcome],
    run: () => open(row),
  }));

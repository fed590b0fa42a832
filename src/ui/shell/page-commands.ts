import { CELL_KINDS, REPEATABLE } from '../../notebook/document/cell';
import type { Desk } from '../controllers/desk.svelte';
import type { Notebook } from '../controllers/notebook.svelte';
import type { Page } from '../controllers/page.svelte';
import { helpLink, shelfLink } from '../controllers/place';
import { THEMES, type Theme } from '../controllers/theme.svelte';
import type { PaletteCommand } from '../palette/entries';
import { HELP } from '../help/texts';
import { TOUR } from '../tour/texts';
import { DOCUMENT } from '../texts-document';
import { TEXTS } from '../texts';
import { goToCell } from './go-to';

/** What the commands work on, and what only the page itself can do. */
export interface CommandParts {
  readonly page: Page;
  readonly notebook: Notebook;
  readonly theme: Theme;
  readonly desk: Desk | undefined;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly sheet: () => void;
  readonly keep: () => void;
  readonly file: () => void;
  readonly exportNow: () => void;
  readonly run: (which: 'stale' | 'all') => void;
}

/** Every command of the palette, in the order in which they are listed. */
export function pageCommands(parts: CommandParts): readonly PaletteCommand[] {
  const { page, notebook, theme, desk } = parts;
  const goTo = notebook.cells.map(({ id, kind, title }): PaletteCommand => ({
    label: DOCUMENT.palette.goTo(title ?? TEXTS.cell.kind[kind]),
    run: () => goToCell(id),
  }));
  const missing = CELL_KINDS.filter(
    (kind) => REPEATABLE.has(kind) || !notebook.cells.some((cell) => cell.kind === kind),
  );
  const add = missing.map((kind): PaletteCommand => ({
    label: DOCUMENT.palette.add(TEXTS.cell.kind[kind]),
    run: () => goToCellSoon(notebook.add(kind)),
  }));
  const themes = THEMES.map((choice): PaletteCommand => ({
    label: `${TEXTS.theme.label}: ${TEXTS.theme[choice]}`,
    run: () => (theme.choice = choice),
  }));
  return [
    { label: TEXTS.attribute.run, run: () => void page.attribute() },
    { label: DOCUMENT.run.stale, run: () => parts.run('stale') },
    { label: DOCUMENT.run.all, run: () => parts.run('all') },
    { label: DOCUMENT.file.button, keys: 'Ctrl S', run: parts.exportNow },
    { label: DOCUMENT.file.title, keys: 'e', run: parts.file },
    { label: TEXTS.exportResults, run: () => void page.exportResults() },
    ...goTo,
    ...(notebook.readOnly
      ? [{ label: DOCUMENT.readOnly.takeOver, run: () => void desk?.takeOver() }]
      : add),
    { label: TEXTS.undo, keys: 'u', run: parts.undo },
    { label: DOCUMENT.redo, keys: 'U', run: parts.redo },
    { label: DOCUMENT.notebooks, run: () => location.assign(shelfLink()) },
    { label: HELP.title, run: () => location.assign(helpLink()) },
    { label: TOUR.start, run: () => (page.touring = true) },
    { label: DOCUMENT.keep.open, run: parts.keep },
    ...themes,
    { label: TEXTS.keyboard, keys: '?', run: parts.sheet },
  ];
}

/** A new cell is drawn first. */
function goToCellSoon(id: string): void {
  requestAnimationFrame(() => goToCell(id));
}

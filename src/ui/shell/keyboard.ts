import { tick } from 'svelte';
import { assertNever } from '../../base/result';
import { ERROR_TYPES } from '../../notebook/vocabulary';
import type { KeyCommand } from '../controllers/keys';
import type { Page } from '../controllers/page.svelte';

/** What keys do that concern the page as a whole rather than one control. */
export interface KeyActions {
  readonly page: Page;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly sheet: () => void;
  readonly palette: () => void;
  /** Writes the notebook file at once. */
  readonly exportNow: () => void;
  /** Shows first what would be in it. */
  readonly showExport: () => void;
  /** Leads to where one says who labels. */
  readonly labeller: () => Promise<void>;
}

/** Carries out a key command. */
export async function perform(command: KeyCommand, actions: KeyActions): Promise<void> {
  const { page } = actions;
  switch (command) {
    case 'next-case':
      await stepCase(page, 1);
      break;
    case 'previous-case':
      await stepCase(page, -1);
      break;
    case 'next-station':
      stepStation(1);
      break;
    case 'previous-station':
      stepStation(-1);
      break;
    case 'graph':
      await focusGraph();
      break;
    case 'search':
      document.querySelector<HTMLElement>('#search')?.focus();
      break;
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
      await label(actions, Number(command));
      break;
    case 'remove-label':
      await page.labelling.remove();
      break;
    case 'next-unlabelled':
      page.labelling.next();
      break;
    case 'label-operation':
      document.querySelector<HTMLElement>('[data-label-operation]')?.focus();
      break;
    case 'find':
      page.exploreTexts();
      break;
    case 'lifeline':
      page.exploreLifeline();
      break;
    case 'prove':
      await page.prove();
      break;
    case 'raw':
      toggleRaw();
      break;
    case 'undo':
      actions.undo();
      break;
    case 'redo':
      actions.redo();
      break;
    case 'sheet':
      actions.sheet();
      break;
    case 'palette':
      actions.palette();
      break;
    case 'export-notebook':
      actions.exportNow();
      break;
    case 'show-export':
      actions.showExport();
      break;
    case 'escape':
      if (page.address.at.look) page.address.stopLooking();
      break;
    default:
      assertNever(command);
  }
}

async function label({ page, labeller }: KeyActions, number: number): Promise<void> {
  const type = ERROR_TYPES[number - 1];
  if (type) await page.labelling.label(type);
  if (page.openRef && page.labelling.annotator === '') await labeller();
}

/** Where a case is being read, the next case opens; elsewhere the keyboard moves in the table. */
async function stepCase(page: Page, by: 1 | -1): Promise<void> {
  const { table, address, openRef: open, labelling } = page;
  if (labelling.blind) {
    labelling.step(by);
    return;
  }
  const focused = document.activeElement;
  if (!open || !focused?.closest('[data-cell="case"], aside')) {
    const onRow = focused?.hasAttribute('data-row') ?? false;
    table.goTo(onRow ? table.current + by : table.current);
    return;
  }
  const at = table.indexOf(open);
  const index = at < 0 ? table.current : at + by;
  const row = await table.rowAt(Math.max(0, Math.min(index, table.matching - 1)));
  if (row) address.openCase(row);
}

function stepStation(by: 1 | -1): void {
  const stations = [...document.querySelectorAll<HTMLElement>('[data-station]')];
  const at = stations.findIndex((station) => station.contains(document.activeElement));
  const next = at < 0 ? (by > 0 ? 0 : stations.length - 1) : at + by;
  const station = stations[Math.max(0, Math.min(next, stations.length - 1))];
  station?.focus();
  station?.scrollIntoView({ block: 'nearest' });
}

/** Shows the raw form of the value in the inspector, or the decoded one again. */
function toggleRaw(): void {
  const raw = document.querySelector<HTMLInputElement>('aside [data-form="raw"]');
  const decoded = document.querySelector<HTMLInputElement>('aside [data-form="decoded"]');
  (raw?.checked ? decoded : raw)?.click();
}

/** Opens the list of the drawing where the keyboard is, else of the open case, and goes to it. */
async function focusGraph(): Promise<void> {
  const here = document.activeElement?.closest('[data-cell]');
  const cell = here?.querySelector(DOOR) ? here : document.querySelector('[data-cell="case"]');
  const door = cell?.querySelector<HTMLDetailsElement>(DOOR);
  if (!door) return;
  if (!door.open) {
    const opened = new Promise((resolve) =>
      door.addEventListener('toggle', resolve, { once: true }),
    );
    door.open = true;
    // The list is made when its door opens.
    await opened;
    await tick();
  }
  const list = door.querySelector<HTMLElement>('[data-graph-list]');
  (list?.querySelector<HTMLElement>('[data-line][tabindex="0"]') ?? list)?.focus();
}

const DOOR = 'details[data-graph-door]';

import { heldTraces, isHeldElsewhere } from '../../notebook/document/held-traces';
import { chooseNotebook } from '../../notebook/document/choose-notebook';
import { FIRST_NOTEBOOK } from '../../notebook/document/first-notebook';
import { openNotebook, type Opened } from '../../notebook/document/open-notebook';
import type { TraceConnection } from '../../notebook/service/contract';
import type { TraceKey } from '../../base/brand';
import { Exports } from './exports.svelte';
import { Offline } from './offline.svelte';
import { Keeping } from './keeping.svelte';
import { remember } from './place';

/** The open notebook among all others: opening it, taking it over, what is known of its keeping. */
export class Desk {
  readonly connection: TraceConnection;
  readonly id: string;
  readonly keeping = new Keeping();
  readonly offline = new Offline();
  readonly exports: Exports;
  /** Set while this tab takes the notebook over. */
  taking = $state(false);
  /** Opens the notebook once more, as its writer. */
  takeOver: () => Promise<void> = () => Promise.resolve();

  constructor(connection: TraceConnection, id: string) {
    this.connection = connection;
    this.id = id;
    this.exports = new Exports(id);
  }

  /** Opens the notebook with the traces it holds. */
  async open(how: 'open' | 'takeOver'): Promise<Opened> {
    const { notebooks, traces } = this.connection;
    const opened = await openNotebook(notebooks, this.id, how);
    const { editor } = opened;
    const [all, stored] = await Promise.all([notebooks.all(), this.connection.storedTraces()]);
    if (editor.saved !== 'read-only' && all.ok && stored.ok)
      editor.do({ kind: 'hold', traces: heldTraces(editor.document, all.value, stored.value) });
    await traces.choose(editor.document.traces);
    remember(this.id);
    return opened;
  }

  /** Whether another notebook holds a trace; when that cannot be known, its bytes stay. */
  async heldElsewhere(key: TraceKey): Promise<boolean> {
    const all = await this.connection.notebooks.all();
    return all.ok ? isHeldElsewhere(key, this.id, all.value) : true;
  }
}

/** The notebook that an address leads to; `undefined` when it names one that is not there. */
export async function notebookToOpen(
  connection: TraceConnection,
  wish: { readonly id: string | undefined; readonly byName: boolean },
): Promise<string | undefined> {
  const all = await connection.notebooks.all();
  // What is wrong with the store is told when the notebook is opened.
  return all.ok ? chooseNotebook(all.value, wish) : (wish.id ?? FIRST_NOTEBOOK);
}

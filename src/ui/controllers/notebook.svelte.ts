import {
  CELL_KINDS,
  type CellKind,
  type CellLook,
  type NotebookControls,
} from './notebook-controls';

/** TEMPORARY: cells in memory until the document model is connected. */
export class MemoryNotebook implements NotebookControls {
  title = $state('Untitled notebook');
  saved = 'saved' as const;
  cells = $state.raw<readonly CellLook[]>(
    CELL_KINDS.map((kind) => ({ id: kind, kind, folded: false, text: '' })),
  );
  #past: (readonly CellLook[])[] = [];

  rename(title: string) {
    this.title = title;
  }
  add(kind: CellKind) {
    this.#set([...this.cells, { id: crypto.randomUUID(), kind, folded: false, text: '' }]);
  }
  remove(id: string) {
    this.#set(this.cells.filter((c) => c.id !== id));
    return () => void this.undo();
  }
  move(id: string, by: 1 | -1) {
    const list = [...this.cells];
    const at = list.findIndex((c) => c.id === id);
    const [cell] = list.splice(at, 1);
    if (cell) list.splice(at + by, 0, cell);
    this.#set(list);
  }
  fold(id: string, folded: boolean) {
    this.#set(this.cells.map((c) => (c.id === id ? { ...c, folded } : c)));
  }
  write(id: string, text: string) {
    this.#set(this.cells.map((c) => (c.id === id ? { ...c, text } : c)));
  }
  undo() {
    const past = this.#past.pop();
    if (past) this.cells = past;
    return past !== undefined;
  }
  #set(cells: readonly CellLook[]) {
    this.#past.push(this.cells);
    this.cells = cells;
  }
}

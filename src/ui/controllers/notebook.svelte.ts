import type { Problem } from '../../base/problem';
import type { TraceKey } from '../../base/brand';
import type {
  AttributionChoices,
  Cell,
  CellKind,
  NotebookDocument,
  Ran,
  TableQuery,
} from '../../notebook/document/cell';
import type { PlannedChange } from '../../notebook/replay/contract';
import type { NotebookEditor, SaveState } from '../../notebook/document/editor';
import { benchmarkTemplate } from '../../notebook/document/templates';
import type { CaseRef } from './address';

/** The open notebook as runes: what the editor holds, told again after each of its changes. */
export class Notebook {
  readonly #editor: NotebookEditor;
  #document: NotebookDocument = $state.raw({ id: '', title: '', cells: [] });
  #saved: SaveState = $state('saved');
  #problem: Problem | undefined = $state.raw();
  #refusals = $state(0);

  constructor(editor: NotebookEditor) {
    this.#editor = editor;
    const take = () => {
      this.#document = editor.document;
      this.#saved = editor.saved;
      this.#problem = editor.problem;
      this.#refusals = editor.refusals;
    };
    take();
    editor.onChange(take);
  }

  get document(): NotebookDocument {
    return this.#document;
  }

  get id(): string {
    return this.#document.id;
  }

  /** The traces it holds; every stored one when it does not say. */
  get traces(): readonly TraceKey[] | undefined {
    return this.#document.traces;
  }

  get title(): string {
    return this.#document.title;
  }

  get cells(): readonly Cell[] {
    return this.#document.cells;
  }

  get saved(): SaveState {
    return this.#saved;
  }

  /** Another tab or a newer version has the notebook: it can be read here, not edited. */
  get readOnly(): boolean {
    return this.#saved === 'read-only';
  }

  /** How many edits were refused since the notebook was opened. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Why the last attempt to store failed. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** The case that was open last, so that it is open again tomorrow. */
  get shownCase(): CaseRef | undefined {
    const cell = this.cells.find((other) => other.kind === 'case');
    return cell?.shown && { traceKey: cell.shown.trace, queryId: cell.shown.query };
  }

  /** Who labelled last. */
  get annotator(): string {
    return this.cells.find((other) => other.kind === 'labels')?.annotator ?? '';
  }

  /** The choices of the last attribution. */
  get attribution(): Partial<AttributionChoices> {
    const cell = this.cells.find((other) => other.kind === 'failed');
    return cell?.attribution ?? {};
  }

  get table(): TableQuery | undefined {
    return this.cells.find((other) => other.kind === 'failed')?.table;
  }

  /** When something that can be undone was done last, in the page's own time. */
  changedAt = 0;

  rename = (title: string): void => this.#step(() => this.#editor.rename(title));
  add = (kind: CellKind): string => this.#step(() => this.#editor.add(kind));
  /** Takes a cell out; what comes back puts it in again where it was, whatever happened since. */
  remove = (id: string): (() => void) => this.#step(() => this.#editor.remove(id));
  /** Moves a cell by places, up when negative. */
  move = (id: string, by: number): void => this.#step(() => this.#editor.move(id, by));
  /** Puts a copy of a cell below it; `undefined` for kinds that come once. */
  duplicate = (id: string): string | undefined => this.#step(() => this.#editor.duplicate(id));
  name = (id: string, title: string): void => this.#step(() => this.#editor.name(id, title));
  /** Notes which traces the notebook holds. */
  hold = (traces: readonly TraceKey[]): void => this.#editor.do({ kind: 'hold', traces });
  /** Notes on what a cell was run. */
  ran = (id: string, ran: Ran): void => this.#editor.do({ kind: 'ran', id, ran });
  fold = (id: string, folded: boolean): void => this.#editor.fold(id, folded);
  write = (id: string, text: string): void => this.#step(() => this.#editor.write(id, text));
  undo = (): boolean => this.#editor.undo();
  redo = (): boolean => this.#editor.redo();
  /** Stores what is not stored yet, for when the page is left. */
  flush = (): Promise<void> => this.#editor.flush();

  /** Adds what the notebook lacks of the template “Benchmark”. */
  addTemplate(): void {
    for (const { kind, text } of benchmarkTemplate(this.cells)) {
      const id = this.add(kind);
      if (text !== undefined) this.write(id, text);
    }
  }

  /** Notes that every failed question was attributed, on what and how. */
  attributed(inputs: string, attribution: AttributionChoices): void {
    const cell = this.cells.find((other) => other.kind === 'failed');
    if (!cell) return;
    this.#editor.do({ kind: 'set', cell: { ...cell, attribution } });
    this.ran(cell.id, { at: Date.now(), inputs });
  }

  nameAnnotator(annotator: string): void {
    const cell = this.cells.find((other) => other.kind === 'labels');
    if (cell) this.#editor.do({ kind: 'set', cell: { ...cell, annotator } });
  }

  /** Told of every edit that a person made. */
  onEdit: () => void = () => undefined;

  /** Remembers the lab that a cell shows. */
  showLab(id: string, lab: string): void {
    const cell = this.cells.find((other) => other.id === id);
    if (cell?.kind === 'lab') this.#editor.do({ kind: 'set', cell: { ...cell, lab } });
  }

  /** Remembers what a Replay cell is to change, and in which trace. */
  planReplay(id: string, trace: TraceKey, changes: readonly PlannedChange[]): void {
    const cell = this.cells.find((other) => other.id === id);
    if (cell?.kind === 'replay')
      this.#editor.do({ kind: 'set', cell: { ...cell, trace, changes } });
  }

  #step<T>(work: () => T): T {
    if (this.readOnly) return work();
    this.changedAt = performance.now();
    this.onEdit();
    return work();
  }

  showCase({ traceKey, queryId }: CaseRef): void {
    const cell = this.cells.find((other) => other.kind === 'case');
    if (cell?.shown?.trace === traceKey && cell.shown.query === queryId) return;
    if (cell)
      this.#editor.do({
        kind: 'set',
        cell: { ...cell, shown: { trace: traceKey, query: queryId } },
      });
  }

  showTable(table: TableQuery): void {
    const cell = this.cells.find((other) => other.kind === 'failed');
    if (cell) this.#editor.do({ kind: 'set', cell: { ...cell, table } });
  }
}

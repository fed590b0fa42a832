import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { NotebookRow } from '../../store/rows';
import { openMemoryStore } from '../../store/store';
import type { NotebookOwner, NotebookStore, OpenedNotebook } from '../service/contract';
import { StoredNotebooks } from '../service/notebook-store';
import { NotebookEditor } from './editor';
import { firstNotebook, FIRST_NOTEBOOK } from './first-notebook';
import { openNotebook } from './open-notebook';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A store that answers as told and keeps what it was given. */
class FakeStore implements NotebookStore {
  readonly rows: NotebookRow[] = [];
  owner: NotebookOwner | undefined;
  answer: () => Promise<Result<void>> = () => Promise.resolve(ok(undefined));

  open(): Promise<Result<OpenedNotebook>> {
    return Promise.resolve(ok({ notebook: this.rows.at(-1), mayWrite: true }));
  }

  save(row: NotebookRow): Promise<Result<void>> {
    this.rows.push(row);
    return this.answer();
  }

  takeOver(): Promise<Result<OpenedNotebook>> {
    return this.open();
  }

  own(_id: string, owner: NotebookOwner): void {
    this.owner = owner;
  }
}

const stored = () => {
  const store = new FakeStore();
  return { store, editor: new NotebookEditor(store, firstNotebook(), 4, true) };
};

describe('autosave', () => {
  test('stores a change within two seconds and says so', async () => {
    const { store, editor } = stored();
    const states: string[] = [];
    editor.onChange(() => states.push(editor.saved));
    editor.rename('Runs of May');
    expect(editor.saved).toBe('unsaved');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(editor.saved).toBe('saved');
    expect(store.rows.map((row) => [row.title, row.revision])).toEqual([['Runs of May', 5]]);
    expect(states).toEqual(['unsaved', 'saving', 'saved']);
  });

  test('is not put off by steady typing', async () => {
    const { store, editor } = stored();
    for (let i = 0; i < 30; i++) {
      editor.write('cell-1', 'x'.repeat(i + 1));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(store.rows.length).toBeGreaterThanOrEqual(2);
    await editor.flush();
    expect(store.rows.at(-1)?.cells[0]).toMatchObject({ text: 'x'.repeat(30) });
  });

  test('stores what changed while it was writing', async () => {
    const { store, editor } = stored();
    let finish = (): void => undefined;
    store.answer = () => new Promise((resolve) => (finish = () => resolve(ok(undefined))));
    editor.rename('one');
    await vi.advanceTimersByTimeAsync(1_000);
    editor.rename('two');
    expect(editor.saved).toBe('saving');
    store.answer = () => Promise.resolve(ok(undefined));
    finish();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(editor.saved).toBe('saved');
    expect(store.rows.map((row) => [row.title, row.revision])).toEqual([
      ['one', 5],
      ['two', 6],
    ]);
  });

  test('stays unsaved when the disk is full, keeps the reason, and tries again', async () => {
    const { store, editor } = stored();
    store.answer = () => Promise.resolve(err(problem('storage-full')));
    editor.rename('one');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(editor.saved).toBe('unsaved');
    expect(editor.problem?.kind).toBe('storage-full');
    store.answer = () => Promise.resolve(ok(undefined));
    await vi.advanceTimersByTimeAsync(6_000);
    expect(editor.saved).toBe('saved');
    expect(editor.problem).toBeUndefined();
  });

  test('stops when another tab wrote, instead of writing over it', async () => {
    const { store, editor } = stored();
    store.answer = () => Promise.resolve(err(problem('notebook-changed')));
    editor.rename('one');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(editor.saved).toBe('read-only');
    editor.rename('two');
    expect(editor.title).toBe('one');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.rows).toHaveLength(1);
  });

  test('never reuses the id of a removed cell, and brings one back on request', () => {
    const { editor } = stored();
    const id = editor.add('note');
    const restore = editor.remove(id);
    expect(editor.add('note')).not.toBe(id);
    restore();
    expect(editor.cells.map((cell) => cell.id)).toContain(id);
  });
});

test('a read-only notebook refuses every edit, says so, and still lets one look around', async () => {
  const store = new FakeStore();
  const editor = new NotebookEditor(store, firstNotebook(), 4, false);
  const before = editor.document;
  const [note, traces] = before.cells;
  let told = 0;
  editor.onChange(() => told++);
  editor.rename('Lost');
  const id = editor.add('note');
  editor.remove(note?.id ?? '')();
  editor.move(traces?.id ?? '', 1);
  editor.write(note?.id ?? '', 'lost');
  expect(editor.undo()).toBe(false);
  expect(editor.redo()).toBe(false);
  expect(editor.document).toBe(before);
  expect(editor.cells.some((cell) => cell.id === id)).toBe(false);
  // Putting the cell in again is refused too, and one more time.
  expect(editor.refusals).toBe(8);
  expect(told).toBe(8);
  editor.fold(traces?.id ?? '', true);
  expect(editor.cells[1]?.folded).toBe(true);
  expect(editor.refusals).toBe(8);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.rows).toEqual([]);
});

test('a notebook that is being filled is stored once it is full', async () => {
  const store = new FakeStore();
  const { editor } = await openNotebook(store, FIRST_NOTEBOOK);
  let fill: () => void = () => undefined;
  const filled = editor.saveAfter(new Promise<void>((resolve) => (fill = resolve)));
  editor.rename('Filled');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(store.rows).toEqual([]);
  fill();
  await filled;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(store.rows).toMatchObject([{ title: 'Filled', revision: 1 }]);
});

describe('opening a notebook', () => {
  test('makes the first one for a first visitor and keeps it', async () => {
    const notebooks = new StoredNotebooks(openMemoryStore(), undefined);
    const opened = await openNotebook(notebooks, FIRST_NOTEBOOK);
    expect(opened.isFirstVisit).toBe(true);
    expect(opened.editor.cells.map((cell) => cell.kind)).toEqual([
      'note',
      'traces',
      'failed',
      'case',
      'evaluation',
    ]);
    opened.editor.rename('Kept');
    await opened.editor.flush();
    const again = await openNotebook(notebooks, FIRST_NOTEBOOK);
    expect(again).toMatchObject({ isFirstVisit: false, problem: undefined });
    expect(again.editor.document).toEqual(opened.editor.document);
  });

  test('shows the cells that can be read and says that others cannot', async () => {
    const store = new FakeStore();
    const row = { id: 'first', title: 'Old', format: 1, revision: 3, updatedAt: 1 };
    const [note] = firstNotebook().cells;
    store.rows.push({ ...row, cells: [note, { kind: 'hologram' }, 7, note] });
    const opened = await openNotebook(store, 'first');
    expect(opened.editor.cells).toEqual([note]);
    expect(opened.problem).toMatchObject({ kind: 'notebook-damaged', detail: '3 of 4 cells.' });
  });

  test('only shows one that a newer version wrote', async () => {
    const store = new FakeStore();
    const row = { id: 'first', title: 'New', format: 99, revision: 3, updatedAt: 1 };
    store.rows.push({ ...row, cells: [] });
    const opened = await openNotebook(store, 'first');
    expect(opened.editor.saved).toBe('read-only');
    expect(opened.problem?.kind).toBe('storage-newer');
  });

  test('goes on without a store, read-only', async () => {
    const store = new FakeStore();
    vi.spyOn(store, 'open').mockResolvedValue(err(problem('storage-failed')));
    const opened = await openNotebook(store, 'first');
    expect(opened.editor.saved).toBe('read-only');
    expect(opened.problem?.kind).toBe('storage-failed');
  });
});

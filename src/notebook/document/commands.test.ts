import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CELL_KINDS, emptyCell, type NotebookDocument } from './cell';
import { applyCommand, type Command } from './commands';
import { firstNotebook } from './first-notebook';
import { perform, redoStep, startHistory, undoStep } from './history';

const start = firstNotebook();
const ids = (document: NotebookDocument) => document.cells.map((cell) => cell.id);

const anyId = fc.constantFrom(...ids(start), 'cell-7', 'cell-8');
const anyIndex = fc.integer({ min: -2, max: 9 });
const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    cell: fc.tuple(fc.constantFrom(...CELL_KINDS), anyId).map(([kind, id]) => emptyCell(kind, id)),
    index: anyIndex,
  }),
  fc.record({ kind: fc.constant('remove' as const), id: anyId }),
  fc.record({ kind: fc.constant('move' as const), id: anyId, index: anyIndex }),
  fc.record({ kind: fc.constant('fold' as const), id: anyId, folded: fc.boolean() }),
  fc.record({ kind: fc.constant('name' as const), id: anyId, title: fc.string() }),
  fc.record({ kind: fc.constant('retitle' as const), title: fc.string() }),
  fc.record({
    kind: fc.constant('set' as const),
    cell: fc.tuple(anyId, fc.string()).map(([id, text]) => ({
      kind: 'note' as const,
      id,
      text,
      title: undefined,
      folded: false,
    })),
  }),
);

describe('commands', () => {
  test('are taken back exactly by their inverse', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), (commands) => {
        let document = start;
        for (const command of commands) {
          const change = applyCommand(document, command);
          if (change === undefined) continue;
          const back = applyCommand(change.document, change.inverse);
          expect(back?.document).toEqual(document);
          document = change.document;
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  test('never give two cells one id', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30 }), (commands) => {
        let history = startHistory(start);
        for (const command of commands) history = perform(history, command);
        const all = ids(history.document);
        expect(new Set(all).size).toBe(all.length);
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  test('that change nothing are told from those that do', () => {
    expect(applyCommand(start, { kind: 'remove', id: 'nowhere' })).toBeUndefined();
    expect(applyCommand(start, { kind: 'move', id: 'cell-1', index: -5 })).toBeUndefined();
    expect(applyCommand(start, { kind: 'fold', id: 'cell-1', folded: false })).toBeUndefined();
    expect(applyCommand(start, { kind: 'retitle', title: start.title })).toBeUndefined();
  });
});

describe('undo and redo', () => {
  test('walk through every step and back', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 20 }), (commands) => {
        let history = startHistory(start);
        for (const command of commands) history = perform(history, command);
        const end = history.document;
        const steps = history.undo.length;
        for (let i = 0; i < steps; i++) history = undoStep(history);
        expect(history.undo).toEqual([]);
        expect(ids(history.document)).toEqual(ids(start));
        for (let i = 0; i < steps; i++) history = redoStep(history);
        expect(ids(history.document)).toEqual(ids(end));
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  test('bring a removed cell back to its place with what was in it', () => {
    let history = perform(startHistory(start), { kind: 'remove', id: 'cell-1' });
    expect(ids(history.document)[0]).toBe('cell-2');
    history = undoStep(history);
    expect(history.document).toEqual(start);
  });

  test('take typing in one note as one step', () => {
    const [note] = start.cells;
    if (note?.kind !== 'note') throw new Error('the first cell is a note');
    let history = startHistory(start);
    for (const text of ['a', 'ab', 'abc'])
      history = perform(history, { kind: 'set', cell: { ...note, text } });
    expect(history.undo).toHaveLength(1);
    expect(undoStep(history).document).toEqual(start);
  });

  test('leave folding and filters alone', () => {
    const history = perform(startHistory(start), { kind: 'fold', id: 'cell-1', folded: true });
    expect(history.document.cells[0]?.folded).toBe(true);
    expect(history.undo).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { zipFile, type ZipMember } from '../../../test/support/zip-file';
import { openMemoryStore } from '../../store/store';
import { isNotebookFile, readNotebookFile } from './read-file';

const manifest = { format: 'memtrace-notebook', version: 1, title: 'One', traces: [] };
const cells = [
  { id: 'a', kind: 'note', text: 'x', folded: false },
  { id: 'a', kind: 'note', text: 'twice the same id', folded: false },
  { id: 'b', kind: 'nothing we know', folded: false },
];
const notebook = { format: 2, id: 'n', title: 'One', cells };

const part = (name: string, content: unknown, more: Partial<ZipMember> = {}): ZipMember => ({
  name,
  content: JSON.stringify(content),
  ...more,
});

const WHOLE = [
  part('manifest.json', manifest),
  part('notebook.json', notebook),
  part('verdicts.json', []),
  part('labels.json', []),
];

const replaced = (changed: ZipMember): readonly ZipMember[] =>
  WHOLE.map((member) => (member.name === changed.name ? changed : member));

async function read(members: readonly ZipMember[]) {
  const problems: string[] = [];
  const outcome = await readNotebookFile(
    {
      store: openMemoryStore(),
      importTrace: () => expect.fail('No trace is in it.'),
      onRows: () => undefined,
      onProblem: ({ kind }) => problems.push(kind),
    },
    new Blob([zipFile(members)]),
    () => undefined,
  );
  const titles = outcome.ok ? outcome.value.document.cells.map(({ id }) => id) : undefined;
  return { cells: titles, problems, refused: outcome.ok ? undefined : outcome.problem.kind };
}

describe('a notebook file', () => {
  it('is read cell by cell; what is no cell, or one again, is left out and said', async () => {
    expect(await isNotebookFile(new Blob([zipFile(WHOLE)]))).toBe(true);
    expect(await read(WHOLE)).toEqual({
      cells: ['a'],
      problems: ['notebook-damaged'],
      refused: undefined,
    });
  });

  it('is refused when a part does not match its checksum', async () => {
    const changed = part('notebook.json', notebook, { crc: 1 });
    expect(await read(replaced(changed))).toMatchObject({ refused: 'notebook-file-damaged' });
  });

  it('is refused when a part would unpack to what a bomb does', async () => {
    const bomb = { name: 'notebook.json', content: Buffer.alloc(70 << 20, 0x20) };
    expect(await read(replaced(bomb))).toMatchObject({ refused: 'notebook-file-damaged' });
  });

  it('takes no rows of a kind it does not know', async () => {
    const changed = part('verdicts.json', [{ verdict: { __proto__: null } }, 7]);
    expect((await read(replaced(changed))).problems).toContain('notebook-file-damaged');
  });
});

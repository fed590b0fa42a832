import { expect, test } from 'vitest';
import { openMemoryStore } from '../../store/store';
import { StoredNotebooks, type Locks } from './notebook-store';

const row = { id: 'first', title: 'One', format: 1, cells: [], revision: 1, updatedAt: 1 };

/** Locks as a browser keeps them, for all tabs that share one of these. */
function fakeLocks(): Locks {
  const held = new Set<string>();
  return {
    request: (name, { signal }, work) => {
      if (!held.has(name)) {
        held.add(name);
        return work();
      }
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    },
  };
}

test('the first tab writes, the second looks', async () => {
  const store = openMemoryStore();
  const locks = fakeLocks();
  const first = new StoredNotebooks(store, locks);
  const second = new StoredNotebooks(store, locks);
  expect(await first.open('first')).toMatchObject({ ok: true, value: { mayWrite: true } });
  expect(await first.save(row)).toMatchObject({ ok: true });
  expect(await second.open('first')).toMatchObject({
    ok: true,
    value: { mayWrite: false, notebook: { title: 'One' } },
  });
  const refused = await second.save({ ...row, revision: 2 });
  expect(refused).toMatchObject({ ok: false, problem: { kind: 'notebook-in-use' } });
});

test('without locks the revision keeps two tabs apart', async () => {
  const store = openMemoryStore();
  const first = new StoredNotebooks(store, undefined);
  const second = new StoredNotebooks(store, undefined);
  expect(await second.open('first')).toMatchObject({ ok: true, value: { mayWrite: true } });
  expect(await first.save(row)).toMatchObject({ ok: true });
  expect(await second.save(row)).toMatchObject({
    ok: false,
    problem: { kind: 'notebook-changed' },
  });
});

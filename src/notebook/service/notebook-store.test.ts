import { expect, test, vi } from 'vitest';
import { openMemoryStore } from '../../store/store';
import { StoredNotebooks, type Locks, type TabChannel } from './notebook-store';

const row = { id: 'first', title: 'One', format: 1, cells: [], revision: 1, updatedAt: 1 };

/** Locks as a browser keeps them, for all tabs that share one of these. */
function fakeLocks(): Locks {
  const held = new Map<string, (error: Error) => void>();
  const waiting: (() => void)[] = [];
  const grant = (name: string, work: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      held.set(name, reject);
      void work().then(() => {
        held.delete(name);
        resolve();
        waiting.shift()?.();
      });
    });
  return {
    request: (name, options, work) => {
      if ('steal' in options) held.get(name)?.(new DOMException('', 'AbortError'));
      else if (held.has(name))
        return new Promise((resolve, reject) => {
          options.signal.addEventListener('abort', () =>
            reject(new DOMException('', 'AbortError')),
          );
          waiting.push(() => void grant(name, work).then(resolve, reject));
        });
      return grant(name, work);
    },
  };
}

/** A channel that every tab hears but the one that speaks. */
function fakeChannels(): () => TabChannel {
  const listeners = new Map<TabChannel, (event: { readonly data: unknown }) => void>();
  return () => {
    const channel: TabChannel = {
      addEventListener: (_kind, listener) => listeners.set(channel, listener),
      postMessage: (data) => {
        for (const [other, listener] of listeners) if (other !== channel) listener({ data });
      },
    };
    return channel;
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

test('a tab that takes over gets what the other stored at the last moment', async () => {
  const store = openMemoryStore();
  const locks = fakeLocks();
  const tab = fakeChannels();
  const first = new StoredNotebooks(store, locks, tab());
  const second = new StoredNotebooks(store, locks, tab());
  await first.open('first');
  first.own('first', {
    handOver: async () => {
      await first.save({ ...row, title: 'At the last moment' });
    },
    lost: () => expect.fail('It was asked, not robbed.'),
  });
  expect(await second.takeOver('first')).toMatchObject({
    ok: true,
    value: { mayWrite: true, notebook: { title: 'At the last moment' } },
  });
  expect(await first.save({ ...row, revision: 2 })).toMatchObject({
    ok: false,
    problem: { kind: 'notebook-in-use' },
  });
  expect(await second.save({ ...row, revision: 2 })).toMatchObject({ ok: true });
});

test('a tab that never answers loses the notebook within two seconds, and is told', async () => {
  const store = openMemoryStore();
  const locks = fakeLocks();
  const tab = fakeChannels();
  const first = new StoredNotebooks(store, locks, tab());
  const second = new StoredNotebooks(store, locks, tab());
  await first.open('first');
  const lost = vi.fn();
  first.own('first', { handOver: () => new Promise(() => undefined), lost });
  const began = performance.now();
  expect(await second.takeOver('first')).toMatchObject({ value: { mayWrite: true } });
  expect(performance.now() - began).toBeLessThan(2_000);
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
  expect(await first.save(row)).toMatchObject({ ok: false, problem: { kind: 'notebook-in-use' } });
});

test('a notebook that another tab has open is not deleted', async () => {
  const store = openMemoryStore();
  const locks = fakeLocks();
  const first = new StoredNotebooks(store, locks);
  const second = new StoredNotebooks(store, locks);
  await first.open('first');
  await first.save(row);
  expect(await second.remove('first')).toMatchObject({ problem: { kind: 'notebook-in-use' } });
  expect(await first.remove('first')).toMatchObject({ ok: true });
  expect(await second.all()).toEqual({ ok: true, value: [] });
  expect(await second.open('first')).toMatchObject({ ok: true, value: { mayWrite: true } });
});

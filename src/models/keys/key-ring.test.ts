import { expect, it } from 'vitest';
import { memoryShelf } from '../../../test/support/desk-parts';
import { KeyRing } from './key-ring';

it('keeps keys in memory, and on the device only sealed', async () => {
  const shelf = memoryShelf();
  const ring = new KeyRing(shelf);
  await ring.set('a', ' sk-marker ');
  expect(ring.keyOf('a')).toBe('sk-marker');
  expect(shelf.kept).toBeUndefined();
  await ring.remember('passphrase');
  const sealed = new TextDecoder('latin1').decode(shelf.kept?.sealed);
  expect(`${sealed}${JSON.stringify(shelf.kept)}`).not.toContain('sk-marker');

  const later = new KeyRing(shelf);
  await later.start();
  expect(later.state).toEqual({ held: [], remembered: 'locked' });
  expect(await later.unlock('wrong')).toMatchObject({
    problem: { kind: 'model-wrong-passphrase' },
  });
  expect(later.keyOf('a')).toBeUndefined();
  expect(await later.unlock('passphrase')).toMatchObject({ ok: true });
  expect(later.keyOf('a')).toBe('sk-marker');

  await later.forget();
  expect(later.state).toEqual({ held: [], remembered: 'no' });
  expect(shelf.kept).toBeUndefined();
});

it('opens nothing whose bytes were changed', async () => {
  const shelf = memoryShelf();
  const ring = new KeyRing(shelf);
  await ring.set('a', 'key');
  await ring.remember('passphrase');
  if (shelf.kept) new Uint8Array(shelf.kept.sealed)[3] = 7;
  const later = new KeyRing(shelf);
  await later.start();
  expect(await later.unlock('passphrase')).toMatchObject({ ok: false });
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { remoteSetting } from '../../../test/support/desk-parts';
import { answer } from '../../../test/support/stand-in/behaviour';
import { StandInProvider } from '../../../test/support/stand-in/stand-in-provider';
import { problem } from '../../base/problem';
import { err } from '../../base/result';
import { openMemoryStore } from '../../store/store';
import { StoredModels } from './stored-models';

let provider: StandInProvider;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.seen.length = 0;
  provider.decide = () => answer('ready');
});

type Store = ReturnType<typeof openMemoryStore>;

/** The models as a page finds them that was just loaded over the same store. */
async function loaded(store: Store) {
  const models = await StoredModels.open({
    store,
    allowedOrigins: [provider.origin],
    pageOrigin: 'https://page.example',
    engines: () => Promise.resolve(err(problem('model-no-webgpu'))),
    onChange: () => undefined,
    onProblem: (met) => {
      throw new Error(met.detail);
    },
  });
  await models.setKey('lane', 'stand-in-key');
  return models;
}

const setting = (id = 'stand-in/small') =>
  remoteSetting({ id, lanes: [{ id: 'lane', baseUrl: provider.baseUrl('openai') }] });

const ask = ({ desk }: StoredModels, text: string) =>
  desk.chat(
    'stand-in/small',
    { messages: [{ role: 'user', text }] },
    { purpose: 'test of the budget' },
  );

it('makes exactly as many calls as the budget allows, however often the page is loaded anew', async () => {
  const store = openMemoryStore();
  const first = await loaded(store);
  await first.save(setting(), {});
  await first.setLimit({ calls: 5 });
  const together = await Promise.all(['a', 'b', 'c'].map((text) => ask(first, text)));
  expect(together.every(({ ok }) => ok)).toBe(true);

  const second = await loaded(store);
  expect(await second.view()).toMatchObject({ limit: { calls: 5 }, spent: { calls: 3 } });
  const replies = await Promise.all(['d', 'e', 'f', 'g'].map((text) => ask(second, text)));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(2);
  expect(replies.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'model-budget' } });
  expect(provider.calls).toHaveLength(5);

  const third = await loaded(store);
  expect(await ask(third, 'h')).toMatchObject({ ok: false, problem: { kind: 'model-budget' } });
  // What is kept costs nothing, also under a budget that is spent.
  expect(await ask(third, 'a')).toMatchObject({ ok: true, value: { cached: true } });
  await third.resetSpent();
  expect(await ask(third, 'h')).toMatchObject({ ok: true });
  expect(provider.calls).toHaveLength(6);
});

it('has stored the count of a request before that request leaves', async () => {
  const store = openMemoryStore();
  const models = await loaded(store);
  await models.save(setting(), {});
  await models.setLimit({ calls: 9 });
  const counted: unknown[] = [];
  provider.decide = ({ method }) => {
    if (method === 'POST') counted.push(store.settings.get('models.budget'));
    return answer('ready');
  };
  for (const text of ['1', '2', '3']) await ask(models, text);
  expect(await Promise.all(counted)).toMatchObject(
    [1, 2, 3].map((calls) => ({ ok: true, value: { spent: { calls } } })),
  );
});

it('keeps the place of a model that is changed', async () => {
  const store = openMemoryStore();
  const models = await loaded(store);
  await models.save(setting('first'), {});
  await new Promise((resolve) => setTimeout(resolve, 5));
  await models.save(setting('second'), {});
  const before = await store.models.all();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await models.save({ ...setting('first'), label: 'changed' }, {});
  const after = await store.models.all();
  const times = (rows: typeof before) => (rows.ok ? rows.value.map(({ addedAt }) => addedAt) : []);
  expect(times(after).toSorted()).toEqual(times(before).toSorted());
  const again = await loaded(store);
  expect((await again.view()).models.map(({ setting: { label } }) => label)).toEqual([
    'changed',
    'small',
  ]);
});

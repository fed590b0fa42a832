import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { remoteSetting, testDesk } from '../../../test/support/desk-parts';
import { answer, type Behaviour } from '../../../test/support/stand-in/behaviour';
import type { Shape } from '../../../test/support/stand-in/shapes';
import { StandInProvider } from '../../../test/support/stand-in/stand-in-provider';
import type { ChatRequest } from '../contract/chat';
import type { Provider, RemoteSetting } from '../settings/model-setting';
import { Budget } from '../usage/budget';

const KEY = 'stand-in-key';
const asking = (text: string): ChatRequest => ({ messages: [{ role: 'user', text }] });
const PROVIDERS: readonly (readonly [Shape, Provider])[] = [
  ['openai', 'openai-compatible'],
  ['anthropic', 'anthropic'],
  ['gemini', 'google'],
];

let provider: StandInProvider;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.seen.length = 0;
  provider.decide = undefined;
  provider.aborted = 0;
});

/** Serves the script from its first entry on. */
function play(...script: Behaviour[]) {
  let at = 0;
  provider.decide = (request) => {
    const behaviour = script[Math.min(at, script.length - 1)] ?? answer('');
    if (request.method === 'POST') at++;
    return behaviour;
  };
}

async function deskWith(change: Partial<RemoteSetting> = {}, shape: Shape = 'openai', key = KEY) {
  const made = testDesk([provider.origin]);
  const lanes = change.lanes ?? [{ id: 'lane', baseUrl: provider.baseUrl(shape) }];
  made.desk.setUp([remoteSetting({ ...change, lanes })]);
  for (const lane of lanes) await made.keys.set(lane.id, key);
  return made;
}

const ask = (
  { desk }: Awaited<ReturnType<typeof deskWith>>,
  text = 'Say hello.',
  options: { signal?: AbortSignal; onText?: (piece: string) => void; budgets?: Budget[] } = {},
  more: Partial<ChatRequest> = {},
) => desk.chat('stand-in/small', { ...asking(text), ...more }, { purpose: 'test', ...options });

describe.each(PROVIDERS)('a model behind the %s shape', (shape, kind) => {
  it('streams an answer, with its tokens counted once', async () => {
    play({ kind: 'answer', text: 'The train leaves at noon.', cached: 2 });
    const made = await deskWith(
      { provider: kind, price: { input: 1, output: 10, cachedInput: 0.5 } },
      shape,
    );
    const pieces: string[] = [];
    const reply = await ask(made, 'When?', { onText: (piece) => pieces.push(piece) });
    if (!reply.ok) throw new Error(reply.problem.detail);
    expect(reply.value).toMatchObject({
      text: 'The train leaves at noon.',
      finish: 'stop',
      cached: false,
    });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(reply.value.text);
    const { inputTokens = 0, outputTokens, cacheReadTokens, cost } = reply.value.usage;
    expect(outputTokens).toBe(5);
    expect(cacheReadTokens).toBe(2);
    expect(cost).toBeCloseTo((inputTokens - 2 + 2 * 0.5 + 5 * 10) / 1e6, 12);
  });

  it('calls tools and reads their arguments', async () => {
    play({ kind: 'answer', text: '', calls: [{ name: 'look', arguments: '{"at": [1, 2]}' }] });
    const made = await deskWith({ provider: kind }, shape);
    const parameters = {
      type: 'object',
      properties: { at: { type: 'array', items: { type: 'number' } } },
    };
    const reply = await ask(
      made,
      'Look.',
      {},
      { tools: [{ name: 'look', description: 'Looks.', parameters }] },
    );
    expect(reply).toMatchObject({
      ok: true,
      value: { finish: 'tool-calls', toolCalls: [{ name: 'look', arguments: { at: [1, 2] } }] },
    });
    const [call] = reply.ok ? reply.value.toolCalls : [];
    if (!call) throw new Error('no call');
    play(answer('Seen.'));
    const next = await made.desk.chat(
      'stand-in/small',
      {
        messages: [
          { role: 'user', text: 'Look.' },
          { role: 'assistant', text: '', toolCalls: [call] },
          { role: 'tool', callId: call.callId, name: 'look', text: 'a door' },
        ],
      },
      { purpose: 'test' },
    );
    expect(next).toMatchObject({ ok: true, value: { text: 'Seen.' } });
    expect(provider.calls.at(-1)?.body).toContain('a door');
  });

  it('asks for JSON that satisfies a schema', async () => {
    const body = '{"word": "yes"}';
    play({
      kind: 'answer',
      text: shape === 'anthropic' ? '' : body,
      ...(shape === 'anthropic' ? { calls: [{ name: 'json', arguments: body }] } : {}),
    });
    const made = await deskWith({ provider: kind }, shape);
    const schema = {
      type: 'object',
      properties: { word: { type: 'string' } },
      required: ['word'],
      additionalProperties: false,
    };
    const reply = await ask(made, 'Yes?', {}, { schema: { name: 'word', schema } });
    expect(reply.ok && JSON.parse(reply.value.text)).toEqual({ word: 'yes' });
    expect(provider.calls[0]?.body).toContain('"required":["word"]');
  });

  it('sends no header but the necessary ones, and the key in no other place', async () => {
    play(answer('ready'));
    const made = await deskWith({ provider: kind }, shape);
    expect((await ask(made)).ok).toBe(true);
    const [sent] = provider.calls;
    const holders = Object.entries(sent?.headers ?? {}).filter(([, value]) => value.includes(KEY));
    expect(holders.map(([name]) => name)).toEqual([
      { openai: 'authorization', anthropic: 'x-api-key', gemini: 'x-goog-api-key' }[shape],
    ]);
    expect(`${sent?.path ?? ''}${sent?.body ?? ''}`).not.toContain(KEY);
  });

  it('says that a key is bad, without the key, and asks no more with it', async () => {
    const made = await deskWith({ provider: kind }, shape, 'wrong-marker-key');
    const first = await ask(made);
    const second = await ask(made, 'again');
    expect(first).toMatchObject({ ok: false, problem: { kind: 'model-bad-key' } });
    expect(second).toMatchObject({ ok: false, problem: { kind: 'model-bad-key' } });
    expect(JSON.stringify([first, second, made.log])).not.toContain('wrong-marker-key');
    expect(provider.calls).toHaveLength(1);
  });

  it('says that a model is unknown', async () => {
    const made = await deskWith({ provider: kind, model: 'absent' }, shape);
    expect(await ask(made)).toMatchObject({ ok: false, problem: { kind: 'model-unknown' } });
  });

  it.each(['torn', 'ended'] as const)('tries again when the stream is cut (%s)', async (how) => {
    play({ kind: 'cut', text: 'half of', how }, answer('half of the whole'));
    const made = await deskWith({ provider: kind }, shape);
    const pieces: string[] = [];
    const reply = await ask(made, 'All of it.', { onText: (piece) => pieces.push(piece) });
    expect(reply).toMatchObject({ ok: true, value: { text: 'half of the whole' } });
    expect(pieces.join('')).toBe('half of');
    expect(provider.calls).toHaveLength(2);
  });

  it('keeps the text so far when it is stopped at any moment, within a second', async () => {
    const text = 'one two three four five six seven eight nine ten '.repeat(3);
    const made = await deskWith({ provider: kind }, shape);
    for (const after of [0, 1, 7, 23]) {
      play({ kind: 'answer', text, piece: 1, everyMs: 20 });
      const stop = new AbortController();
      let got = '';
      let stoppedAt = 0;
      const halt = (): void => {
        if (!stop.signal.aborted) stoppedAt = performance.now();
        stop.abort();
      };
      const onText = (piece: string): void => {
        got += piece;
        if (got.length >= after) halt();
      };
      if (after === 0) setTimeout(halt, 5);
      const reply = await ask(made, `Count ${after}.`, { signal: stop.signal, onText });
      expect(performance.now() - stoppedAt).toBeLessThan(1_000);
      expect(reply).toMatchObject({ ok: true, value: { finish: 'aborted', text: got } });
      expect(text.startsWith(got)).toBe(true);
    }
    // The one that is stopped at once may end before it is sent; the endpoint sees the others end.
    await expect.poll(() => provider.aborted, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
  });
});

it.each([
  ['a web page instead of an answer', { kind: 'html' }, 'model-not-json', 1],
  ['JSON of something else', { kind: 'nonsense' }, 'model-not-json', 1],
  ['a failing server', { kind: 'status', status: 500 }, 'model-server-error', 6],
  ['a failing proxy', { kind: 'html', status: 502 }, 'model-server-error', 6],
  ['no access to the model', { kind: 'status', status: 403 }, 'model-forbidden', 1],
  [
    'a text that is too long',
    { kind: 'status', status: 400, message: "This model's maximum context length is 8192 tokens." },
    'model-too-long',
    1,
  ],
  [
    'a request it does not like',
    { kind: 'status', status: 422, message: 'no' },
    'model-request-refused',
    1,
  ],
  [
    'used-up credit',
    { kind: 'status', status: 429, message: 'You exceeded your current quota, insufficient_quota' },
    'model-quota',
    1,
  ],
  [
    'a spent day quota',
    { kind: 'status', status: 429, message: 'Limit 200 requests per day. Try again in 7m12s.' },
    'model-quota',
    1,
  ],
  [
    'a wait of hours',
    { kind: 'status', status: 429, headers: { 'retry-after': '43200' } },
    'model-quota',
    1,
  ],
  ['too many calls, always', { kind: 'status', status: 429 }, 'model-rate-limited', 6],
] satisfies [string, Behaviour, string, number][])(
  'names %s',
  async (_what, behaviour, kind, calls) => {
    play(behaviour);
    const made = await deskWith();
    expect(await ask(made)).toMatchObject({ ok: false, problem: { kind } });
    expect(provider.calls).toHaveLength(calls);
    expect(made.log).toMatchObject([{ outcome: 'failed', problem: kind, requests: calls }]);
  },
);

it('gives up on an endpoint that says nothing, after trying again', async () => {
  play({ kind: 'silent' });
  const made = await deskWith({ patienceMs: 40 });
  expect(await ask(made)).toMatchObject({ ok: false, problem: { kind: 'model-slow' } });
});

it('bears an answer that drips, as long as it goes on', async () => {
  play({ kind: 'answer', text: 'slow but sure', piece: 1, everyMs: 15 });
  const made = await deskWith({ patienceMs: 150 });
  expect(await ask(made)).toMatchObject({ ok: true, value: { text: 'slow but sure' } });
});

it('gives up on an answer that stops dripping', async () => {
  play({ kind: 'answer', text: 'never ends', piece: 1, everyMs: 400 });
  const made = await deskWith({ patienceMs: 60 });
  expect(await ask(made)).toMatchObject({ ok: false, problem: { kind: 'model-slow' } });
});

it('waits as long as the endpoint asks, and otherwise longer each time', async () => {
  play(
    { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
    { kind: 'status', status: 429 },
    { kind: 'status', status: 500 },
    answer('there'),
  );
  const made = await deskWith();
  expect(await ask(made)).toMatchObject({ ok: true, value: { text: 'there' } });
  expect(made.clock.waits).toEqual([7_000, 2_000, 4_000]);
});

it('learns what an endpoint does not take, and asks without it from then on', async () => {
  provider.decide = ({ body }) =>
    body.includes('"max_tokens"')
      ? {
          kind: 'status',
          status: 400,
          message: "Unsupported parameter: use 'max_completion_tokens' instead.",
        }
      : body.includes('"temperature"')
        ? { kind: 'status', status: 400, message: "'temperature' does not support 0" }
        : answer('ready');
  const made = await deskWith();
  expect(await ask(made, 'one', {}, { maxOutputTokens: 9 })).toMatchObject({ ok: true });
  expect(await ask(made, 'two', {}, { maxOutputTokens: 9 })).toMatchObject({ ok: true });
  expect(provider.calls).toHaveLength(4);
  expect(provider.calls.at(-1)?.body).toContain('"max_completion_tokens":9');
});

it('answers a repeated call from what is kept, without a request and at no cost', async () => {
  play(answer('first'), answer('second'));
  const made = await deskWith({ price: { input: 5, output: 5 } });
  await ask(made);
  const again = await ask(made);
  expect(again).toMatchObject({
    ok: true,
    value: { text: 'first', cached: true, usage: { cost: 0 } },
  });
  expect(provider.calls).toHaveLength(1);
  expect(made.desk.budget.spent.calls).toBe(1);
  expect(made.log.map(({ outcome }) => outcome)).toEqual(['answered', 'cached']);
  const sampled = await ask(made, 'Say hello.', {}, { sample: 1 });
  expect(sampled).toMatchObject({ ok: true, value: { text: 'second', cached: false } });
});

it('keeps no answer that was stopped', async () => {
  play({ kind: 'answer', text: 'a long answer', piece: 1, everyMs: 5 }, answer('whole'));
  const made = await deskWith();
  const stop = new AbortController();
  await ask(made, 'Go.', { signal: stop.signal, onText: () => stop.abort() });
  expect(await ask(made, 'Go.')).toMatchObject({
    ok: true,
    value: { text: 'whole', cached: false },
  });
});

it.each([1, 2, 5, 9])(
  'makes exactly %i calls under a budget of as many, however many ask at once',
  async (calls) => {
    let at = 0;
    provider.decide = ({ method }) =>
      method === 'POST' && at++ % 3 === 1 ? { kind: 'status', status: 500 } : answer('ready');
    const made = await deskWith({ concurrency: 8 });
    const budget = new Budget({ calls });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ask(made, `Number ${i}.`, { budgets: [budget] })),
    );
    expect(provider.calls).toHaveLength(calls);
    expect(budget.spent.calls).toBe(calls);
    for (const reply of replies.filter(({ ok }) => !ok))
      expect(reply).toMatchObject({ problem: { kind: 'model-budget' } });
  },
);

it('stops before a budget of tokens or money is passed', async () => {
  play(answer('four words are here'));
  const made = await deskWith({ price: { input: 1_000_000, output: 1_000_000 } });
  const tokens = new Budget({ tokens: 40 });
  const money = new Budget({ money: 40 });
  for (const budget of [tokens, money]) {
    let last = await ask(made, 'begin', { budgets: [budget] }, { sample: 1 });
    for (let i = 2; last.ok && i < 50; i++)
      last = await ask(
        made,
        'begin',
        { budgets: [budget] },
        { sample: i * (budget === money ? 100 : 1) },
      );
    expect(last).toMatchObject({ ok: false, problem: { kind: 'model-budget' } });
    expect(budget.spent.calls).toBeGreaterThan(0);
  }
});

it('leaves a lane whose key is bad and goes on with the others of the pool', async () => {
  provider.keys = ['good'];
  play(answer('ready'));
  const lanes = ['a', 'b'].map((id) => ({ id, baseUrl: provider.baseUrl('openai') }));
  const made = await deskWith({ lanes });
  await made.keys.set('a', 'bad');
  await made.keys.set('b', 'good');
  for (const text of ['1', '2', '3', '4']) expect((await ask(made, text)).ok).toBe(true);
  const used = provider.calls.map(({ headers }) => headers['authorization']);
  expect(used.filter((value) => value === 'Bearer bad').length).toBeLessThanOrEqual(1);
  expect(made.desk.lanes('stand-in/small').find(({ id }) => id === 'a')?.down?.kind).toBe(
    'model-bad-key',
  );
  provider.keys = [KEY];
});

it('asks nobody when the origin is not allowed', async () => {
  const made = testDesk([]);
  made.desk.setUp([
    remoteSetting({ lanes: [{ id: 'lane', baseUrl: provider.baseUrl('openai') }] }),
  ]);
  await made.keys.set('lane', KEY);
  const reply = await made.desk.chat('stand-in/small', asking('hello'), { purpose: 'test' });
  expect(reply).toMatchObject({ ok: false, problem: { kind: 'origin-not-allowed' } });
  expect(provider.seen).toEqual([]);
});

it.each(['openai', 'gemini'] as const)('embeds and keeps every vector (%s)', async (shape) => {
  play(answer(''));
  const made = testDesk([provider.origin]);
  const kind = shape === 'gemini' ? 'google' : 'openai-compatible';
  const lanes = [{ id: 'lane', baseUrl: provider.baseUrl(shape) }];
  made.desk.setUp([remoteSetting({ lanes, use: 'embedding', model: 'embedder', provider: kind })]);
  await made.keys.set('lane', KEY);
  const texts = Array.from({ length: 20 }, (_, i) => `text number ${i % 18}`);
  const first = await made.desk.embed('stand-in/small', texts, { purpose: 'test' });
  if (!first.ok) throw new Error(first.problem.detail);
  expect(first.value.vectors).toHaveLength(20);
  expect(first.value.vectors[0]).toEqual(first.value.vectors[18]);
  const asked = provider.calls.length;
  const again = await made.desk.embed('stand-in/small', texts.slice(0, 5), { purpose: 'test' });
  expect(again).toMatchObject({ ok: true, value: { cached: true, usage: { cost: 0 } } });
  expect(provider.calls).toHaveLength(asked);
});

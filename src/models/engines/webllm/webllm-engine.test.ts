import { beforeEach, expect, it } from 'vitest';
import { testDesk } from '../../../../test/support/desk-parts';
import { named, WebLlmDouble } from '../../../../test/support/webllm-double';
import { ok } from '../../../base/result';
import type { ChatRequest } from '../../contract/chat';
import type { WebLlmSetting } from '../../settings/model-setting';
import { WebLlmEngine } from './webllm-engine';

const SETTING: WebLlmSetting = {
  kind: 'webllm',
  id: 'Tiny-1B-q4f16_1-MLC',
  label: 'Tiny',
  use: 'chat',
  contextTokens: undefined,
  modelUrl: 'https://models.example/tiny/',
  libUrl: 'https://models.example/tiny.wasm',
  memoryBytes: 1e9,
  needsF16: true,
};
const ASKED: ChatRequest = { messages: [{ role: 'user', text: 'When?' }] };

let double: WebLlmDouble;
let made: ReturnType<typeof testDesk>;
beforeEach(() => {
  double = new WebLlmDouble();
  const engine = new WebLlmEngine(double);
  made = testDesk([], () => Promise.resolve(ok(engine)));
  made.desk.setUp([SETTING, { ...SETTING, id: 'Embed', use: 'embedding' }]);
});

const ask = (
  options: { signal?: AbortSignal; onText?: (piece: string) => void } = {},
  sample = 0,
) => made.desk.chat(SETTING.id, { ...ASKED, sample }, { purpose: 'test', ...options });
const load = (repair = false) => made.parts.local.load(SETTING, repair);

it('loads when first asked, and answers through the contract at no cost', async () => {
  const pieces: string[] = [];
  const reply = await ask({ onText: (piece) => pieces.push(piece) });
  expect(reply).toMatchObject({
    ok: true,
    value: {
      text: 'The train leaves at noon.',
      finish: 'stop',
      cached: false,
      usage: { inputTokens: 7, outputTokens: 5, cost: 0 },
    },
  });
  expect(pieces.length).toBeGreaterThan(1);
  expect(await ask()).toMatchObject({ ok: true, value: { cached: true } });
  expect(double.loads).toBe(1);
  expect(made.desk.chatModel(SETTING.id)?.description.contextTokens).toBe(4_096);
});

it('hands on tool calls', async () => {
  double.calls = [{ name: 'look', arguments: '{"at": 1}' }];
  double.text = '';
  expect(await ask()).toMatchObject({
    ok: true,
    value: { finish: 'tool-calls', toolCalls: [{ name: 'look', arguments: { at: 1 } }] },
  });
});

it('embeds', async () => {
  const reply = await made.desk.embed('Embed', ['a', 'bb'], { purpose: 'test' });
  expect(reply.ok && reply.value.vectors.map(([first]) => first)).toEqual([1, 2]);
});

it('tells how loading goes, stops on request and goes on where it stopped', async () => {
  const local = made.parts.local;
  double.shardMs = 60;
  const loading = load();
  await expect.poll(() => double.shards).toBeGreaterThan(0);
  local.stopLoading(SETTING.id);
  expect(await loading).toMatchObject({ ok: false, problem: { kind: 'cancelled' } });
  expect(local.stateOf(SETTING.id)).toEqual({ kind: 'unloaded' });
  expect(await load()).toMatchObject({ ok: true });
  expect(double.fetched).toBe(4);
});

it.each([
  ['no-webgpu', 'model-no-webgpu'],
  ['no-adapter', 'model-no-adapter'],
  [{ f16: false }, 'model-no-f16'],
] as const)('says what is missing when the browser offers %j', async (offered, kind) => {
  double.offered = offered;
  expect(await ask()).toMatchObject({ ok: false, problem: { kind } });
  expect(double.loads).toBe(0);
});

it.each([
  [named('DeviceLostError'), 'model-device-lost'],
  [named('QuotaExceededError'), 'storage-full'],
  [named('ShaderF16SupportError'), 'model-no-f16'],
  [named('IntegrityError'), 'model-file-broken'],
  [named('Error', 'Failed to fetch'), 'model-download-cut'],
  [named('Error', 'status: 404'), 'model-file-missing'],
  [named('Error', 'Out of memory'), 'model-out-of-memory'],
  [named('Error', 'something else'), 'model-engine-failed'],
] as const)('names a failure while loading (%s)', async (failure, kind) => {
  double.failLoading = failure;
  expect(await load()).toMatchObject({ ok: false, problem: { kind } });
  expect(made.parts.local.stateOf(SETTING.id)).toMatchObject({ kind: 'failed', problem: { kind } });
  double.failLoading = undefined;
  expect(await load()).toMatchObject({ ok: true });
  expect(double.fetched).toBe(4);
});

it('repairs a damaged download by fetching what is damaged alone', async () => {
  double.damaged = 1;
  expect(await load()).toMatchObject({ ok: false, problem: { kind: 'model-file-broken' } });
  expect(await load(true)).toMatchObject({ ok: true });
  expect(double.fetched).toBe(5);
});

it('says that the device was lost in the middle of an answer, and loads again when asked again', async () => {
  double.failAnswering = named('DeviceLostError');
  double.failAfter = 2;
  expect(await ask()).toMatchObject({ ok: false, problem: { kind: 'model-device-lost' } });
  expect(made.parts.local.stateOf(SETTING.id)).toMatchObject({ kind: 'failed' });
  double.failAnswering = undefined;
  expect(await ask()).toMatchObject({ ok: true, value: { text: 'The train leaves at noon.' } });
  expect(double.loads).toBe(2);
});

it('says that a text is longer than the context', async () => {
  double.failAnswering = named('ContextWindowSizeExceededError');
  expect(await ask()).toMatchObject({ ok: false, problem: { kind: 'model-too-long' } });
});

it('stops within a second and keeps the text so far', async () => {
  double.everyMs = 5;
  double.text = 'a long answer that goes on and on and on and on and on and on and on';
  const stop = new AbortController();
  const began = performance.now();
  let got = '';
  const reply = await ask({
    signal: stop.signal,
    onText: (piece) => {
      got += piece;
      if (got.length > 12) stop.abort();
    },
  });
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(reply).toMatchObject({ ok: true, value: { finish: 'aborted', text: got } });
  expect(double.interrupted).toBe(true);
});

it('deletes the files of a model', async () => {
  await load();
  expect(await made.parts.local.stored(SETTING)).toMatchObject({ state: 'here' });
  expect(await made.parts.local.remove(SETTING)).toMatchObject({ ok: true });
  expect(await made.parts.local.stored(SETTING)).toMatchObject({ state: 'absent' });
});

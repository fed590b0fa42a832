import { expect, test } from 'vitest';
import { ok, type Result } from '../../base/result';
import type { LoadedModel, LocalEngine } from '../local/local-engine';
import type { GgufSetting } from '../settings/model-setting';
import { testDesk } from '../../../test/support/desk-parts';

const setting: GgufSetting = {
  kind: 'gguf',
  id: 'slow',
  label: 'Slow',
  use: 'chat',
  contextTokens: undefined,
  url: undefined,
  fileName: 'slow.gguf',
};

/** An engine on this device whose model is loaded when the test says so. */
function slowEngine() {
  let loaded: (model: Result<LoadedModel>) => void = () => undefined;
  const asked: string[] = [];
  const engine: LocalEngine = {
    load: () => new Promise((resolve) => (loaded = resolve)),
    unload: () => Promise.resolve(),
    stored: () => Promise.resolve({ state: 'here', bytes: 1 }),
    take: () => Promise.resolve(ok(undefined)),
    remove: () => Promise.resolve(ok(undefined)),
    chat: (request) => {
      asked.push(request.messages[0]?.text ?? '');
      const counts = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
      return Promise.resolve(ok({ text: 'yes', toolCalls: [], finish: 'stop' as const, counts }));
    },
    embed: () => Promise.resolve(ok({ vectors: [], counts: NONE })),
  };
  return { engine, asked, finish: () => loaded(ok({ contextTokens: 512 })) };
}

const NONE = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
};

test('a call that is stopped while its model loads ends at once, asks nothing, and the next one finds the model', async () => {
  const { engine, asked, finish } = slowEngine();
  const { desk } = testDesk([], () => Promise.resolve(ok(engine)));
  desk.setUp([setting]);
  const chat = desk.chatModel('slow');
  const stop = new AbortController();
  const call = (text: string, signal?: AbortSignal) =>
    chat?.chat(
      { messages: [{ role: 'user', text }] },
      { purpose: 'test', ...(signal && { signal }) },
    );
  const stopped = call('one', stop.signal);
  setTimeout(() => stop.abort(), 20);
  const reply = await stopped;
  expect(reply?.ok === true && reply.value.finish).toBe('aborted');
  const next = call('two');
  finish();
  const answered = await next;
  expect(answered?.ok === true && answered.value.text).toBe('yes');
  expect(asked).toEqual(['two']);
});

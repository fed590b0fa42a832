import { describe, expect, test } from 'vitest';
import { ScriptedChat } from '../../test/support/scripted-chat';
import { problem } from '../base/problem';
import { err, ok } from '../base/result';
import type { EmbeddingModel } from '../models/contract/embedding';
import { chatAsReplayModel } from './chat-as-replay-model';
import type { ChatMessage } from './model-port';

const asked: readonly ChatMessage[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'What colour is the door?' },
];

const usage = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
  cost: undefined,
};

/** Turns each text into its length. */
const lengths: EmbeddingModel = {
  description: { id: 'scripted/lengths', label: 'Lengths', onDevice: true },
  embed: (texts) =>
    Promise.resolve(
      ok({ vectors: texts.map((text) => Float32Array.of(text.length)), usage, cached: false }),
    ),
};

describe('a chat model behind a replay', () => {
  test('is asked the messages as they are, and told in words what for', async () => {
    const chat = new ScriptedChat(() => 'red');
    const reply = await chatAsReplayModel(chat).chat(asked, { purpose: 'fact-extraction' });
    expect(reply).toEqual(ok('red'));
    expect(chat.asked).toEqual([{ request: { messages: asked }, purpose: 'fact extraction' }]);
  });

  test('gives no answer when the call was stopped, though some of it had arrived', async () => {
    const chat = new ScriptedChat(() => ({ text: 're', finish: 'aborted' }));
    const reply = await chatAsReplayModel(chat).chat(asked, { purpose: 'answer' });
    expect(reply.ok ? '' : reply.problem.kind).toBe('cancelled');
  });

  test('hands on what went wrong', async () => {
    const failing = new ScriptedChat(() => 'never said');
    const trouble = err(problem('unexpected', 'no line'));
    failing.chat = () => Promise.resolve(trouble);
    expect(await chatAsReplayModel(failing).chat(asked, { purpose: 'judge' })).toBe(trouble);
  });
});

describe('an embedding model behind a replay', () => {
  test('gives one vector a text', async () => {
    const model = chatAsReplayModel(new ScriptedChat(() => ''), lengths);
    const vectors = await model.embed?.(['a', 'bcd']);
    expect(vectors?.ok === true ? vectors.value.map(([first]) => first) : vectors).toEqual([1, 3]);
  });

  test('is absent when none was chosen, so that search falls back to words', () => {
    expect(chatAsReplayModel(new ScriptedChat(() => ''))).not.toHaveProperty('embed');
  });
});

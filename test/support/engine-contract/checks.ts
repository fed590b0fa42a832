import { PROBLEMS } from '../../../src/base/problems';
import type { Problem } from '../../../src/base/problem';
import type { Result } from '../../../src/base/result';
import type { CallOptions, ChatReply, ChatRequest } from '../../../src/models/contract/chat';
import { Seeded } from '../seeded';
import type { EngineRig } from './rig';

/** One promise of the contract. Needs no test framework, so that it also runs inside a page. */
export interface ContractCheck {
  readonly title: string;
  readonly run: (rig: EngineRig) => Promise<void>;
}

/** Longest time from an abort to the reply, in milliseconds. */
const STOP_WITHIN_MS = 1_000;
/** Seeds of the moments at which answers are stopped. */
const SEEDS = [1, 2, 3, 4];

let sample = 0;

/** A request that no other check made, so that none is answered from what is kept. */
const request = (change: Partial<ChatRequest> = {}): ChatRequest => ({
  messages: [{ role: 'user', text: 'When does the train leave?' }],
  sample: ++sample,
  ...change,
});

const ask = (rig: EngineRig, asked: ChatRequest, options: Omit<CallOptions, 'purpose'> = {}) =>
  rig.chat.chat(asked, { purpose: 'contract', ...options });

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function same(is: unknown, wanted: unknown, what: string): void {
  const [a, b] = [JSON.stringify(is), JSON.stringify(wanted)];
  must(a === b, `${what}: ${a}, not ${b}`);
}

function said<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.problem.kind}: ${result.problem.detail}`);
  return result.value;
}

function met(result: Result<unknown>): Problem {
  if (result.ok) throw new Error(`no failure, but ${JSON.stringify(result.value)}`);
  return result.problem;
}

const known = (count: number | undefined): boolean => count !== undefined && count > 0;

const SCHEMA = {
  name: 'word',
  schema: {
    type: 'object',
    properties: { word: { type: 'string', enum: ['yes'] } },
    required: ['word'],
    additionalProperties: false,
  },
};

const LOOK = {
  name: 'look',
  description: 'Looks at a place.',
  parameters: {
    type: 'object',
    properties: { at: { type: 'array', items: { type: 'number' } } },
    required: ['at'],
  },
};

/** Stops an answer once so many characters were heard, and checks what is left of it. */
async function stopAfter(rig: EngineRig, characters: number): Promise<ChatReply> {
  const { text } = await rig.prepare('long');
  const stop = new AbortController();
  let heard = '';
  let stoppedAt = Infinity;
  const asked = request();
  const reply = said(
    await ask(rig, asked, {
      signal: stop.signal,
      onText: (piece) => {
        heard += piece;
        if (heard.length < characters || stop.signal.aborted) return;
        stoppedAt = performance.now();
        stop.abort();
      },
    }),
  );
  const took = performance.now() - stoppedAt;
  must(took < STOP_WITHIN_MS, `stopped ${took} ms after the abort at ${characters}`);
  same(reply.finish, 'aborted', 'finish');
  must(heard.length >= characters, `only ${heard.length} characters were heard`);
  must(reply.text.startsWith(heard), 'what was heard is not in the reply');
  if (text !== undefined)
    must(text.startsWith(reply.text), 'the reply is no beginning of the text');
  // What was stopped is not kept as an answer.
  await rig.prepare('plain');
  must(!said(await ask(rig, asked)).cached, 'a stopped answer was kept');
  return reply;
}

/** What every engine behind the contract promises. */
export const CONTRACT: readonly ContractCheck[] = [
  {
    title: 'answers with the whole text, and with counts or none, never with zeros for unknown',
    run: async (rig) => {
      const { text } = await rig.prepare('plain');
      const reply = said(await ask(rig, request()));
      if (text !== undefined) same(reply.text, text, 'text');
      same([reply.finish, reply.cached, reply.toolCalls], ['stop', false, []], 'reply');
      const { inputTokens, outputTokens } = reply.usage;
      if (rig.counts) must(known(inputTokens) && known(outputTokens), 'tokens are not counted');
      else same([inputTokens, outputTokens], [undefined, undefined], 'unknown tokens');
      same(rig.chat.description.id.length > 0, true, 'id');
    },
  },
  {
    title: 'streams: the pieces make up the text',
    run: async (rig) => {
      await rig.prepare('plain');
      const pieces: string[] = [];
      const reply = said(await ask(rig, request(), { onText: (piece) => pieces.push(piece) }));
      same(pieces.join(''), reply.text, 'pieces');
      must(pieces.length > 1, 'the text came in one piece');
    },
  },
  {
    title: 'takes a conversation with an instruction and earlier answers',
    run: async (rig) => {
      await rig.prepare('plain');
      const messages: ChatRequest['messages'] = [
        { role: 'system', text: 'Be brief.' },
        { role: 'user', text: 'Hello.' },
        { role: 'assistant', text: 'Good day.' },
        { role: 'user', text: 'When?' },
      ];
      said(await ask(rig, request({ messages })));
    },
  },
  {
    title: 'stops within a second at any moment and keeps the text so far',
    run: async (rig) => {
      for (const seed of SEEDS) await stopAfter(rig, 1 + new Seeded(seed).below(20));
    },
  },
  {
    title: 'stops within a second also when the engine no longer moves',
    run: async (rig) => {
      await rig.prepare('stuck');
      const stop = new AbortController();
      const stopped = new Promise<number>((resolve) => {
        setTimeout(() => {
          stop.abort();
          resolve(performance.now());
        }, 120);
      });
      const reply = said(await ask(rig, request(), { signal: stop.signal }));
      const took = performance.now() - (await stopped);
      must(took < STOP_WITHIN_MS, `stopped after ${took} ms`);
      same(reply.finish, 'aborted', 'finish');
    },
  },
  {
    title: 'says nothing when it was stopped before it began',
    run: async (rig) => {
      await rig.prepare('plain');
      const reply = said(await ask(rig, request(), { signal: AbortSignal.abort() }));
      same([reply.text, reply.finish], ['', 'aborted'], 'reply');
    },
  },
  {
    title: 'answers with JSON that satisfies a schema',
    run: async (rig) => {
      await rig.prepare('json');
      const reply = said(await ask(rig, request({ schema: SCHEMA })));
      same(JSON.parse(reply.text), { word: 'yes' }, 'answer');
    },
  },
  {
    title: 'calls tools and reads what they said, or refuses them in words',
    run: async (rig) => {
      if (rig.tools === 'not played') return;
      if (rig.tools === 'refused') {
        const refusal = met(await ask(rig, request({ tools: [LOOK] })));
        same(refusal.kind, 'model-request-refused', 'refusal');
        same(rig.chat.description.tools, false, 'description');
        return;
      }
      await rig.prepare('tool');
      const reply = said(await ask(rig, request({ tools: [LOOK] })));
      same(reply.finish, 'tool-calls', 'finish');
      const [call] = reply.toolCalls;
      same([call?.name, call?.arguments], ['look', { at: [1, 2] }], 'call');
      if (!call) return;
      await rig.prepare('plain');
      const messages: ChatRequest['messages'] = [
        { role: 'user', text: 'Look.' },
        { role: 'assistant', text: '', toolCalls: [call] },
        { role: 'tool', callId: call.callId, name: call.name, text: 'a door' },
      ];
      said(await ask(rig, request({ messages, tools: [LOOK] })));
    },
  },
  {
    title: 'embeds texts in their order, equal texts alike',
    run: async (rig) => {
      if (!rig.embedding) return;
      const texts = ['one', 'two words', 'one', 'three words here'];
      const { vectors } = said(await rig.embedding.embed(texts, { purpose: 'contract' }));
      same(vectors.length, texts.length, 'vectors');
      const lengths = new Set(vectors.map(({ length }) => length));
      must(lengths.size === 1 && !lengths.has(0), 'the vectors are not of one length');
      same([...(vectors[0] ?? [])], [...(vectors[2] ?? [])], 'equal texts');
      must(String(vectors[0]) !== String(vectors[1]), 'other texts have the same vector');
    },
  },
  {
    title: 'knows its context, and says of what is longer that it is too long',
    run: async (rig) => {
      // On this device the context is known once the model is loaded.
      await rig.prepare('plain');
      said(await ask(rig, request()));
      same(rig.chat.description.contextTokens, rig.context, 'context');
      const { messages } = await rig.prepare('too-long');
      const found = met(await ask(rig, request(messages ? { messages } : {})));
      same(found.kind, 'model-too-long', found.detail);
    },
  },
  {
    title: 'says of every failure what happened and what next, each in its own words',
    run: async (rig) => {
      for (const { how, kind, arrange } of rig.failures) {
        await arrange();
        const found = met(await ask(rig, request()));
        same(found.kind, kind, `${how} (${found.detail})`);
        must(PROBLEMS[kind].next.length > 10, `${kind} has no next step`);
      }
      await rig.prepare('plain');
      said(await ask(rig, request()));
    },
  },
];

import { ok } from '../../src/base/result';
import { chatKey } from '../../src/models/calls/call-key';
import type { ChatModel, ChatReply, ChatRequest } from '../../src/models/contract/chat';
import type { Models } from '../../src/notebook/models/contract';

const SEARCH = 'search_values';

/**
 * Models of a page that may be killed: answers are kept by content beyond the page, and the provider
 * counts what it was asked. What it says depends on the request alone: it searches twice, then answers.
 */
export class KillablePages {
  /** Requests that reached the provider, by content. */
  readonly asked = new Map<string, number>();
  /** Requests that it answered. */
  completed = 0;
  /** Told after each answer. */
  onCompleted: () => void = () => undefined;
  private readonly kept = new Map<string, ChatReply>();
  private page = 0;

  /** @param tokens what each request takes */
  constructor(private readonly tokens = 10) {}

  /** The models of a fresh page, which dies after so many answers: nothing that it waits for ever comes. */
  models(diesAfter = Number.POSITIVE_INFINITY): Models {
    const page = ++this.page;
    const limit = this.completed + diesAfter;
    const model: ChatModel = {
      description: {
        id: 'test/counted',
        label: 'Counted',
        contextTokens: undefined,
        price: { input: 1, output: 2 },
        tools: true,
        onDevice: false,
      },
      chat: async (request, { signal }) => {
        const key = await chatKey('test/counted', request);
        const known = this.kept.get(key);
        if (known !== undefined) return ok({ ...known, usage: NOTHING, cached: true });
        this.asked.set(key, (this.asked.get(key) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (signal?.aborted === true) return ok({ ...ABORTED });
        if (page !== this.page || this.completed >= limit) return new Promise(() => undefined);
        const reply = this.reply(request);
        this.kept.set(key, reply);
        this.completed++;
        this.onCompleted();
        return ok(reply);
      },
    };
    return {
      chatModels: () => Promise.resolve([model.description]),
      chat: (id) => Promise.resolve(id === 'test/counted' ? model : undefined),
      embedding: () => Promise.resolve(undefined),
    };
  }

  private reply({ messages, sample = 0 }: ChatRequest): ChatReply {
    const task = messages[1]?.text ?? '';
    const steps = messages.filter(({ role }) => role === 'assistant').length;
    const answerOp = /answer="([^"]*)"/.exec(task)?.[1] ?? '';
    const evidence = /<evidence ref="([^"]*)"/.exec(task)?.[1] ?? '';
    const call =
      steps < 2
        ? { name: SEARCH, arguments: { words: `step ${steps} ${sample}` } }
        : {
            name: 'submit_verdict',
            arguments: {
              error_type: 'ResponseError',
              op_id: answerOp,
              reason: `The context had everything that the answer needed, in sample ${sample}.`,
              quotes: [{ variable: evidence, text: 'e', shows: 'held' }],
              unsure: false,
            },
          };
    return {
      text: '',
      toolCalls: [{ ...call, callId: `c${steps}`, argumentText: JSON.stringify(call.arguments) }],
      finish: 'tool-calls',
      usage: { ...NOTHING, inputTokens: this.tokens, outputTokens: 1, cost: 0.001 },
      cached: false,
    };
  }
}

const NOTHING = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  cost: 0,
};

const ABORTED: ChatReply = {
  text: '',
  toolCalls: [],
  finish: 'aborted',
  usage: NOTHING,
  cached: false,
};

import { ok } from '../../src/base/result';
import type {
  CallOptions,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelDescription,
} from '../../src/models/contract/chat';

/** What a scripted answer may leave out. */
export type ScriptedReply = string | (Partial<ChatReply> & { readonly text: string });

const NO_USAGE = {
  inputTokens: undefined,
  outputTokens: undefined,
  cacheReadTokens: undefined,
  cacheWriteTokens: undefined,
  cost: undefined,
};

/** A chat model whose answers are a function of the request; it keeps what it was asked. */
export class ScriptedChat implements ChatModel {
  readonly description: ModelDescription = {
    id: 'scripted/chat',
    label: 'Scripted',
    contextTokens: undefined,
    price: undefined,
    tools: true,
    onDevice: true,
  };
  readonly asked: { readonly request: ChatRequest; readonly purpose: string }[] = [];

  constructor(private readonly answer: (request: ChatRequest, purpose: string) => ScriptedReply) {}

  chat(request: ChatRequest, { purpose }: CallOptions): ReturnType<ChatModel['chat']> {
    this.asked.push({ request, purpose });
    const reply = this.answer(request, purpose);
    const whole = typeof reply === 'string' ? { text: reply } : reply;
    const finish = whole.toolCalls && whole.toolCalls.length > 0 ? 'tool-calls' : 'stop';
    return Promise.resolve(ok({ toolCalls: [], finish, usage: NO_USAGE, cached: false, ...whole }));
  }
}

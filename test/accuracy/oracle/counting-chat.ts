import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { ok } from '../../../src/base/result';
import type {
  ChatMessage,
  ChatModel,
  ChatRequest,
  ModelDescription,
} from '../../../src/models/contract/chat';
import type { JsonValue } from '../../../src/models/contract/usage';

/** One call of the oracle's script. */
export interface Play {
  readonly name: string;
  readonly args: { readonly [key: string]: JsonValue };
}

/** A script: yields calls, is given the text that each tool answered. */
export type Script = Generator<Play, void, string>;

const counted = new Map<string, number>();

/** Tokens of o200k; texts that come again in each step are counted once. */
export function tokensIn(text: string): number {
  const known = counted.get(text);
  if (known !== undefined) return known;
  const tokens = countTokens(text);
  if (counted.size > 20_000) counted.clear();
  counted.set(text, tokens);
  return tokens;
}

const textsOf = (message: ChatMessage): readonly string[] => [
  message.text,
  ...('toolCalls' in message ? (message.toolCalls ?? []).map((call) => call.argumentText) : []),
];

/** Prompt tokens of a request: messages, tools and schema. */
export const promptTokens = ({ messages, tools = [], schema }: ChatRequest): number =>
  messages.flatMap(textsOf).reduce((sum, text) => sum + tokensIn(text), 0) +
  tools.reduce((sum, tool) => sum + tokensIn(JSON.stringify(tool)), 0) +
  (schema === undefined ? 0 : tokensIn(JSON.stringify(schema)));

/**
 * A model that plays a script: it sees the messages of each request and nothing else. Usage is counted in
 * real tokens, so that methods can be compared.
 */
export class ScriptChat implements ChatModel {
  readonly description: ModelDescription;
  calls = 0;
  inputTokens = 0;
  private script: Script | undefined;

  constructor(
    private readonly write: (task: string) => Script,
    private readonly count: boolean,
    tools = true,
  ) {
    this.description = {
      id: 'test/oracle',
      label: 'Oracle',
      contextTokens: undefined,
      price: undefined,
      tools,
      onDevice: true,
    };
  }

  chat(request: ChatRequest): ReturnType<ChatModel['chat']> {
    this.calls++;
    const tokens = this.count ? promptTokens(request) : undefined;
    this.inputTokens += tokens ?? 0;
    const last = request.messages.findLast((m) => m.role === 'tool');
    const isFirst = this.script === undefined;
    this.script ??= this.write(request.messages[1]?.text ?? '');
    const step = isFirst ? this.script.next() : this.script.next(last?.text ?? '');
    const usage = {
      inputTokens: tokens,
      outputTokens: undefined,
      cacheReadTokens: undefined,
      cacheWriteTokens: undefined,
      cost: undefined,
    };
    if (step.done === true)
      return Promise.resolve(
        ok({ text: '', toolCalls: [], finish: 'stop' as const, usage, cached: false }),
      );
    const { name, args } = step.value;
    const call = {
      callId: `call-${this.calls}`,
      name,
      arguments: args,
      argumentText: JSON.stringify(args),
    };
    return Promise.resolve(
      ok({ text: '', toolCalls: [call], finish: 'tool-calls' as const, usage, cached: false }),
    );
  }
}

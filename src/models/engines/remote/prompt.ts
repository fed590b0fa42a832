import type {
  JSONSchema7,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
} from '@ai-sdk/provider';
import type { ChatMessage, ChatRequest, ToolSpec } from '../../contract/chat';
import type { Quirks } from './quirks';

type CallOptions = Omit<LanguageModelV3CallOptions, 'abortSignal'>;

/** A request of the contract in the words of the provider libraries, without what `quirks` forbid. */
export function toCallOptions(request: ChatRequest, quirks: Quirks): CallOptions {
  const { schema, tools = [], maxOutputTokens, seed } = request;
  const told = schema !== undefined && quirks.has('no-schema');
  const messages = told ? [...request.messages, schemaInWords(schema)] : request.messages;
  return {
    prompt: messages.map(toMessage),
    ...(quirks.has('no-temperature') ? {} : { temperature: request.temperature ?? 0 }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(seed === undefined || quirks.has('no-seed') ? {} : { seed }),
    ...(schema === undefined
      ? {}
      : {
          responseFormat: told
            ? { type: 'json' as const }
            : { type: 'json' as const, name: schema.name, schema: toSchema(schema.schema) },
        }),
    ...(tools.length === 0 ? {} : { tools: tools.map(toTool), toolChoice: { type: 'auto' } }),
    // Anthropic's other way needs a header that announces a beta.
    providerOptions: { anthropic: { structuredOutputMode: 'jsonTool' } },
  };
}

/** For endpoints that know no schema: the model is told of it. */
const schemaInWords = (schema: NonNullable<ChatRequest['schema']>): ChatMessage => ({
  role: 'user',
  text: `Answer with one JSON document that satisfies this JSON Schema, and with nothing else:\n${JSON.stringify(schema.schema)}`,
});

function toMessage(message: ChatMessage): LanguageModelV3Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...(message.toolCalls ?? []).map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.callId,
            toolName: call.name,
            input: call.arguments ?? {},
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: 'text', value: message.text },
          },
        ],
      };
  }
}

const toTool = (tool: ToolSpec): LanguageModelV3FunctionTool => ({
  type: 'function',
  name: tool.name,
  description: tool.description,
  inputSchema: toSchema(tool.parameters),
});

/** JSON Schemas are plain objects; the libraries send them on as they are. */
const isSchema = (value: unknown): value is JSONSchema7 =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toSchema(value: unknown): JSONSchema7 {
  if (!isSchema(value)) throw new Error('A JSON Schema is an object.');
  return value;
}

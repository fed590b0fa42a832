import type {
  ChatMessage,
  ChatReply,
  ChatRequest,
  ToolCall,
  ToolSpec,
} from '../../models/contract/chat';
import { isJsonObject, modelJson } from './model-json';
import { escaped } from './show';

/** How tools travel: as tools where the model has them, else as JSON documents in the text. */
export interface Protocol {
  /** What is added to the instructions. */
  readonly instructions: string;
  readonly request: Pick<ChatRequest, 'tools' | 'schema'>;
  /** The calls of a reply; empty when it made none that could be read. */
  calls(reply: ChatReply): readonly ToolCall[];
  /** A reply and the results of its calls, as the conversation goes on. */
  group(
    reply: ChatReply,
    results: readonly { readonly call: ToolCall; readonly text: string }[],
  ): readonly ChatMessage[];
}

const MOST_CALLS = 8;

/** @param tools everything that may be called, the answer included */
export const protocolOf = (tools: readonly ToolSpec[], native: boolean): Protocol =>
  native ? nativeProtocol(tools) : jsonProtocol(tools);

function nativeProtocol(tools: readonly ToolSpec[]): Protocol {
  return {
    instructions: 'Work by calling the tools; end by calling submit_verdict.',
    request: { tools },
    // A model that has tools and yet writes its answer as text is understood all the same.
    calls: (reply) =>
      reply.toolCalls.length > 0
        ? reply.toolCalls.slice(0, MOST_CALLS)
        : callsIn(reply.text, tools, 'text'),
    group: (reply, results) => {
      if (reply.toolCalls.length === 0) return textGroup(reply, results);
      const answered = new Map(results.map(({ call, text }) => [call.callId, text]));
      // Every call gets a result: providers refuse a conversation in which one is open.
      return [
        { role: 'assistant', text: reply.text, toolCalls: reply.toolCalls },
        ...reply.toolCalls.map((call): ChatMessage => ({
          role: 'tool',
          callId: call.callId,
          name: call.name,
          text: answered.get(call.callId) ?? 'Not carried out: too many calls at once.',
        })),
      ];
    },
  };
}

function jsonProtocol(tools: readonly ToolSpec[]): Protocol {
  const list = tools
    .map(
      ({ name, description, parameters }) =>
        `- ${name}: ${description}\n  arguments: ${JSON.stringify(parameters['properties'] ?? {})}`,
    )
    .join('\n');
  return {
    instructions: `Answer every time with one JSON document and nothing else: {"tool": "<name>", "arguments": {…}}.\nTools:\n${list}\nEnd with submit_verdict.`,
    request: {
      schema: {
        name: 'tool_call',
        schema: {
          type: 'object',
          properties: {
            tool: { type: 'string', enum: tools.map(({ name }) => name) },
            arguments: { type: 'object' },
          },
          required: ['tool', 'arguments'],
        },
      },
    },
    calls: (reply) => callsIn(reply.text, tools, 'json'),
    group: textGroup,
  };
}

/** Calls written as text: `{tool, arguments}`, or the answer by itself. */
function callsIn(text: string, tools: readonly ToolSpec[], id: string): readonly ToolCall[] {
  const value = modelJson(text);
  if (value === undefined) return [];
  const named = value['tool'] ?? value['name'];
  const name = typeof named === 'string' ? named.trim() : '';
  const given = value['arguments'];
  if (tools.some((tool) => tool.name === name))
    return [call(id, name, isJsonObject(given) ? given : value)];
  if ('error_type' in value) return [call(id, 'submit_verdict', value)];
  return [];
}

const call = (
  callId: string,
  name: string,
  given: NonNullable<ToolCall['arguments']>,
): ToolCall => ({
  callId,
  name,
  arguments: given,
  argumentText: JSON.stringify(given),
});

const textGroup = (
  reply: ChatReply,
  results: readonly { readonly call: ToolCall; readonly text: string }[],
): readonly ChatMessage[] => [
  { role: 'assistant', text: reply.text.slice(0, 20_000) },
  {
    role: 'user',
    text: results
      .map(({ call: { name }, text }) => `<result tool="${escaped(name)}">\n${text}\n</result>`)
      .join('\n'),
  },
];

import * as v from 'valibot';
import type { ChatRequest } from '../../src/models/contract/chat';
import type { SimulatedMemoryLlm } from './simulated-memory-llm';
import type { Behaviour } from './stand-in/behaviour';
import type { SeenRequest } from './stand-in/stand-in-provider';

/** What of an OpenAI-shaped request the simulated model reads. */
const BODY = v.object({
  messages: v.array(
    v.object({
      role: v.picklist(['system', 'user']),
      content: v.union([v.string(), v.array(v.object({ text: v.string() }))]),
    }),
  ),
  response_format: v.optional(
    v.object({ json_schema: v.optional(v.object({ name: v.string() })) }),
  ),
});

/** Lets the simulated memory model stand behind HTTP: the stand-in provider's `decide`. */
export const simulatedProvider =
  (model: SimulatedMemoryLlm, everyMs?: number) =>
  ({ method, body }: SeenRequest): Behaviour => {
    if (method !== 'POST') return { kind: 'answer', text: '' };
    const pace = everyMs === undefined ? {} : { everyMs };
    return { kind: 'answer', text: model.answer(requestOf(body)), piece: 10_000, ...pace };
  };

/** A request of the wire as one of the contract. */
function requestOf(body: string): ChatRequest {
  const { messages, response_format: format } = v.parse(BODY, JSON.parse(body));
  const name = format?.json_schema?.name;
  return {
    messages: messages.map(({ role, content }) => ({
      role,
      text: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
    })),
    ...(name === undefined ? {} : { schema: { name, schema: {} } }),
  };
}

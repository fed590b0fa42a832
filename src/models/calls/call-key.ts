import type { ChatRequest } from '../contract/chat';

/**
 * What an answer is kept under: SHA-256 over everything that shapes it, as hexadecimal. Two requests
 * share a key exactly when model, parameters, messages, tools, schema and sample are the same,
 * whatever the order of keys in their objects.
 */
export function chatKey(modelId: string, request: ChatRequest): Promise<string> {
  const { messages, tools, schema, maxOutputTokens, seed } = request;
  return hash([
    'chat 1',
    modelId,
    messages,
    tools ?? [],
    schema ?? null,
    request.temperature ?? 0,
    maxOutputTokens ?? null,
    seed ?? null,
    request.sample ?? 0,
  ]);
}

/** The key of the vector of one text. */
export const embeddingKey = (modelId: string, text: string): Promise<string> =>
  hash(['embedding 1', modelId, text]);

async function hash(parts: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts, sorted));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Writes objects with their keys in order. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

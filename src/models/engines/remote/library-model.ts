import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import type { Provider } from '../../settings/model-setting';
import { withQuirks, type Quirks } from './quirks';

/** Where and as whom a provider library calls. */
export interface LibraryCall {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
  readonly quirks: Quirks;
}

/** Asks for the header that Anthropic wants of a browser: the user's own key is in the user's own page. */
const ANTHROPIC_HEADERS = { 'anthropic-dangerous-direct-browser-access': 'true' };

/** The libraries of Anthropic and Google look for a key elsewhere when there is none. */
const keyOrEmpty = (key: string | undefined): string => key ?? '';

const trimmed = (baseUrl: string): string => baseUrl.replace(/\/+$/, '');

/** The library's model for one call. */
export function libraryChat(call: LibraryCall): LanguageModelV3 {
  const { provider, model, fetch, key } = call;
  const baseURL = trimmed(call.baseUrl);
  switch (provider) {
    case 'openai-compatible':
      return openAi(call).chatModel(model);
    case 'anthropic':
      return createAnthropic({
        baseURL,
        apiKey: keyOrEmpty(key),
        headers: ANTHROPIC_HEADERS,
        fetch,
      })(model);
    case 'google':
      return createGoogleGenerativeAI({ baseURL, apiKey: keyOrEmpty(key), fetch })(model);
  }
}

/** The library's embedding model for one call; Anthropic offers none. */
export function libraryEmbedding(call: LibraryCall): EmbeddingModelV3 | undefined {
  const { provider, model, fetch, key } = call;
  if (provider === 'anthropic') return undefined;
  if (provider === 'openai-compatible') return openAi(call).embeddingModel(model);
  const baseURL = trimmed(call.baseUrl);
  return createGoogleGenerativeAI({ baseURL, apiKey: keyOrEmpty(key), fetch }).embeddingModel(
    model,
  );
}

function openAi({ baseUrl, key, fetch, quirks }: LibraryCall) {
  return createOpenAICompatible({
    name: 'endpoint',
    baseURL: trimmed(baseUrl),
    ...(key === undefined ? {} : { apiKey: key }),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: !quirks.has('no-schema'),
    transformRequestBody: (body) => withQuirks(body, quirks),
  });
}

import { LoggerWithoutDebug, Wllama } from '@wllama/wllama';
import { toShape } from '../openai-shape';
import type { LlamaPort } from './llama-port';

const quiet = (): void => undefined;

/**
 * The real llama.cpp.
 * @param wasmUrl absolute address of wllama's WebAssembly, an asset of this site
 */
export function wllamaPort(wasmUrl: string): LlamaPort {
  // What llama.cpp logs could hold parts of a prompt; it stays out of the console.
  const logger = { ...LoggerWithoutDebug, log: quiet, warn: quiet, error: quiet };
  const wllama = new Wllama({ default: wasmUrl }, { suppressNativeLog: true, logger });
  return {
    load: async (file, { contextTokens, embeddings }) => {
      await wllama.loadModel([file], {
        n_ctx: contextTokens,
        n_gpu_layers: 0,
        n_parallel: 1,
        jinja: true,
        ...(embeddings ? { embeddings: true, pooling_type: 'mean' as const } : {}),
      });
      return { trainedContext: wllama.getLoadedContextInfo().n_ctx_train };
    },
    chat: ({ messages, schema, tools = [], ...request }, signal) =>
      wllama.createChatCompletion({
        messages: messages.map(toShape),
        stream: true,
        abortSignal: signal,
        temperature: request.temperature ?? 0,
        ...(request.maxOutputTokens === undefined ? {} : { max_tokens: request.maxOutputTokens }),
        ...(request.seed === undefined ? {} : { seed: request.seed }),
        ...(schema === undefined
          ? {}
          : {
              response_format: {
                type: 'json_schema' as const,
                json_schema: { name: schema.name, schema: schema.schema, strict: true },
              },
            }),
        ...(tools.length === 0
          ? {}
          : {
              tools: tools.map(({ name, description, parameters }) => ({
                type: 'function' as const,
                function: { name, description, parameters: asParameters(parameters) },
              })),
            }),
      }),
    embed: async (texts) => {
      const { data, usage } = await wllama.createEmbedding({ input: [...texts] });
      const vectors = data.map(({ embedding }) => Float32Array.from(numbersOf(embedding)));
      return { vectors, tokens: usage.prompt_tokens };
    },
    exit: () => wllama.exit(),
  };
}

interface Parameters {
  type: 'object';
  properties: Record<string, { type: string }>;
}

/** Schemas of tools describe objects; what is inside is llama.cpp's to read. */
const isParameters = (value: object): value is Parameters =>
  'type' in value && value.type === 'object' && 'properties' in value;

function asParameters(value: object): Parameters {
  return isParameters(value) ? value : { type: 'object', properties: {} };
}

/** Vectors come as numbers: the other form has to be asked for. */
function numbersOf(embedding: string | readonly number[]): readonly number[] {
  if (typeof embedding === 'string') throw new Error('The vector is not made of numbers.');
  return embedding;
}

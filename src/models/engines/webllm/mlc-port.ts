import {
  deleteModelAllInfoInCache,
  hasModelInCache,
  MLCEngine,
  ModelType,
  prebuiltAppConfig,
  type AppConfig,
  type ModelRecord,
} from '@mlc-ai/web-llm';
import type { WebLlmSetting } from '../../settings/model-setting';
import { toShape, type ShapedMessage } from '../openai-shape';
import { deleteDamaged } from './damaged-files';
import { useDoor } from './use-door';
import type { WebLlmLoad, WebLlmPort } from './webllm-port';

/** The real WebLLM. Lives in a worker of its own, whose `fetch` leads through the network door. */
export function mlcPort(): WebLlmPort {
  const engine = new MLCEngine({ logLevel: 'SILENT' });
  let current: Pick<WebLlmLoad, 'allowedOrigins' | 'signal'> = {
    allowedOrigins: [],
    signal: new AbortController().signal,
  };
  useDoor(() => current);
  return {
    adapter: async () => {
      if (!('gpu' in navigator)) return 'no-webgpu';
      const adapter = await navigator.gpu.requestAdapter();
      return adapter ? { f16: adapter.features.has('shader-f16') } : 'no-adapter';
    },
    reload: async (setting, load) => {
      current = load;
      engine.setAppConfig(configOf(setting));
      engine.setInitProgressCallback(load.onProgress);
      const { contextTokens } = setting;
      // Downloads end with the door's signal; what comes after them only when the engine is told.
      const stop = (): void => void engine.unload();
      load.signal.addEventListener('abort', stop, { once: true });
      try {
        await engine.reload(
          setting.id,
          contextTokens === undefined ? undefined : { context_window_size: contextTokens },
        );
      } finally {
        load.signal.removeEventListener('abort', stop);
      }
    },
    chat: ({ messages, schema, tools = [], ...rest }) =>
      engine.chat.completions.create({
        messages: messages.map(toMlc),
        stream: true,
        stream_options: { include_usage: true },
        temperature: rest.temperature ?? 0,
        ...(rest.maxOutputTokens === undefined ? {} : { max_tokens: rest.maxOutputTokens }),
        ...(rest.seed === undefined ? {} : { seed: rest.seed }),
        ...(schema === undefined
          ? {}
          : {
              response_format: {
                type: 'json_object' as const,
                schema: JSON.stringify(schema.schema),
              },
            }),
        ...(tools.length === 0
          ? {}
          : { tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })) }),
      }),
    embed: async (texts) => {
      const { data, usage } = await engine.embeddings.create({ input: [...texts] });
      return {
        vectors: data.map(({ embedding }) => Float32Array.from(embedding)),
        tokens: usage.prompt_tokens,
      };
    },
    interrupt: () => void engine.interruptGenerate(),
    unload: () => engine.unload(),
    isCached: (setting) => hasModelInCache(setting.id, configOf(setting)),
    deleteFiles: (setting) => deleteModelAllInfoInCache(setting.id, configOf(setting)),
    deleteDamaged: (setting) => deleteDamaged(setting.modelUrl),
  };
}

/** The models that WebLLM is built for, without those that see pictures. */
export const mlcCatalogue = (): readonly (ModelRecord & { readonly embeds: boolean })[] =>
  prebuiltAppConfig.model_list
    .filter(({ model_type: type }) => type !== ModelType.VLM)
    .map((record) => ({ ...record, embeds: record.model_type === ModelType.embedding }));

function configOf(setting: WebLlmSetting): AppConfig {
  const isEmbedding = setting.use === 'embedding';
  const record: ModelRecord = {
    model: setting.modelUrl,
    model_id: setting.id,
    model_lib: setting.libUrl,
    ...(isEmbedding ? { model_type: ModelType.embedding } : {}),
    ...(setting.needsF16 ? { required_features: ['shader-f16'] } : {}),
  };
  return { model_list: [record], cacheBackend: 'cache' };
}

/** WebLLM wants tool calls and a text never together. */
function toMlc(message: Parameters<typeof toShape>[0]): ShapedMessage {
  return toShape(message);
}

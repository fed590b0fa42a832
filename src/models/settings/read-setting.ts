import * as v from 'valibot';
import type { ModelSetting } from './model-setting';
import { PROVIDERS } from './model-setting';

const maybeNumber = v.optional(v.pipe(v.number(), v.minValue(0)));
const frame = {
  id: v.pipe(v.string(), v.nonEmpty()),
  label: v.string(),
  use: v.picklist(['chat', 'embedding']),
  contextTokens: maybeNumber,
};

const price = v.object({
  input: v.number(),
  output: v.number(),
  cachedInput: maybeNumber,
  cacheWrite: maybeNumber,
});

const setting = v.variant('kind', [
  v.object({
    ...frame,
    kind: v.literal('remote'),
    provider: v.picklist(PROVIDERS),
    model: v.string(),
    lanes: v.array(v.object({ id: v.string(), baseUrl: v.string() })),
    needsKey: v.boolean(),
    concurrency: v.pipe(v.number(), v.minValue(1), v.maxValue(256)),
    patienceMs: v.pipe(v.number(), v.minValue(1)),
    price: v.optional(price),
    tools: v.boolean(),
  }),
  v.object({
    ...frame,
    kind: v.literal('webllm'),
    modelUrl: v.string(),
    libUrl: v.string(),
    memoryBytes: maybeNumber,
    needsF16: v.boolean(),
  }),
  v.object({
    ...frame,
    kind: v.literal('gguf'),
    url: v.optional(v.string()),
    fileName: v.string(),
  }),
  v.object({ ...frame, kind: v.literal('built-in') }),
]);

/** A stored description of a model, rebuilt field by field; `undefined` when it cannot be read. */
export function readSetting(stored: unknown): ModelSetting | undefined {
  const read = v.safeParse(setting, stored);
  if (!read.success) return undefined;
  const found = read.output;
  const common = { ...found, contextTokens: found.contextTokens };
  switch (common.kind) {
    case 'remote': {
      const { price: paid } = common;
      return { ...common, price: paid && withoutGaps(paid) };
    }
    case 'webllm':
      return { ...common, memoryBytes: common.memoryBytes };
    case 'gguf':
      return { ...common, url: common.url };
    case 'built-in':
      return common;
  }
}

function withoutGaps(paid: v.InferOutput<typeof price>) {
  const { input, output, cachedInput, cacheWrite } = paid;
  return {
    input,
    output,
    ...(cachedInput === undefined ? {} : { cachedInput }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

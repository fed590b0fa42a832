import type { GgufSetting, ModelUse } from '../../models/settings/model-setting';

/** A model of llama.cpp as it is set up: behind an address, or from a file that was chosen or dropped. */
export function ggufSetting(
  fileName: string,
  url: string | undefined,
  use: ModelUse = 'chat',
  contextTokens?: number,
): GgufSetting {
  const id = `gguf/${fileName}${use === 'embedding' ? ' embeddings' : ''}`;
  return { kind: 'gguf', id, label: fileName, use, contextTokens, url, fileName };
}

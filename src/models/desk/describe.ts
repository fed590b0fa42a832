import type { ModelDescription, Price } from '../contract/chat';
import type { LocalState } from '../local/local-models';
import type { ModelSetting } from '../settings/model-setting';

const FREE: Price = { input: 0, output: 0 };

/** US dollars per million tokens: nothing on this device, else what the user entered. */
export const priceOf = (setting: ModelSetting): Price | undefined =>
  setting.kind === 'remote' ? setting.price : FREE;

/** A model as the contract describes it. */
export function describe(setting: ModelSetting, state: LocalState): ModelDescription {
  const loaded = state.kind === 'loaded' ? state.contextTokens : undefined;
  return {
    id: setting.id,
    label: setting.label,
    contextTokens: loaded ?? setting.contextTokens,
    price: priceOf(setting),
    tools: setting.kind === 'remote' ? setting.tools : setting.kind === 'gguf',
    onDevice: setting.kind !== 'remote',
  };
}

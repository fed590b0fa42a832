import { expose } from 'comlink';
import { BuiltInEngine, type PromptApi } from '../../../models/engines/built-in/built-in-engine';
import { EngineApi } from '../engine-api';

function isPromptApi(value: unknown): value is PromptApi {
  const hasParts = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return hasParts && 'availability' in value && 'create' in value;
}

/** The engine over the browser's own model, which only the page itself can reach. */
export function startBuiltIn(): MessagePort {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  const { port1, port2 } = new MessageChannel();
  expose(new EngineApi(new BuiltInEngine(isPromptApi(found) ? found : undefined)), port1);
  return port2;
}

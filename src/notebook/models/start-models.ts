import ModelWorker from '../../../workers/model-worker?worker&inline';
import type { ModelConnection } from './contract';
import { startEngine } from './engines/start-engine';
import { ModelClient } from './model-client';
import type { ModelStart } from './model-worker-api';

/**
 * Starts the model worker. Imported only when a model is first needed: it brings the providers'
 * libraries along. Like every worker it starts from a blob, to inherit the page's policy.
 */
export const startModels = (start: ModelStart): ModelConnection =>
  new ModelClient(new ModelWorker({ name: 'model worker' }), start, startEngine);

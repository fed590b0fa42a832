import type { ModelConnection } from './contract';
import type { ModelStart } from './model-worker-api';

let connection: Promise<ModelConnection> | undefined;

/** The models of the page: the model worker is fetched and started when this is first called. */
export function connectModels(start: ModelStart): Promise<ModelConnection> {
  connection ??= import('./start-models').then(({ startModels }) => startModels(start));
  return connection;
}

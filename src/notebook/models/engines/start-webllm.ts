import { transfer, wrap, type Remote } from 'comlink';
import WebLlmWorker from '../../../../workers/webllm-worker?worker&inline';
import type { CatalogueEntry } from './catalogue';
import type { WebLlmWorkerApi } from './webllm-worker-api';

let worker: Remote<WebLlmWorkerApi> | undefined;

function started(): Remote<WebLlmWorkerApi> {
  worker ??= wrap<WebLlmWorkerApi>(new WebLlmWorker({ name: 'WebLLM worker' }));
  return worker;
}

/** Starts the worker of WebLLM and gives the port that reaches its engine. */
export async function startWebLlm(): Promise<MessagePort> {
  const { port1, port2 } = new MessageChannel();
  await started().connect(transfer(port1, [port1]));
  return port2;
}

/** The models that WebLLM is built for. */
export const webLlmCatalogue = (): Promise<readonly CatalogueEntry[]> => started().catalogue();

import { transfer, wrap } from 'comlink';
import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import WllamaWorker from '../../../../workers/wllama-worker?worker&inline';
import type { WllamaWorkerApi } from './wllama-worker-api';

/** Starts the worker of llama.cpp and gives the port that reaches its engine. */
export async function startWllama(): Promise<MessagePort> {
  const worker = wrap<WllamaWorkerApi>(new WllamaWorker({ name: 'llama.cpp worker' }));
  const { port1, port2 } = new MessageChannel();
  const address = new URL(wasmUrl, globalThis.location.href).href;
  await worker.connect(transfer(port1, [port1]), address);
  return port2;
}

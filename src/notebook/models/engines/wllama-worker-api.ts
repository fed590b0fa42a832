import { expose } from 'comlink';
import { wllamaPort } from '../../../models/engines/wllama/wllama-port';
import { WllamaEngine } from '../../../models/engines/wllama/wllama-engine';
import { OpfsShelf } from '../../../models/local/file-shelf';
import { EngineApi } from '../engine-api';

/** What the worker of llama.cpp exposes to the page that starts it. */
export class WllamaWorkerApi {
  /**
   * Answers the model worker on a port.
   * @param wasmUrl absolute address of llama.cpp's WebAssembly
   */
  connect(port: MessagePort, wasmUrl: string): void {
    expose(new EngineApi(new WllamaEngine(() => wllamaPort(wasmUrl), new OpfsShelf())), port);
  }
}

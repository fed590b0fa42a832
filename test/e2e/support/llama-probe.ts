// Starts the contract's checks of llama.cpp in a worker, the way the product starts its own.
import LlamaWorker from './llama-contract.worker?worker&inline';

declare global {
  interface Window {
    /** What each check said; those that are missing hung. */
    llamaProbe: (wasm: string, ends: string, endless: string) => Promise<readonly string[]>;
  }
}

const LATE_MS = 200_000;
const bytes = (base64: string) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

window.llamaProbe = (address, ends, endless) =>
  new Promise((resolve, reject) => {
    const worker = new LlamaWorker();
    const said: string[] = [];
    const late = setTimeout(() => resolve(said), LATE_MS);
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      if (data !== 'end') said.push(data);
      else {
        clearTimeout(late);
        resolve(said);
      }
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    const wasm = new URL(address, location.href).href;
    worker.postMessage({ wasm, ends: bytes(ends), endless: bytes(endless) });
  });

// Tells its page whether a connection is let through, and whether WebAssembly from inline bytes
// runs.
import { xxhash128 } from 'hash-wasm';
import { tryConnection } from './try-connection';

self.addEventListener('message', (event: MessageEvent<string>) => {
  void (async () => {
    const connection = await tryConnection(event.data);
    const hash = await xxhash128('abc').catch(String);
    self.postMessage({ connection, hash, address: self.location.href });
  })();
});

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

/** A folder of a model at `/model/` and its library at `/library.wasm`, for every page to read. */
export async function serveFolder(
  folder: string | undefined,
  library: string | undefined,
): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    // A host that never answers.
    if (/^\/slow/.test(request.url ?? '')) return;
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    // Model hosts put files under resolve/main, and WebLLM asks for them there.
    const name = path.replace(/^\/model\/(?:resolve\/main\/)?/, '');
    const file =
      path === '/library.wasm'
        ? library
        : folder !== undefined && path.startsWith('/model/')
          ? join(folder, name)
          : undefined;
    void (async () => {
      const size = file === undefined ? undefined : await sizeOf(file);
      if (file === undefined || size === undefined) response.writeHead(404).end();
      else {
        response.writeHead(200, { 'content-length': size });
        createReadStream(file).pipe(response);
      }
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${address.port}`, stop };
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    const found = await stat(file);
    return found.isFile() ? found.size : undefined;
  } catch {
    // Not there, which is the answer.
    return undefined;
  }
}

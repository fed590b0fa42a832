import { createServer, type Server } from 'node:http';

/** A host of model files: allows every page, answers ranges, and can break off or answer wrongly. */
export class ModelFiles {
  readonly seen: { readonly path: string; readonly range: string | undefined }[] = [];
  /** Bytes after which the next answer is torn off; once. */
  cutAfter: number | undefined;
  /** What is answered instead of the file, while it is set. */
  instead: { readonly status: number; readonly type: string; readonly body: string } | undefined;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
    private readonly files: Readonly<Record<string, Uint8Array>>,
  ) {}

  static async start(files: Readonly<Record<string, Uint8Array>>): Promise<ModelFiles> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const host = new ModelFiles(server, `http://127.0.0.1:${address.port}`, files);
    host.serve();
    return host;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private serve(): void {
    this.server.on('request', (request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'range');
      if (request.method === 'OPTIONS') {
        response.writeHead(204).end();
        return;
      }
      const path = request.url ?? '/';
      const { range } = request.headers;
      this.seen.push({ path, range });
      const file = this.files[path.slice(1)];
      if (this.instead) {
        const { status, type, body } = this.instead;
        response.writeHead(status, { 'content-type': type }).end(body);
        return;
      }
      if (!file) {
        response.writeHead(404).end();
        return;
      }
      const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
      if (from >= file.length) {
        response.writeHead(416).end();
        return;
      }
      const rest = file.subarray(from);
      response.writeHead(from > 0 ? 206 : 200, {
        'content-type': 'application/octet-stream',
        'content-length': rest.length,
      });
      if (this.cutAfter === undefined) response.end(rest);
      else {
        response.write(rest.subarray(0, this.cutAfter));
        this.cutAfter = undefined;
        setTimeout(() => response.destroy(), 200);
      }
    });
  }
}

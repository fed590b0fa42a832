import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Hub } from '../../src/sources/memtracebench/hub';

/** A file that the stand-in serves, and what goes wrong with it. */
export interface StandInFile {
  readonly content: Buffer;
  /** Announced with the SHA-256 of large files, else with git's SHA-1. */
  readonly large?: boolean;
  /** Answers end after so many bytes, this often, and the connection breaks. */
  readonly cut?: { readonly after: number; readonly times: number };
  /** Ranges are ignored: the whole file is sent. */
  readonly noRanges?: boolean;
  readonly wrongHash?: boolean;
  /** Listed, and then answered with this status. */
  readonly status?: number;
  /** Large files are sent on to this origin instead of the storage of the stand-in. */
  readonly storage?: string;
  /** The byte at which every answer stands still for good. */
  readonly stallAfter?: number;
  /** Answered as by a host that lets no other site read it. */
  readonly noCors?: boolean;
}

/** A request as the stand-in saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly range: string | undefined;
}

/** Files listed on one page, so that a few of them need several pages. */
const PAGE = 3;

/**
 * A local stand-in for the host of the benchmark: the list of files in pages, contents behind a
 * redirect to a second origin, ranges, and every way in which a download fails.
 */
export class HubStandIn {
  readonly seen: SeenRequest[] = [];
  private readonly cuts = new Map<string, number>();
  private readonly servers: Server[] = [];
  /** Status of the list, when it is to fail. */
  listStatus = 200;
  hubOrigin = '';
  storageOrigin = '';

  constructor(readonly files: Map<string, StandInFile>) {}

  static async start(files: Record<string, StandInFile>): Promise<HubStandIn> {
    const standIn = new HubStandIn(new Map(Object.entries(files)));
    standIn.hubOrigin = await standIn.listen((q, s) => standIn.answerHub(q, s));
    standIn.storageOrigin = await standIn.listen((q, s) => standIn.answerStorage(q, s));
    return standIn;
  }

  get hub(): Hub {
    return { host: this.hubOrigin, repository: 'zjunlp/MemTraceBench', revision: 'pinned' };
  }

  get allowed(): readonly string[] {
    return [this.hubOrigin, this.storageOrigin];
  }

  stop(): void {
    for (const server of this.servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  private async listen(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const server = createServer(answer);
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return `http://127.0.0.1:${address.port}`;
  }

  private note(request: IncomingMessage): URL {
    const url = new URL(request.url ?? '', 'http://stand-in');
    this.seen.push({ path: url.pathname, range: request.headers.range });
    return url;
  }

  private answerHub(request: IncomingMessage, response: ServerResponse): void {
    const url = this.note(request);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-expose-headers', 'link, content-range');
    if (url.pathname.startsWith('/api/')) {
      this.list(url, response);
      return;
    }
    const path = decodeURIComponent(/\/resolve\/[^/]+\/(.+)$/.exec(url.pathname)?.[1] ?? '');
    const file = this.files.get(path);
    if (file?.noCors === true) response.removeHeader('access-control-allow-origin');
    if (file === undefined || file.status !== undefined) {
      response.writeHead(file?.status ?? 404).end();
      return;
    }
    if (file.large !== true) {
      this.send(path, file, request, response);
      return;
    }
    const location = `${file.storage ?? this.storageOrigin}/store/${path}?signed=1`;
    response.writeHead(302, { location }).end();
  }

  private answerStorage(request: IncomingMessage, response: ServerResponse): void {
    const path = this.note(request).pathname.replace('/store/', '');
    const file = this.files.get(path);
    response.setHeader('access-control-allow-origin', '*');
    if (file === undefined) response.writeHead(404).end();
    else this.send(path, file, request, response);
  }

  private list(url: URL, response: ServerResponse): void {
    if (this.listStatus !== 200) {
      response.writeHead(this.listStatus).end();
      return;
    }
    const entries = [
      { type: 'directory', path: 'rag', oid: 'x', size: 0 },
      { type: 'file', path: 'README.md', oid: 'x', size: 10 },
      ...[...this.files].map(([path, file]) => entryOf(path, file)),
    ];
    const from = Number(url.searchParams.get('cursor') ?? 0);
    if (from + PAGE < entries.length) {
      url.searchParams.set('cursor', String(from + PAGE));
      response.setHeader('link', `<${this.hubOrigin}${url.pathname}${url.search}>; rel="next"`);
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(entries.slice(from, from + PAGE)));
  }

  private send(
    path: string,
    file: StandInFile,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    const { content } = file;
    const asked = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const start = file.noRanges === true || asked === undefined ? 0 : Number(asked);
    if (start >= content.length && content.length > 0) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const body = content.subarray(start);
    const isPart = start > 0;
    response.writeHead(isPart ? 206 : 200, {
      'content-length': body.length,
      ...(isPart
        ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` }
        : {}),
    });
    const cuts = this.cuts.get(path) ?? 0;
    if (file.stallAfter !== undefined) {
      response.flushHeaders();
      response.write(body.subarray(0, Math.max(0, file.stallAfter - start)));
      return;
    }
    if (file.cut !== undefined && cuts < file.cut.times) {
      this.cuts.set(path, cuts + 1);
      response.write(body.subarray(0, file.cut.after), () => {
        // Time for the bytes to leave before the connection breaks.
        setTimeout(() => response.destroy(), 20);
      });
      return;
    }
    response.end(body);
  }
}

function entryOf(path: string, { content, large, wrongHash }: StandInFile) {
  const sent = wrongHash === true ? Buffer.concat([content, Buffer.from('!')]) : content;
  const size = content.length;
  const blob = createHash('sha1').update(`blob ${sent.length}\0`).update(sent).digest('hex');
  const entry = { type: 'file', path, oid: blob, size };
  if (large !== true) return entry;
  const oid = createHash('sha256').update(sent).digest('hex');
  return { ...entry, lfs: { oid, size, pointerSize: 134 } };
}

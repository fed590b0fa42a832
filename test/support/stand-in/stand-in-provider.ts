import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answer, type Behaviour } from './behaviour';
import { embeddingBody, errorBody, framesOf, wordsIn, type Shape } from './shapes';

/** A request as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly shape: Shape;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** All that a provider's endpoint allows a page to send. */
const NECESSARY = new Set([
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'anthropic-version',
  'anthropic-dangerous-direct-browser-access',
  'content-type',
]);

/** What browsers and Node add by themselves. */
const PLATFORM =
  /^(?:host|connection|accept|accept-(?:encoding|language)|user-agent|content-length|origin|referer|sec-.*|cache-control|pragma|transfer-encoding|dnt|priority)$/;

/**
 * A provider on this machine: OpenAI-shaped under /v1, Anthropic-shaped under /anthropic, Gemini-shaped
 * under /gemini. It refuses every request header but the necessary ones and every key but its own, and
 * does what its script says, one entry a request; the last entry stays.
 */
export class StandInProvider {
  readonly seen: SeenRequest[] = [];
  script: readonly Behaviour[] = [answer('ready')];
  /** Called for a request instead of the script, where it is set. */
  decide: ((request: SeenRequest) => Behaviour) | undefined;
  keys: readonly string[] = ['stand-in-key'];
  models: readonly string[] = ['small', 'embedder'];
  /** Requests whose answer was ended by the other side. */
  aborted = 0;
  private served = 0;

  private constructor(
    private readonly server: Server,
    readonly origin: string,
  ) {}

  /** @param port 0 for a free one */
  static async start(port = 0): Promise<StandInProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const provider = new StandInProvider(server, `http://127.0.0.1:${address.port}`);
    server.on('request', (request, response) => void provider.serve(request, response));
    return provider;
  }

  /** The base address of a shape, as a user would type it. */
  baseUrl(shape: Shape): string {
    return `${this.origin}/${{ openai: 'v1', anthropic: 'anthropic', gemini: 'gemini' }[shape]}`;
  }

  /** What was asked of models, without the questions browsers ask first. */
  get calls(): readonly SeenRequest[] {
    return this.seen.filter(({ method }) => method === 'POST');
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRequest(request);
    this.seen.push(seen);
    const behaviour = seen.method === 'POST' ? this.next(seen) : undefined;
    const isClosed = (behaviour ?? this.peek(seen)).kind === 'no-cors';
    if (!isClosed) response.setHeader('access-control-allow-origin', '*');
    const asked = (seen.headers['access-control-request-headers'] ?? '')
      .split(',')
      .map((name) => name.trim());
    if (seen.method === 'OPTIONS') {
      const isRefused = isClosed || asked.some((name) => name !== '' && !NECESSARY.has(name));
      if (!isRefused) response.setHeader('access-control-allow-headers', [...NECESSARY].join(', '));
      response.writeHead(isRefused ? 403 : 204).end();
      return;
    }
    if (behaviour === undefined) {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('stand-in');
      return;
    }
    const refusal = this.refusalOf(seen);
    if (refusal)
      response
        .writeHead(refusal.status, JSON_TYPE)
        .end(errorBody(seen.shape, refusal.status, refusal.message));
    else await this.perform(seen, behaviour, response);
  }

  private next(seen: SeenRequest): Behaviour {
    const behaviour = this.peek(seen);
    this.served++;
    return behaviour;
  }

  private peek(seen: SeenRequest): Behaviour {
    return (
      this.decide?.(seen) ??
      this.script[Math.min(this.served, this.script.length - 1)] ??
      answer('')
    );
  }

  private refusalOf({ headers, path, body, shape }: SeenRequest) {
    const extra = Object.keys(headers).filter(
      (name) => !NECESSARY.has(name) && !PLATFORM.test(name),
    );
    if (extra.length > 0) return { status: 400, message: `unexpected header ${extra.join(', ')}` };
    const key =
      shape === 'openai'
        ? headers['authorization']?.replace('Bearer ', '')
        : headers[shape === 'anthropic' ? 'x-api-key' : 'x-goog-api-key'];
    // Says the key aloud, as the rudest of endpoints might.
    if (!this.keys.includes(key ?? ''))
      return { status: 401, message: `Incorrect API key provided: ${key ?? 'none'}` };
    const model =
      shape === 'gemini' ? /models\/([^:]+):/.exec(path)?.[1] : /"model":"([^"]*)"/.exec(body)?.[1];
    if (!this.models.includes(model ?? ''))
      return { status: 404, message: `The model ${model ?? ''} does not exist.` };
    return undefined;
  }

  private async perform(
    seen: SeenRequest,
    behaviour: Behaviour,
    response: ServerResponse,
  ): Promise<void> {
    switch (behaviour.kind) {
      case 'silent':
        return;
      case 'status': {
        const body =
          behaviour.body ??
          errorBody(seen.shape, behaviour.status, behaviour.message ?? 'scripted');
        response.writeHead(behaviour.status, { ...JSON_TYPE, ...behaviour.headers }).end(body);
        return;
      }
      case 'html':
        response
          .writeHead(behaviour.status ?? 200, { 'content-type': 'text/html' })
          .end('<html><body><h1>Sign in</h1></body></html>');
        return;
      case 'nonsense':
        response.writeHead(200, JSON_TYPE).end('{"hello": "world"}');
        return;
      case 'no-cors':
        response.writeHead(200, JSON_TYPE).end('{}');
        return;
      case 'cut':
      case 'answer':
        if (/embed/i.test(seen.path))
          response.writeHead(200, JSON_TYPE).end(embeddingBody(seen.shape, textsIn(seen.body)));
        else await this.stream(seen, behaviour, response);
    }
  }

  private async stream(
    seen: SeenRequest,
    behaviour: Extract<Behaviour, { kind: 'answer' | 'cut' }>,
    response: ServerResponse,
  ): Promise<void> {
    const script =
      behaviour.kind === 'answer' ? behaviour : { kind: 'answer' as const, text: behaviour.text };
    const { first, pieces, last } = framesOf(seen.shape, script, INSTRUCTIONS + wordsIn(seen.body));
    response.on('close', () => {
      if (!response.writableFinished) this.aborted++;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    for (const piece of pieces) {
      if (response.destroyed) return;
      response.write(piece);
      if (script.everyMs !== undefined)
        await new Promise((resolve) => setTimeout(resolve, script.everyMs));
    }
    if (behaviour.kind === 'answer') response.end(last);
    else if (behaviour.how === 'ended') response.end();
    else setTimeout(() => response.destroy(), 20);
  }
}

/** Tokens of what a provider puts around the messages. */
const INSTRUCTIONS = 20;

const JSON_TYPE = { 'content-type': 'application/json' };

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
  const path = request.url ?? '/';
  const shape = path.startsWith('/anthropic')
    ? 'anthropic'
    : path.startsWith('/gemini')
      ? 'gemini'
      : 'openai';
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    method: request.method ?? 'GET',
    shape,
    path,
    headers,
    body: Buffer.concat(parts).toString(),
  };
}

/** The texts of an embedding request. */
function textsIn(body: string): readonly string[] {
  const parsed: unknown = JSON.parse(body);
  const found: string[] = [];
  const gather = (value: unknown, key: string): void => {
    if (typeof value === 'string' && (key === 'input' || key === 'text')) found.push(value);
    else if (Array.isArray(value)) for (const item of value) gather(item, key);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) gather(item, name);
  };
  gather(parsed, '');
  return found;
}

import { request } from '../../base/network';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { hasHash } from './check-hash';
import { ANSWER_WITHIN, fileAddress, statusProblem, type Hub, type HubFile } from './hub';

export interface DownloadParts {
  readonly hub: Hub;
  readonly allowedOrigins: readonly string[];
  readonly signal: AbortSignal;
  /** What arrived in an earlier attempt; the download goes on behind it. */
  readonly part: Blob | undefined;
  /** Told of every part worth keeping, and of `undefined` when what is kept must be forgotten. */
  readonly keep: (part: Blob | undefined) => Promise<void>;
  readonly onBytes: (bytes: number) => void;
  /** Longest time without a byte, in milliseconds. */
  readonly silence?: number;
}

/** Bytes between two parts that are kept: a lost tab loses no more. */
const KEEP_EVERY = 8 << 20;
const SILENCE = 60_000;
/** Attempts in a row that bring nothing before the download is given up. */
const MOST_EMPTY = 2;

/** How one answer's body ended. */
type Ending = 'whole' | 'cut' | 'stopped' | 'too-long';

/**
 * Downloads one file. A connection that breaks is taken up again where it broke, by range; a host
 * that ignores ranges makes it start over. The content is handed over only with the announced size
 * and hash. What arrived of an unfinished file is kept for the next time.
 */
export async function downloadFile(file: HubFile, parts: DownloadParts): Promise<Result<Blob>> {
  const arrival = new Arrival(parts.part ?? new Blob(), file.bytes, parts);
  for (let empty = 0; arrival.size < file.bytes;) {
    const before = arrival.size;
    const answer = await ask(file, arrival.size, parts);
    if (!answer.ok) return answer;
    const { status } = answer.value;
    if (status === 416 && before > 0) {
      await arrival.forget();
      continue;
    }
    if (!answer.value.ok) {
      await arrival.store();
      return err(statusProblem(status, file.path));
    }
    if (before > 0 && !startsAt(answer.value, before)) await arrival.forget();
    const ending = await arrival.take(answer.value, parts);
    if (ending === 'too-long') break;
    await arrival.store();
    if (ending === 'stopped')
      return err(problem('cancelled', `${file.path}: what arrived is kept.`));
    empty = arrival.size > before ? 0 : empty + 1;
    if (arrival.size < file.bytes && empty >= MOST_EMPTY)
      return err(
        problem('download-cut', `${file.path}: ${arrival.size} of ${file.bytes} bytes arrived.`),
      );
  }
  if (arrival.size === file.bytes && (await hasHash(arrival.content, file.hash)))
    return ok(arrival.content);
  await arrival.forget();
  return err(problem('download-damaged', `${file.path}: size or hash differ.`));
}

const ask = (file: HubFile, from: number, parts: DownloadParts): Promise<Result<Response>> =>
  request(fileAddress(parts.hub, file.path), {
    allowedOrigins: parts.allowedOrigins,
    timeoutMs: ANSWER_WITHIN,
    followAllowed: true,
    signal: parts.signal,
    ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
  });

/** Whether an answer is the rest of the file from an offset; a host may hide the header it says so in. */
function startsAt(response: Response, offset: number): boolean {
  if (response.status !== 206) return false;
  const range = response.headers.get('content-range');
  return range === null || range.startsWith(`bytes ${offset}-`);
}

/** What has arrived of one file. */
class Arrival {
  content: Blob;
  private loose: Uint8Array<ArrayBuffer>[] = [];
  private looseBytes = 0;

  constructor(
    part: Blob,
    private readonly expected: number,
    private readonly parts: Pick<DownloadParts, 'keep' | 'onBytes'>,
  ) {
    // More than there is cannot be the beginning of it.
    this.content = part.size > expected ? new Blob() : part;
  }

  get size(): number {
    return this.content.size + this.looseBytes;
  }

  async forget(): Promise<void> {
    this.content = new Blob();
    this.loose = [];
    this.looseBytes = 0;
    await this.parts.keep(undefined);
  }

  async store(): Promise<void> {
    if (this.looseBytes === 0) return;
    this.content = new Blob([this.content, ...this.loose]);
    this.loose = [];
    this.looseBytes = 0;
    await this.parts.keep(this.content);
  }

  /** Takes a body in, as far as it comes. */
  async take(
    response: Response,
    { signal, silence = SILENCE }: Pick<DownloadParts, 'signal' | 'silence'>,
  ): Promise<Ending> {
    const reader = response.body?.getReader();
    if (reader === undefined) return 'cut';
    try {
      for (;;) {
        const piece = await within(silence, reader.read());
        if (signal.aborted) return 'stopped';
        if (piece === undefined) return 'cut';
        if (piece.done) return this.size === this.expected ? 'whole' : 'cut';
        this.loose.push(piece.value);
        this.looseBytes += piece.value.length;
        if (this.size > this.expected) return 'too-long';
        this.parts.onBytes(this.size);
        if (this.looseBytes >= KEEP_EVERY) await this.store();
      }
    } catch {
      // The connection broke, or was broken on request: what came before is good.
      return signal.aborted ? 'stopped' : 'cut';
    } finally {
      reader.cancel().catch(() => undefined);
    }
  }
}

/** The value of a promise, or `undefined` when it takes longer than this many milliseconds. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { APICallError } from '@ai-sdk/provider';
import { problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { ChatRequest } from '../../contract/chat';
import { redactProblem } from '../../keys/redact';
import type { Provider } from '../../settings/model-setting';
import {
  NO_COUNTS,
  type ChatEngine,
  type EmbeddingEngine,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type EngineVectors,
} from '../engine';
import { doorFetch, type DoorNote } from './door-fetch';
import { failureOfDoor, failureOfStatus } from './failure';
import { libraryChat, libraryEmbedding, type LibraryCall } from './library-model';
import { toCallOptions } from './prompt';
import { quirkIn, type Quirk } from './quirks';
import { readStream } from './read-stream';

/** Everything a remote engine needs to know; the key is used and kept nowhere else. */
export interface RemoteParts {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly allowedOrigins: readonly string[];
  /** Longest silence, before the answer and within it, in milliseconds. */
  readonly patienceMs: number;
  /** What the endpoint turned out not to take; shared by all calls of a model, and added to. */
  readonly quirks: Set<Quirk>;
  /** Told before each request leaves; when it says no, none does. */
  readonly mayAsk: () => Promise<Result<void, EngineFailure>>;
  readonly now: () => number;
}

/** How often a request is changed for what an endpoint does not take, before giving up. */
const MOST_QUIRKS = 4;

/** One endpoint, asked through its provider's library. */
export class RemoteEngine implements ChatEngine, EmbeddingEngine {
  constructor(private readonly parts: RemoteParts) {}

  async chat(request: ChatRequest, call: EngineCall): Promise<Result<EngineReply, EngineFailure>> {
    return this.withQuirks(call.signal, NOTHING_SAID, async (library, stop) => {
      const options = toCallOptions(request, this.parts.quirks);
      const answer = await libraryChat(library).doStream({ ...options, abortSignal: stop.signal });
      return readStream(answer.stream, {
        ...call,
        stop,
        where: this.where,
        patienceMs: this.parts.patienceMs,
        asksForJson: request.schema !== undefined,
      });
    });
  }

  async embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Result<EngineVectors, EngineFailure>> {
    return this.withQuirks(signal, { vectors: [], counts: NO_COUNTS }, async (library, stop) => {
      const model = libraryEmbedding(library);
      if (!model)
        return err({ problem: problem('model-unknown', NO_EMBEDDINGS), retry: { kind: 'never' } });
      const { embeddings, usage } = await model.doEmbed({
        values: [...texts],
        abortSignal: stop.signal,
      });
      return ok({
        vectors: embeddings.map((vector) => Float32Array.from(vector)),
        counts: { ...NO_COUNTS, inputTokens: usage?.tokens },
      });
    });
  }

  private get where(): string {
    return new URL(this.parts.baseUrl).host;
  }

  /** Asks, and asks again without what the endpoint refused as unsupported. */
  private async withQuirks<T>(
    signal: AbortSignal,
    aborted: T,
    ask: (library: LibraryCall, stop: AbortController) => Promise<Result<T, EngineFailure>>,
  ): Promise<Result<T, EngineFailure>> {
    const { parts } = this;
    for (let round = 0; ; round++) {
      if (signal.aborted) return ok(aborted);
      const may = await parts.mayAsk();
      if (!may.ok) return may;
      if (hasStopped(signal)) return ok(aborted);
      const note = noNote();
      const stop = new AbortController();
      const onAbort = (): void => stop.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      const fetch = doorFetch(
        { allowedOrigins: parts.allowedOrigins, timeoutMs: parts.patienceMs },
        note,
      );
      try {
        const answer = await ask({ ...parts, fetch }, stop);
        return answer.ok ? answer : this.clean(answer.problem);
      } catch (error) {
        if (hasStopped(signal)) return ok(aborted);
        const met = notedIn(note);
        if (met) return this.clean(failureOfDoor(met));
        if (!APICallError.isInstance(error)) return this.clean(failureOfShape(this.where, error));
        const {
          statusCode: status = 0,
          responseHeaders: headers = {},
          responseBody: body = '',
        } = error;
        const quirk = round < MOST_QUIRKS ? quirkIn(status, body, parts.quirks) : undefined;
        if (quirk === undefined)
          return this.clean(
            status >= 400
              ? failureOfStatus(this.where, { status, headers, body }, parts.now())
              : failureOfShape(this.where, error),
          );
        parts.quirks.add(quirk);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    }
  }

  private clean(failure: EngineFailure): Result<never, EngineFailure> {
    return err({ ...failure, problem: redactProblem(failure.problem, this.parts.key) });
  }
}

/** Read through a function: the note is written while the library runs. */
const notedIn = (note: DoorNote): DoorNote['failure'] => note.failure;
/** The same for the signal, which was not aborted when the round began. */
const hasStopped = (signal: AbortSignal): boolean => signal.aborted;
const noNote = (): DoorNote => ({ failure: undefined });

const NO_EMBEDDINGS = 'This provider offers no embeddings.';

const NOTHING_SAID: EngineReply = {
  text: '',
  toolCalls: [],
  finish: 'aborted',
  counts: NO_COUNTS,
};

/** An answer with a good status whose content is not that of a model. */
function failureOfShape(where: string, error: unknown): EngineFailure {
  const reason = error instanceof Error ? error.message : String(error);
  return { problem: problem('model-not-json', `${where}: ${reason}`), retry: { kind: 'never' } };
}

import { problem, type Problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { ChatRequest } from '../../contract/chat';
import type { LoadedModel, LoadOptions, LocalEngine, StoredModel } from '../../local/local-engine';
import {
  NO_COUNTS,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type EngineVectors,
} from '../engine';

/** A conversation with the browser's model (Prompt API). */
export interface PromptSession {
  promptStreaming(
    text: string,
    options: { signal: AbortSignal; responseConstraint?: object },
  ): ReadableStream<string>;
  destroy(): void;
  readonly contextWindow?: number;
  /** The older name of the same. */
  readonly inputQuota?: number;
}

export interface PromptStart {
  readonly initialPrompts?: readonly { readonly role: string; readonly content: string }[];
  readonly signal?: AbortSignal;
  readonly monitor?: (target: EventTarget) => void;
}

/** What is needed of the browser's `LanguageModel`; tests stand in for it. */
export interface PromptApi {
  availability(): Promise<string>;
  create(options: PromptStart): Promise<PromptSession>;
}

/** The model that the browser offers, without tools and without embeddings. */
export class BuiltInEngine implements LocalEngine {
  /** @param api `undefined` where the browser has none */
  constructor(private readonly api: PromptApi | undefined) {}

  async load(_setting: unknown, { signal, report }: LoadOptions): Promise<Result<LoadedModel>> {
    const { api } = this;
    if (!api) return err(problem('model-no-built-in'));
    const monitor = (target: EventTarget): void => {
      target.addEventListener('downloadprogress', (event) => {
        const loaded: unknown = 'loaded' in event ? event.loaded : 0;
        // A share from 0 to 1: the browser does not say how many bytes there are.
        if (typeof loaded === 'number')
          report({ stage: 'downloading', bytes: Math.round(loaded * 100), total: 100 });
      });
    };
    try {
      if ((await api.availability()) === 'unavailable') return err(problem('model-no-built-in'));
      const session = await api.create({ signal, monitor });
      const contextTokens = session.contextWindow ?? session.inputQuota;
      session.destroy();
      return ok({ contextTokens });
    } catch (error) {
      if (signal.aborted) return err(problem('cancelled', 'Loading the model was stopped.'));
      return err(builtInProblem(error));
    }
  }

  unload(): Promise<void> {
    return Promise.resolve();
  }

  async stored(): Promise<StoredModel> {
    const state = await this.api?.availability();
    return { state: state === 'available' ? 'here' : 'absent', bytes: undefined };
  }

  /** The browser keeps its model for every page; no page can delete it. */
  remove(): Promise<Result<void>> {
    return Promise.resolve(ok(undefined));
  }

  take(): Promise<Result<void>> {
    return Promise.resolve(err(problem('model-unreadable', 'The browser brings its own model.')));
  }

  async chat(request: ChatRequest, call: EngineCall): Promise<Result<EngineReply, EngineFailure>> {
    if (!this.api) return never(problem('model-no-built-in'));
    if ((request.tools ?? []).length > 0)
      return never(problem('model-request-refused', 'The built-in model calls no tools.'));
    const { signal } = call;
    const prompts = request.messages.map(({ role, text: content }) => ({
      // It knows no tools; what one said is told as the user's words.
      role: role === 'tool' ? 'user' : role,
      content,
    }));
    const last = prompts.at(-1)?.content ?? '';
    let text = '';
    const aborted = (): Result<EngineReply, EngineFailure> =>
      ok({ text, toolCalls: [], finish: 'aborted', counts: NO_COUNTS });
    let session: PromptSession | undefined;
    try {
      session = await this.api.create({ initialPrompts: prompts.slice(0, -1), signal });
      const constraint = request.schema?.schema;
      const stream = session.promptStreaming(last, {
        signal,
        ...(constraint === undefined ? {} : { responseConstraint: constraint }),
      });
      for await (const piece of stream) {
        if (signal.aborted) break;
        text += piece;
        call.onText(piece);
      }
    } catch (error) {
      if (!signal.aborted) return never(builtInProblem(error));
    } finally {
      session?.destroy();
    }
    if (signal.aborted) return aborted();
    return ok({ text, toolCalls: [], finish: 'stop', counts: NO_COUNTS });
  }

  embed(): Promise<Result<EngineVectors, EngineFailure>> {
    return Promise.resolve(never(problem('model-request-refused', 'It makes no embeddings.')));
  }
}

function builtInProblem(error: unknown): Problem {
  const said = error instanceof Error ? error.message : String(error);
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return problem('model-too-long', said);
  if (name === 'NotAllowedError') return problem('model-needs-click', said);
  if (name === 'NotSupportedError') return problem('model-request-refused', said);
  return problem('model-engine-failed', said);
}

const never = (found: Problem): Result<never, EngineFailure> =>
  err({ problem: found, retry: { kind: 'never' } });

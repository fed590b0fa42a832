import { problem, type Problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { ChatRequest } from '../../contract/chat';
import type { LoadedModel, LoadOptions, LocalEngine, StoredModel } from '../../local/local-engine';
import type { LocalSetting, WebLlmSetting } from '../../settings/model-setting';
import {
  NO_COUNTS,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type EngineVectors,
} from '../engine';
import { readChunks } from '../read-chunks';
import { webLlmProblem } from './webllm-problem';
import type { WebLlmPort, WebLlmProgress } from './webllm-port';

/** What most of WebLLM's models are built for. */
const CONTEXT = 4_096;

/** Models on the graphics card through WebLLM. Their files are in the browser's Cache API. */
export class WebLlmEngine implements LocalEngine {
  private loaded: WebLlmSetting | undefined;

  constructor(private readonly port: WebLlmPort) {}

  async load(setting: LocalSetting, options: LoadOptions): Promise<Result<LoadedModel>> {
    if (setting.kind !== 'webllm') return err(problem('model-unreadable', setting.label));
    const adapter = await this.port.adapter();
    if (adapter === 'no-webgpu') return err(problem('model-no-webgpu', setting.label));
    if (adapter === 'no-adapter') return err(problem('model-no-adapter', setting.label));
    if (setting.needsF16 && !adapter.f16) return err(problem('model-no-f16', setting.label));
    const { signal, report, allowedOrigins, repair } = options;
    try {
      if (repair) await this.port.deleteDamaged(setting);
      const onProgress = (said: WebLlmProgress): void => report(toProgress(said));
      await this.port.reload(setting, { signal, allowedOrigins, onProgress });
    } catch (error) {
      this.loaded = undefined;
      if (signal.aborted) return err(problem('cancelled', 'Loading the model was stopped.'));
      return err(webLlmProblem(error, setting.label));
    }
    if (signal.aborted) {
      await this.port.unload();
      return err(problem('cancelled', 'Loading the model was stopped.'));
    }
    this.loaded = setting;
    return ok({ contextTokens: setting.contextTokens ?? CONTEXT });
  }

  async unload(): Promise<void> {
    this.loaded = undefined;
    await this.port.unload();
  }

  async stored(setting: LocalSetting): Promise<StoredModel> {
    if (setting.kind !== 'webllm') return { state: 'absent', bytes: undefined };
    const isHere = await this.port.isCached(setting);
    return { state: isHere ? 'here' : 'absent', bytes: undefined };
  }

  async remove(setting: LocalSetting): Promise<Result<void>> {
    if (setting.kind !== 'webllm') return ok(undefined);
    try {
      await this.port.deleteFiles(setting);
      return ok(undefined);
    } catch (error) {
      return err(webLlmProblem(error, setting.label));
    }
  }

  take(setting: LocalSetting): Promise<Result<void>> {
    return Promise.resolve(err(problem('model-unreadable', setting.label)));
  }

  async chat(request: ChatRequest, call: EngineCall): Promise<Result<EngineReply, EngineFailure>> {
    const { loaded } = this;
    if (!loaded) return never(problem('model-not-loaded'));
    const interrupt = (): void => this.port.interrupt();
    call.signal.addEventListener('abort', interrupt, { once: true });
    try {
      return await readChunks(
        () => this.port.chat(request),
        call,
        (error) => this.told(webLlmProblem(error, loaded.label)),
      );
    } finally {
      call.signal.removeEventListener('abort', interrupt);
    }
  }

  async embed(texts: readonly string[]): Promise<Result<EngineVectors, EngineFailure>> {
    const { loaded } = this;
    if (!loaded) return never(problem('model-not-loaded'));
    try {
      const { vectors, tokens } = await this.port.embed(texts);
      return ok({ vectors, counts: { ...NO_COUNTS, inputTokens: tokens } });
    } catch (error) {
      return never(this.told(webLlmProblem(error, loaded.label)));
    }
  }

  /** After a lost device nothing of the model is left. */
  private told(met: Problem): Problem {
    if (met.kind === 'model-device-lost' || met.kind === 'model-out-of-memory')
      this.loaded = undefined;
    return met;
  }
}

/** Bytes from what WebLLM says: `Fetching param cache[3/22]: 120MB fetched. 35% completed`. */
export function toProgress({ progress, text }: WebLlmProgress) {
  const megabytes = Number(/(\d+)\s?MB/.exec(text)?.[1] ?? 0);
  const bytes = megabytes * 1_000_000;
  const total = progress > 0 && bytes > 0 ? Math.round(bytes / progress) : undefined;
  const stage = /fetch/i.test(text) ? ('downloading' as const) : ('preparing' as const);
  return { stage, bytes, total };
}

const never = (found: Problem): Result<never, EngineFailure> =>
  err({ problem: found, retry: { kind: 'never' } });

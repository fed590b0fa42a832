import type { Result } from '../../base/result';
import type { ChatRequest } from '../../models/contract/chat';
import type { EngineFailure, EngineReply, EngineVectors } from '../../models/engines/engine';
import type {
  LoadedModel,
  LoadProgress,
  LocalEngine,
  StoredModel,
} from '../../models/local/local-engine';
import type { LocalSetting } from '../../models/settings/model-setting';
import { reporting, type Reporter } from '../service/reporting';
import { Stops } from './stops';

/** What travels of the options of loading. */
export interface LoadTicket {
  readonly callId: string;
  readonly allowedOrigins: readonly string[];
  readonly repair: boolean;
}

/** An engine as its own worker, or the page, exposes it to the model worker. */
export class EngineApi {
  private readonly stops = new Stops();

  constructor(private readonly engine: LocalEngine) {}

  load(
    setting: LocalSetting,
    { callId, allowedOrigins, repair }: LoadTicket,
    report: Reporter<LoadProgress>,
  ): Promise<Result<LoadedModel>> {
    return this.stops.run(callId, (signal) =>
      reporting(report, (tell) =>
        this.engine.load(setting, { signal, allowedOrigins, repair, report: tell }),
      ),
    );
  }

  unload(): Promise<void> {
    return this.engine.unload();
  }

  stored(setting: LocalSetting): Promise<StoredModel> {
    return this.engine.stored(setting);
  }

  remove(setting: LocalSetting): Promise<Result<void>> {
    return this.engine.remove(setting);
  }

  take(setting: LocalSetting, file: Blob): Promise<Result<void>> {
    return this.engine.take(setting, file);
  }

  chat(
    callId: string,
    request: ChatRequest,
    onText: Reporter<string>,
  ): Promise<Result<EngineReply, EngineFailure>> {
    return this.stops.run(callId, (signal) =>
      reporting(onText, (tell) => this.engine.chat(request, { signal, onText: tell })),
    );
  }

  embed(callId: string, texts: readonly string[]): Promise<Result<EngineVectors, EngineFailure>> {
    return this.stops.run(callId, (signal) => this.engine.embed(texts, signal));
  }

  stop(callId: string): void {
    this.stops.stop(callId);
  }
}

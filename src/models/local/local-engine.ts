import type { Result } from '../../base/result';
import type { ChatEngine, EmbeddingEngine } from '../engines/engine';
import type { LocalSetting } from '../settings/model-setting';

/** How loading a model goes on. */
export interface LoadProgress {
  readonly stage: 'downloading' | 'preparing';
  /** Bytes so far and in all; `total` is `undefined` where nobody says how many there are. */
  readonly bytes: number;
  readonly total: number | undefined;
}

export interface LoadedModel {
  /** Tokens of input and output together. */
  readonly contextTokens: number | undefined;
}

/** What of a model lies on this device. */
export interface StoredModel {
  readonly state: 'absent' | 'partial' | 'here';
  readonly bytes: number | undefined;
}

export interface LoadOptions {
  readonly signal: AbortSignal;
  readonly report: (progress: LoadProgress) => void;
  readonly allowedOrigins: readonly string[];
  /** Looks at every stored file first and fetches again what is damaged. */
  readonly repair: boolean;
}

/**
 * An engine that runs models on this device, one at a time. Loading downloads what is missing; a
 * stopped download goes on where it stopped.
 */
export interface LocalEngine extends ChatEngine, EmbeddingEngine {
  load(setting: LocalSetting, options: LoadOptions): Promise<Result<LoadedModel>>;
  unload(): Promise<void>;
  stored(setting: LocalSetting): Promise<StoredModel>;
  /** Keeps a file that was dropped, as the files of a model. */
  take(setting: LocalSetting, file: Blob): Promise<Result<void>>;
  /** Deletes the files of a model from this device. */
  remove(setting: LocalSetting): Promise<Result<void>>;
}

import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { KeptCall, LoggedCall } from '../../models/calls/ports';
import type { ChatModel, ModelDescription } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import type { KeyRingState } from '../../models/keys/key-ring';
import type { StoredModel } from '../../models/local/local-engine';
import type { LocalState } from '../../models/local/local-models';
import type { LaneReport } from '../../models/scheduler/pool';
import type { ModelSetting, RemoteSetting } from '../../models/settings/model-setting';
import type { BudgetLimits, Spent } from '../../models/usage/budget';

/** A model that is set up, as the page shows it. */
export interface ModelView {
  readonly setting: ModelSetting;
  readonly description: ModelDescription;
  /** Of models on this device; those behind endpoints are never loaded. */
  readonly state: LocalState;
  readonly lanes: readonly LaneReport[];
  /** Lanes whose key is not at hand. */
  readonly missingKeys: readonly string[];
}

/** Everything about models that the page shows. */
export interface ModelsView {
  readonly models: readonly ModelView[];
  readonly keys: KeyRingState;
  readonly spent: Spent;
  readonly limit: BudgetLimits;
  /** Since when the budget counts, in milliseconds since 1970. */
  readonly since: number | undefined;
}

/** How “Test connection” ended. */
export interface ConnectionReport {
  readonly milliseconds: number;
  /** What the model said, or how many numbers a vector has. */
  readonly said: string;
  readonly problem: Problem | undefined;
  /** The exact line that makes a local server allow this page, where one would help. */
  readonly line: string | undefined;
}

/** Models that are set up, and their means. Keys go in and never come out. */
export interface ModelService {
  view(): Promise<ModelsView>;
  /** Adds a model or changes one. @param keys by lane; lanes that are not named keep theirs */
  save(setting: ModelSetting, keys: Readonly<Record<string, string>>): Promise<Result<void>>;
  remove(id: string): Promise<Result<void>>;
  setKey(lane: string, key: string): Promise<Result<void>>;
  rememberKeys(passphrase: string): Promise<Result<void>>;
  unlockKeys(passphrase: string): Promise<Result<void>>;
  forgetKeys(): Promise<Result<void>>;
  /** Asks each lane of a model for one word; the model need not be saved. @param keys by lane */
  test(
    setting: RemoteSetting,
    keys: Readonly<Record<string, string>>,
  ): Promise<readonly ConnectionReport[]>;
  /** Asks a model on this device for a few words, loading it first where it is not. */
  testLocal(id: string): Promise<ConnectionReport>;
  load(id: string, repair: boolean): Promise<Result<void>>;
  stopLoading(id: string): Promise<void>;
  unload(id: string): Promise<void>;
  stored(id: string): Promise<StoredModel | undefined>;
  removeFiles(id: string): Promise<Result<void>>;
  /** Keeps a dropped file on this device, as the file of a model that is set up. */
  takeFile(id: string, file: Blob): Promise<Result<void>>;
  setLimit(limits: BudgetLimits): Promise<void>;
  resetSpent(): Promise<void>;
  log(): Promise<Result<readonly LoggedCall[]>>;
  /** What was asked and answered, where it is kept. */
  kept(key: string): Promise<Result<KeptCall | undefined>>;
  clearLog(): Promise<Result<void>>;
  clearKept(): Promise<Result<void>>;
}

/** Models for whoever runs something with them, on the page or in the trace worker. */
export interface Models {
  /** The chat models that are set up. */
  chatModels(): Promise<readonly ModelDescription[]>;
  /**
   * A chat model by its id; `undefined` when none such is set up.
   * @param limits a budget that all calls through this model share, beside that of the notebook
   */
  chat(id: string, limits?: BudgetLimits): Promise<ChatModel | undefined>;
  embedding(id: string, limits?: BudgetLimits): Promise<EmbeddingModel | undefined>;
}

/** What the page gets from its model worker. */
export interface ModelConnection extends Models {
  readonly service: ModelService;
  /** Told whenever something of the view changed. Returns the way to stop. */
  onChange(listener: () => void): () => void;
  onProblem(listener: (problem: Problem) => void): () => void;
  /** The end of a channel for another worker, which reaches the models with `modelsAt`. */
  newPort(): MessagePort;
}

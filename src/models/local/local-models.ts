import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { LocalSetting } from '../settings/model-setting';
import type { LoadedModel, LoadProgress, LocalEngine } from './local-engine';

/** What the page sees of a model on this device. */
export type LocalState =
  | { readonly kind: 'unloaded' }
  | { readonly kind: 'loading'; readonly progress: LoadProgress | undefined }
  | { readonly kind: 'loaded'; readonly contextTokens: number | undefined }
  | { readonly kind: 'failed'; readonly problem: Problem };

/** Gives the engine of a kind, started when it is first asked for. */
export type EngineSource = (kind: LocalSetting['kind']) => Promise<Result<LocalEngine>>;

interface Loaded {
  readonly id: string;
  readonly engine: LocalEngine;
  readonly model: LoadedModel;
}

/** The models that run on this device: which is loaded, how loading goes, at most one of a kind. */
export class LocalModels {
  private readonly loaded = new Map<LocalSetting['kind'], Loaded>();
  private readonly states = new Map<string, LocalState>();
  private readonly loading = new Map<string, Promise<Result<Loaded>>>();
  private readonly stops = new Map<string, AbortController>();
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly source: EngineSource,
    private readonly allowedOrigins: readonly string[],
    private readonly onChange: () => void,
  ) {}

  stateOf(id: string): LocalState {
    return this.states.get(id) ?? { kind: 'unloaded' };
  }

  /** The engine with the model in it; loads the model first where it is not. */
  async engineWith(setting: LocalSetting): Promise<Result<LocalEngine>> {
    const there = this.loaded.get(setting.kind);
    if (there?.id === setting.id) return ok(there.engine);
    const loaded = await this.load(setting, false);
    return loaded.ok ? ok(loaded.value.engine) : loaded;
  }

  /** Loads a model, downloading what is missing. A second call joins the first. */
  load(setting: LocalSetting, repair: boolean): Promise<Result<Loaded>> {
    const running = this.loading.get(setting.id);
    if (running) return running;
    const stop = new AbortController();
    this.stops.set(setting.id, stop);
    // One after the other: two models would fight for the same memory.
    const work = this.turn.then(() => this.loadNow(setting, repair, stop));
    this.turn = work.catch(() => undefined);
    const ended = work.finally(() => {
      this.loading.delete(setting.id);
      this.stops.delete(setting.id);
    });
    this.loading.set(setting.id, ended);
    return ended;
  }

  /** Stops loading; what was downloaded stays. */
  stopLoading(id: string): void {
    this.stops.get(id)?.abort();
  }

  async unload(setting: LocalSetting): Promise<void> {
    const there = this.loaded.get(setting.kind);
    if (there?.id !== setting.id) return;
    this.loaded.delete(setting.kind);
    await there.engine.unload();
    this.set(setting.id, { kind: 'unloaded' });
  }

  /** Says that the engine gave up on its model: the device was lost, memory ran out. */
  lost(setting: LocalSetting, why: Problem): void {
    if (this.loaded.get(setting.kind)?.id !== setting.id) return;
    this.loaded.delete(setting.kind);
    this.set(setting.id, { kind: 'failed', problem: why });
  }

  async stored(setting: LocalSetting) {
    const engine = await this.source(setting.kind);
    return engine.ok ? engine.value.stored(setting) : undefined;
  }

  async take(setting: LocalSetting, file: Blob): Promise<Result<void>> {
    const engine = await this.source(setting.kind);
    return engine.ok ? engine.value.take(setting, file) : engine;
  }

  /** Unloads a model and deletes its files. */
  async remove(setting: LocalSetting): Promise<Result<void>> {
    this.stopLoading(setting.id);
    await this.unload(setting);
    const engine = await this.source(setting.kind);
    const removed = engine.ok ? await engine.value.remove(setting) : engine;
    this.set(setting.id, { kind: 'unloaded' });
    return removed;
  }

  private async loadNow(
    setting: LocalSetting,
    repair: boolean,
    stop: AbortController,
  ): Promise<Result<Loaded>> {
    const { signal } = stop;
    if (signal.aborted) return this.fail(setting.id, STOPPED);
    this.set(setting.id, { kind: 'loading', progress: undefined });
    const engine = await this.source(setting.kind);
    if (!engine.ok) return this.fail(setting.id, engine.problem);
    const before = this.loaded.get(setting.kind);
    if (before && before.id !== setting.id) {
      this.loaded.delete(setting.kind);
      await before.engine.unload();
      this.set(before.id, { kind: 'unloaded' });
    }
    const model = await engine.value.load(setting, {
      signal,
      repair,
      allowedOrigins: this.allowedOrigins,
      report: (progress) => this.set(setting.id, { kind: 'loading', progress }),
    });
    if (!model.ok) return this.fail(setting.id, model.problem);
    const loaded = { id: setting.id, engine: engine.value, model: model.value };
    this.loaded.set(setting.kind, loaded);
    this.set(setting.id, { kind: 'loaded', contextTokens: model.value.contextTokens });
    return ok(loaded);
  }

  private fail(id: string, why: Problem): Result<never> {
    this.set(
      id,
      why.kind === 'cancelled' ? { kind: 'unloaded' } : { kind: 'failed', problem: why },
    );
    return err(why);
  }

  private set(id: string, state: LocalState): void {
    this.states.set(id, state);
    this.onChange();
  }
}

const STOPPED = problem('cancelled', 'Loading the model was stopped.');

import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { testLanes } from '../../models/connection/test-lanes';
import { describe } from '../../models/desk/describe';
import { ModelDesk } from '../../models/desk/model-desk';
import { KeyRing } from '../../models/keys/key-ring';
import { LocalModels, type EngineSource } from '../../models/local/local-models';
import { systemClock } from '../../models/scheduler/clock';
import type {
  LocalSetting,
  ModelSetting,
  RemoteSetting,
} from '../../models/settings/model-setting';
import { readSetting } from '../../models/settings/read-setting';
import type { BudgetLimits } from '../../models/usage/budget';
import type { Store } from '../../store/store';
import type { ConnectionReport, ModelService, ModelsView } from './contract';
import { KeptBudget } from './kept-budget';

export interface StoredModelsParts {
  readonly store: Store;
  readonly allowedOrigins: readonly string[];
  /** The origin of the page, for the line that makes a local server allow it. */
  readonly pageOrigin: string;
  readonly engines: EngineSource;
  readonly onChange: () => void;
  readonly onProblem: (problem: Problem) => void;
}

/** What the model worker does for the page: the models that are set up, their keys, the desk. */
export class StoredModels implements ModelService {
  readonly desk: ModelDesk;
  private readonly keys: KeyRing;
  private readonly local: LocalModels;
  private readonly budget: KeptBudget;
  private readonly addedAt = new Map<string, number>();
  private readonly settings = new Map<string, ModelSetting>();

  private constructor(private readonly parts: StoredModelsParts) {
    const { store, allowedOrigins, onChange, onProblem } = parts;
    this.keys = new KeyRing({
      read: () => store.models.sealedKeys(),
      write: (sealed) => store.models.setSealedKeys(sealed),
    });
    this.local = new LocalModels(parts.engines, allowedOrigins, onChange);
    this.desk = new ModelDesk({
      cache: store.calls,
      onCounted: () => this.budget.keep(),
      log: {
        write: (call) => {
          void this.budget.keep();
          void store.calls.log(call).then((written) => {
            if (!written.ok) onProblem(written.problem);
            onChange();
          });
        },
      },
      keys: this.keys,
      clock: systemClock,
      local: this.local,
      allowedOrigins,
      onProblem,
    });
    this.budget = new KeptBudget(this.desk.budget, store, onProblem);
  }

  /** Reads what is stored and sets it up. */
  static async open(parts: StoredModelsParts): Promise<StoredModels> {
    const models = new StoredModels(parts);
    const started = await models.keys.start();
    if (!started.ok) parts.onProblem(started.problem);
    await models.budget.restore(Date.now());
    const rows = await parts.store.models.all();
    if (!rows.ok) parts.onProblem(rows.problem);
    for (const row of (rows.ok ? rows.value : []).toSorted((a, b) => a.addedAt - b.addedAt)) {
      const setting = readSetting(row.setting);
      models.addedAt.set(row.id, row.addedAt);
      if (setting) models.settings.set(setting.id, setting);
      else parts.onProblem(problem('model-setting-unreadable', row.id));
    }
    models.desk.setUp([...models.settings.values()]);
    return models;
  }

  view(): Promise<ModelsView> {
    const held = new Set(this.keys.state.held);
    const models = [...this.settings.values()].map((setting) => {
      const state = this.local.stateOf(setting.id);
      const lanes = setting.kind === 'remote' && setting.needsKey ? setting.lanes : [];
      return {
        setting,
        description: describe(setting, state),
        state,
        lanes: this.desk.lanes(setting.id),
        missingKeys: lanes.map(({ id }) => id).filter((id) => !held.has(id)),
      };
    });
    const { spent, limit, since } = this.desk.budget;
    return Promise.resolve({ models, keys: this.keys.state, spent, limit, since });
  }

  async save(setting: ModelSetting, keys: Readonly<Record<string, string>>): Promise<Result<void>> {
    // A model that is changed keeps its place in the list.
    const addedAt = this.addedAt.get(setting.id) ?? Date.now();
    const stored = await this.parts.store.models.put({ id: setting.id, addedAt, setting });
    if (!stored.ok) return stored;
    this.addedAt.set(setting.id, addedAt);
    this.settings.set(setting.id, setting);
    this.desk.setUp([...this.settings.values()]);
    for (const [lane, key] of Object.entries(keys)) {
      const set = await this.keys.set(lane, key);
      if (!set.ok) return set;
    }
    this.desk.revive(setting.id);
    this.parts.onChange();
    return ok(undefined);
  }

  async remove(id: string): Promise<Result<void>> {
    const setting = this.settings.get(id);
    if (setting === undefined) return ok(undefined);
    if (setting.kind !== 'remote') await this.local.unload(setting);
    const removed = await this.parts.store.models.remove(id);
    if (!removed.ok) return removed;
    this.settings.delete(id);
    this.addedAt.delete(id);
    this.desk.setUp([...this.settings.values()]);
    for (const lane of setting.kind === 'remote' ? setting.lanes : [])
      await this.keys.set(lane.id, '');
    this.parts.onChange();
    return ok(undefined);
  }

  async setKey(lane: string, key: string): Promise<Result<void>> {
    return this.keysChanged(await this.keys.set(lane, key));
  }

  async rememberKeys(passphrase: string): Promise<Result<void>> {
    return this.keysChanged(await this.keys.remember(passphrase));
  }

  async unlockKeys(passphrase: string): Promise<Result<void>> {
    return this.keysChanged(await this.keys.unlock(passphrase));
  }

  async forgetKeys(): Promise<Result<void>> {
    return this.keysChanged(await this.keys.forget());
  }

  test(setting: RemoteSetting, keys: Readonly<Record<string, string>>) {
    const { allowedOrigins, pageOrigin } = this.parts;
    const keyOf = (lane: string): string | undefined => {
      const typed = keys[lane]?.trim();
      return typed === undefined || typed === '' ? this.keys.keyOf(lane) : typed;
    };
    return testLanes(setting, { allowedOrigins, pageOrigin, keyOf });
  }

  async testLocal(id: string): Promise<ConnectionReport> {
    const began = performance.now();
    const asked = 'Answer with the one word: ready';
    const options = { purpose: 'test of a model' };
    const said =
      this.settings.get(id)?.use === 'embedding'
        ? await this.desk.embed(id, [asked], options)
        : await this.desk.chat(
            id,
            // A sample of its own: an answer that was kept would prove nothing.
            { messages: [{ role: 'user', text: asked }], maxOutputTokens: 32, sample: Date.now() },
            options,
          );
    const report = { milliseconds: performance.now() - began, said: '', line: undefined };
    if (!said.ok) return { ...report, problem: said.problem };
    const text =
      'text' in said.value
        ? said.value.text.trim()
        : `${said.value.vectors[0]?.length ?? 0} numbers`;
    return { ...report, said: text, problem: undefined };
  }

  async load(id: string, repair: boolean): Promise<Result<void>> {
    const setting = this.localSetting(id);
    if (!setting) return err(problem('model-not-chosen', id));
    const loaded = await this.local.load(setting, repair);
    return loaded.ok ? ok(undefined) : loaded;
  }

  stopLoading(id: string): Promise<void> {
    this.local.stopLoading(id);
    return Promise.resolve();
  }

  async unload(id: string): Promise<void> {
    const setting = this.localSetting(id);
    if (setting) await this.local.unload(setting);
  }

  async stored(id: string) {
    const setting = this.localSetting(id);
    return setting && (await this.local.stored(setting));
  }

  async removeFiles(id: string): Promise<Result<void>> {
    const setting = this.localSetting(id);
    if (!setting) return err(problem('model-not-chosen', id));
    return this.local.remove(setting);
  }

  async takeFile(id: string, file: Blob): Promise<Result<void>> {
    const setting = this.localSetting(id);
    if (!setting) return err(problem('model-not-chosen', id));
    const taken = await this.local.take(setting, file);
    this.parts.onChange();
    return taken;
  }

  async setLimit(limits: BudgetLimits): Promise<void> {
    this.desk.budget.setLimit(limits);
    await this.budget.keep();
    this.parts.onChange();
  }

  async resetSpent(): Promise<void> {
    this.desk.budget.reset(Date.now());
    await this.budget.keep();
    this.parts.onChange();
  }

  log() {
    return this.parts.store.calls.logged();
  }

  kept(key: string) {
    return this.parts.store.calls.chat(key);
  }

  clearLog() {
    return this.parts.store.calls.clearLog();
  }

  clearKept() {
    return this.parts.store.calls.clearKept();
  }

  private localSetting(id: string): LocalSetting | undefined {
    const setting = this.settings.get(id);
    return setting?.kind === 'remote' ? undefined : setting;
  }

  private keysChanged(result: Result<void>): Result<void> {
    for (const id of this.settings.keys()) this.desk.revive(id);
    this.parts.onChange();
    return result;
  }
}

import { expose, proxyMarker } from 'comlink';
import type { Problem } from '../../base/problem';
import { ok, type Result } from '../../base/result';
import type { LocalEngine } from '../../models/local/local-engine';
import type {
  LocalSetting,
  ModelSetting,
  RemoteSetting,
} from '../../models/settings/model-setting';
import type { BudgetLimits } from '../../models/usage/budget';
import { openStore } from '../../store/store';
import type { Reporter } from '../service/reporting';
import { CallApi } from './call-api';
import { engineAt } from './engine-at';
import { StoredModels } from './stored-models';

/** What the model worker tells without being asked. */
export type ModelEvent =
  { readonly kind: 'changed' } | { readonly kind: 'problem'; readonly problem: Problem };

/** What the page tells the model worker when it starts it. */
export interface ModelStart {
  readonly allowedOrigins: readonly string[];
  readonly pageOrigin: string;
}

/** Gives the port of an engine that the page starts. */
export type EnginePorts = (kind: LocalSetting['kind']) => Promise<Result<MessagePort>>;

/** Changes come in bursts: so many milliseconds of them are told as one. */
const BURST_MS = 50;

/** What the model worker exposes to its page. */
export class ModelWorkerApi {
  readonly calls: CallApi;
  private open: (models: StoredModels) => void = () => undefined;
  private readonly models = new Promise<StoredModels>((resolve) => (this.open = resolve));
  private readonly engines = new Map<LocalSetting['kind'], Promise<Result<LocalEngine>>>();
  private listener: Reporter<ModelEvent> | undefined;
  private isTelling = false;

  constructor() {
    this.calls = new CallApi(this.models.then(({ desk }) => desk));
  }

  /** Opens the store and sets up the models. Called once, before anything else is answered. */
  async start(
    { allowedOrigins, pageOrigin }: ModelStart,
    ports: EnginePorts,
    listener: Reporter<ModelEvent>,
  ): Promise<void> {
    this.listener = listener;
    this.open(
      await StoredModels.open({
        store: await openStore(),
        allowedOrigins,
        pageOrigin,
        engines: (kind) => this.engine(kind, ports),
        onChange: () => this.changed(),
        onProblem: (problem) => void this.listener?.({ kind: 'problem', problem }),
      }),
    );
  }

  /** Lets another worker reach the models over a port. */
  connect(port: MessagePort): void {
    expose(this.calls, port);
  }

  readonly service = new ServiceApi(this.models);

  private engine(kind: LocalSetting['kind'], ports: EnginePorts): Promise<Result<LocalEngine>> {
    const there = this.engines.get(kind);
    if (there) return there;
    const started = ports(kind).then((port) => (port.ok ? ok(engineAt(port.value)) : port));
    this.engines.set(kind, started);
    void started.then((engine) => {
      if (!engine.ok) this.engines.delete(kind);
    });
    return started;
  }

  private changed(): void {
    if (this.isTelling) return;
    this.isTelling = true;
    setTimeout(() => {
      this.isTelling = false;
      void this.listener?.({ kind: 'changed' });
    }, BURST_MS);
  }
}

/** The model service as the worker exposes it: it answers once the store is open. */
export class ServiceApi {
  readonly [proxyMarker] = true as const;

  constructor(private readonly models: Promise<StoredModels>) {}

  async view() {
    return (await this.models).view();
  }

  async save(setting: ModelSetting, keys: Readonly<Record<string, string>>) {
    return (await this.models).save(setting, keys);
  }

  async remove(id: string) {
    return (await this.models).remove(id);
  }

  async setKey(lane: string, key: string) {
    return (await this.models).setKey(lane, key);
  }

  async rememberKeys(passphrase: string) {
    return (await this.models).rememberKeys(passphrase);
  }

  async unlockKeys(passphrase: string) {
    return (await this.models).unlockKeys(passphrase);
  }

  async forgetKeys() {
    return (await this.models).forgetKeys();
  }

  async test(setting: RemoteSetting, keys: Readonly<Record<string, string>>) {
    return (await this.models).test(setting, keys);
  }

  async testLocal(id: string) {
    return (await this.models).testLocal(id);
  }

  async load(id: string, repair: boolean) {
    return (await this.models).load(id, repair);
  }

  async stopLoading(id: string) {
    return (await this.models).stopLoading(id);
  }

  async unload(id: string) {
    return (await this.models).unload(id);
  }

  async stored(id: string) {
    return (await this.models).stored(id);
  }

  async removeFiles(id: string) {
    return (await this.models).removeFiles(id);
  }

  async takeFile(id: string, file: Blob) {
    return (await this.models).takeFile(id, file);
  }

  async setLimit(limits: BudgetLimits) {
    return (await this.models).setLimit(limits);
  }

  async resetSpent() {
    return (await this.models).resetSpent();
  }

  async log() {
    return (await this.models).log();
  }

  async kept(key: string) {
    return (await this.models).kept(key);
  }

  async clearLog() {
    return (await this.models).clearLog();
  }

  async clearKept() {
    return (await this.models).clearKept();
  }
}

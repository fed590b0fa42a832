import { readAllowedOrigins } from '../../base/allowed-origins';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import { connectModels } from '../../notebook/models/client';
import type { ModelConnection, ModelsView, ModelView } from '../../notebook/models/contract';
import { ggufSetting } from '../models/gguf-setting';

/** The models as the page knows them. The model worker is started when somebody first asks. */
export class Modelling {
  view = $state.raw<ModelsView | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  /** Counts what happened, for who shows the log. */
  changes = $state(0);
  #connection: Promise<ModelConnection> | undefined;
  readonly #usePort: (port: MessagePort) => void;

  /** @param usePort hands the trace worker its way to the models */
  constructor(usePort: (port: MessagePort) => void) {
    this.#usePort = usePort;
  }

  /** Starts the models, once. */
  start(): Promise<ModelConnection> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  /** The models that can be asked now: keys at hand, or on this device. */
  get usable(): readonly ModelView[] {
    return (this.view?.models ?? []).filter(isUsable);
  }

  async refresh(): Promise<void> {
    const { service } = await this.start();
    this.view = await service.view();
    this.changes++;
  }

  /** Sets up a model from a GGUF file that was dropped, and keeps the file on this device. */
  async takeFile(file: File): Promise<Result<void>> {
    const { service } = await this.start();
    const setting = ggufSetting(file.name, undefined);
    const isNew = !(await service.view()).models.some((model) => model.setting.id === setting.id);
    const added = await service.save(setting, {});
    if (!added.ok) return added;
    const taken = await service.takeFile(setting.id, file);
    // A model without its file would only stand in the way.
    if (!taken.ok && isNew) await service.remove(setting.id);
    return taken;
  }

  async #connect(): Promise<ModelConnection> {
    const connection = await connectModels({
      allowedOrigins: readAllowedOrigins(localStorage),
      pageOrigin: location.origin,
    });
    this.#usePort(connection.newPort());
    connection.onChange(() => void this.refresh());
    connection.onProblem((met) => (this.problem = met));
    this.view = await connection.service.view();
    return connection;
  }
}

/** Whether a call of a model has a chance: one key of its pool at least is at hand. */
export const isUsable = ({ setting, missingKeys, state }: ModelView): boolean =>
  setting.kind === 'remote' ? missingKeys.length < setting.lanes.length : state.kind !== 'failed';

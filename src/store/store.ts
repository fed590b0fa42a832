import { Access } from './access';
import type { Backend } from './backend';
import { CallDoor } from './call-door';
import { DexieBackend } from './dexie-backend';
import { ImportDoor } from './import-door';
import { LabDoor } from './lab-door';
import { LabelDoor } from './label-door';
import { MemoryBackend } from './memory-backend';
import { ModelDoor } from './model-door';
import { NotebookDoor } from './notebook-door';
import { RunDoor } from './run-door';
import { SettingDoor } from './setting-door';
import { statusOf, type StoreStatus } from './status';
import { storageProblem } from './storage-problem';
import { TraceDoor } from './trace-door';
import { VerdictDoor } from './verdict-door';

/**
 * Everything that is kept, by kind of record. A page has two owners, each of its own records: the trace
 * worker, and for models and calls the model worker.
 */
export class Store {
  readonly traces: TraceDoor;
  readonly verdicts: VerdictDoor;
  readonly labels: LabelDoor;
  readonly imports: ImportDoor;
  readonly notebooks: NotebookDoor;
  readonly settings: SettingDoor;
  readonly runs: RunDoor;
  readonly models: ModelDoor;
  readonly calls: CallDoor;
  readonly labs: LabDoor;

  constructor(
    private readonly backend: Backend,
    private readonly state: StoreState,
  ) {
    const access = new Access(backend, () => state.status);
    this.traces = new TraceDoor(access);
    this.verdicts = new VerdictDoor(access);
    this.labels = new LabelDoor(access);
    this.imports = new ImportDoor(access);
    this.notebooks = new NotebookDoor(access);
    this.settings = new SettingDoor(access);
    this.runs = new RunDoor(access);
    this.models = new ModelDoor(access);
    this.calls = new CallDoor(access);
    this.labs = new LabDoor(access);
  }

  get status(): StoreStatus {
    return this.state.status;
  }

  close(): void {
    this.backend.close();
  }
}

/** The status of a store, told to whoever listens when it changes. */
export class StoreState {
  private current: StoreStatus;

  constructor(
    kind: StoreStatus['kind'],
    private readonly onChange: (status: StoreStatus) => void = () => undefined,
  ) {
    this.current = statusOf(kind);
  }

  get status(): StoreStatus {
    return this.current;
  }

  set(kind: StoreStatus['kind']): void {
    this.current = statusOf(kind);
    this.onChange(this.current);
  }
}

/** A store in memory, for tests and where nothing can be kept. */
export const openMemoryStore = (): Store =>
  new Store(new MemoryBackend(), new StoreState('memory'));

/**
 * Opens the stored data. Where the browser has no IndexedDB or refuses to open it, the store works
 * in memory and its status says so.
 * @param onStatus told when the status changes: blocked by an older tab, closed by a newer one
 * @param name another database, for tests
 */
export async function openStore(
  onStatus: (status: StoreStatus) => void = () => undefined,
  name?: string,
): Promise<Store> {
  const state = new StoreState('stored', onStatus);
  try {
    const backend = await DexieBackend.open(
      {
        onClosed: () => state.set('closed'),
        onBlocked: () => state.set('blocked'),
      },
      name,
    );
    state.set(backend.isNewer ? 'newer' : 'stored');
    return new Store(backend, state);
  } catch (error) {
    const failed = storageProblem(error, 'opening the stored data', false);
    if (failed === undefined) throw error;
    // Newer data than Dexie can open stays untouched: this tab works beside it, in memory.
    state.set('memory');
    return new Store(new MemoryBackend(), state);
  }
}

import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type { Store } from '../../store/store';
import type { StoreStatus } from '../../store/status';
import type { ExplorerService } from '../explorer/contract';
import type { NotebookFiles } from '../file/contract';
import type { RunService } from '../runs/contract';
import type { LabService } from '../lab/contract';
import type { ReplayService } from '../replay/contract';
import type { ReportService } from '../report/contract';
import { WorkerConnection, type WorkerLike } from './connection';
import type { NotebookShelf, TraceConnection, TraceService } from './contract';
import { StoredNotebooks, type Locks, type TabChannel } from './notebook-store';
import { listedTraces, storedLists, type Listed } from './listed';
import { restingScoring, restingTraces } from './resting';
import type { ScoringService } from './scoring/contract';

/** What a connection of the page is made of; tests bring stand-ins. */
export interface ConnectionParts {
  readonly openStore: (onStatus: (status: StoreStatus) => void) => Promise<Store>;
  readonly locks: Locks | undefined;
  readonly channel: TabChannel | undefined;
  readonly startWorker: () => Promise<WorkerLike>;
}

/** The worse of two, in this order, is what the user should know. */
const SEVERITY: readonly StoreStatus['kind'][] = ['newer', 'closed', 'blocked', 'memory', 'stored'];

/**
 * The page's side of store and worker. The page itself reads and writes notebooks, which are small,
 * so that an empty notebook opens without the worker; everything about traces goes to the worker,
 * which is fetched when the first trace is read or stored ones are to be shown.
 */
export class PageConnection implements TraceConnection {
  readonly traces: TraceService;
  readonly scoring: ScoringService;
  readonly explorer: ExplorerService;
  readonly notebooks: NotebookShelf;
  readonly files: NotebookFiles;
  readonly reports: ReportService;
  readonly runs: RunService;
  readonly lab: LabService;
  readonly replays: ReplayService;
  private readonly worker: WorkerConnection;
  private readonly store: Promise<Store>;
  private ofPage: StoreStatus | undefined;
  private ofWorker: StoreStatus | undefined;
  private readonly listeners = new Set<(status: StoreStatus) => void>();
  /** What the open notebook holds, for as long as the worker does not know. */
  private chosen: readonly TraceKey[] | undefined;
  private listing: Promise<Listed | undefined> | undefined;

  constructor(parts: ConnectionParts) {
    this.store = parts.openStore((status) => {
      this.ofPage = status;
      this.tell();
    });
    this.notebooks = new StoredNotebooks(this.store, parts.locks, parts.channel);
    this.worker = new WorkerConnection(parts.startWorker, async (traces) => {
      await traces.choose(this.chosen);
    });
    this.worker.onStatus((status) => {
      this.ofWorker = status;
      this.tell();
    });
    const rests = (): Promise<boolean> => this.rests();
    this.traces = listedTraces(
      restingTraces(this.worker.traces, rests, (keys) => this.choose(keys)),
      () => this.lists(),
    );
    this.scoring = restingScoring(this.worker.scoring, rests);
    this.explorer = this.worker.explorer;
    this.files = this.worker.files;
    this.reports = this.worker.reports;
    this.runs = this.worker.runs;
    this.lab = this.worker.lab;
    this.replays = this.worker.replays;
  }

  get status(): StoreStatus | undefined {
    const known = [this.ofPage, this.ofWorker].filter((status) => status !== undefined);
    return SEVERITY.map((kind) => known.find((status) => status.kind === kind)).find(
      (status) => status !== undefined,
    );
  }

  onStatus(listener: (status: StoreStatus) => void): () => void {
    this.listeners.add(listener);
    if (this.status !== undefined) listener(this.status);
    return () => this.listeners.delete(listener);
  }

  onProblem(listener: (problem: Problem) => void): () => void {
    return this.worker.onProblem(listener);
  }

  async storedTraces(): Promise<Result<readonly TraceKey[]>> {
    const stored = await (await this.store).traces.all();
    return stored.ok ? { ok: true, value: stored.value.map(({ key }) => key) } : stored;
  }

  useModels(port: MessagePort): void {
    this.worker.useModels(port);
  }

  wake(): void {
    this.worker.wake();
  }

  close(): void {
    this.worker.close();
  }

  private async choose(keys: readonly TraceKey[] | undefined): Promise<void> {
    this.chosen = keys;
    this.listing = undefined;
    if (this.worker.isAwake) await this.worker.traces.choose(keys);
  }

  /** Read once: nothing of it changes before the worker is up. */
  private async lists(): Promise<Listed | undefined> {
    if (this.worker.isUp) {
      this.listing = undefined;
      return undefined;
    }
    this.listing ??= this.store.then((store) => storedLists(store, this.chosen));
    return this.listing;
  }

  private async rests(): Promise<boolean> {
    if (this.worker.isAwake) return false;
    const stored = await this.storedTraces();
    if (!stored.ok) return false;
    const { chosen } = this;
    return !stored.value.some((key) => chosen?.includes(key) ?? true);
  }

  private tell(): void {
    const { status } = this;
    if (status !== undefined) for (const listener of this.listeners) listener(status);
  }
}

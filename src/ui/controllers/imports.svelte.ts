import type { ImportOutcome, ReadProgress, TraceService } from '../../notebook/service/contract';
import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';

/** A file as it was dropped or chosen; `path` includes the folder it came in. */
export interface DroppedFile {
  readonly file: File;
  readonly path: string;
}

/** One line of the list of files. */
export interface FileRow {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly state: 'waiting' | 'reading' | 'done';
  readonly progress: ReadProgress | undefined;
  readonly outcome: ImportOutcome | undefined;
}

/** Reads dropped files one after the other: the reader has one thread, so two would only compete. */
export class Imports {
  rows = $state.raw<readonly FileRow[]>([]);
  readonly #service: TraceService;
  readonly #onRead: (keys: readonly TraceKey[]) => Promise<void>;
  readonly #waiting: { readonly row: FileRow; readonly file: File }[] = [];
  #running = false;
  #made = 0;

  /** @param onRead called after each file that was read, with the traces in it */
  constructor(service: TraceService, onRead: (keys: readonly TraceKey[]) => Promise<void>) {
    this.#service = service;
    this.#onRead = onRead;
  }

  get busy(): boolean {
    return this.rows.some((row) => row.state !== 'done');
  }

  /** Puts files in line. */
  add(files: readonly DroppedFile[]): void {
    const added = files.map(({ file, path }) => {
      const row: FileRow = {
        id: `file-${++this.#made}`,
        name: file.name,
        path,
        size: file.size,
        state: 'waiting',
        progress: undefined,
        outcome: undefined,
      };
      this.#waiting.push({ row, file });
      return row;
    });
    this.rows = [...this.rows, ...added];
    if (!this.#running) void this.#run();
  }

  /** Stops one file, whether it waits or is being read. */
  async cancel(id: string): Promise<void> {
    const at = this.#waiting.findIndex((entry) => entry.row.id === id);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      this.#change(id, {
        state: 'done',
        outcome: { kind: 'refused', problem: problem('cancelled') },
      });
      return;
    }
    await this.#service.cancel(id);
  }

  /** Takes the finished files off the list. */
  clearFinished(): void {
    this.rows = this.rows.filter((row) => row.state !== 'done');
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        await this.#read(next.row, next.file);
    } finally {
      this.#running = false;
    }
  }

  async #read(row: FileRow, file: File): Promise<void> {
    this.#change(row.id, { state: 'reading' });
    let outcome: ImportOutcome | undefined;
    try {
      outcome = await this.#service.importFile(row.id, file, row.name, row.path, (progress) =>
        this.#change(row.id, { progress }),
      );
    } catch (error) {
      // Not one of the outcomes the reader knows: the file still ends, and the page says what broke.
      outcome = { kind: 'refused', problem: problem('read-failed', String(error)) };
      reportError(error);
    }
    this.#change(row.id, { state: 'done', outcome });
    if (outcome.kind !== 'refused') void this.#onRead(outcome.traces.map((trace) => trace.key));
  }

  #change(id: string, change: Partial<FileRow>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...change } : row));
  }
}

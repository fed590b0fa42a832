import type { ImportOutcome, ReadProgress, TraceService } from '../../notebook/service/contract';
import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import type { ArchiveMember } from '../../trace/read/several-files';

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

/** A file in line, or one of the files of an archive. */
interface Waiting {
  readonly row: FileRow;
  readonly file: File;
  readonly member: ArchiveMember | undefined;
}

/** Reads dropped files one after the other: the reader has one thread, so two would only compete. */
export class Imports {
  rows = $state.raw<readonly FileRow[]>([]);
  readonly #service: TraceService;
  readonly #onRead: (keys: readonly TraceKey[]) => Promise<void>;
  readonly #waiting: Waiting[] = [];
  /** Files that were cancelled once it was their turn. */
  readonly #stopped = new Set<string>();
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
      const row = this.#newRow(file.name, path, file.size);
      this.#waiting.push({ row, file, member: undefined });
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
    this.#stopped.add(id);
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
        await this.#read(next);
    } finally {
      this.#running = false;
    }
  }

  #newRow(name: string, path: string, size: number): FileRow {
    const id = `file-${++this.#made}`;
    return { id, name, path, size, state: 'waiting', progress: undefined, outcome: undefined };
  }

  /** Puts the files of an archive in line in its place; false when it is to be read itself. */
  async #openArchive(row: FileRow, file: File): Promise<boolean> {
    const { members, passedOver } = await this.#service.archiveMembers(file);
    if (members.length === 0 || this.#stopped.has(row.id)) return false;
    const waiting = members.map((member) => {
      const { path, packedBytes } = member;
      const name = path.slice(path.lastIndexOf('/') + 1);
      return { row: this.#newRow(name, `${row.path}/${path}`, packedBytes), file, member };
    });
    this.#waiting.unshift(...waiting);
    const at = this.rows.findIndex(({ id }) => id === row.id);
    // The archive keeps a line of its own only to say what in it was passed over.
    const kept = passedOver.length > 0 ? 1 : 0;
    this.rows = this.rows.toSpliced(at + kept, 1 - kept, ...waiting.map((entry) => entry.row));
    const facts = { traces: [], alreadyThere: [], milliseconds: 0 };
    this.#change(row.id, {
      state: 'done',
      outcome: { kind: 'read-with-list', ...facts, skipped: passedOver },
    });
    return true;
  }

  async #read({ row, file, member }: Waiting): Promise<void> {
    this.#change(row.id, { state: 'reading' });
    let outcome: ImportOutcome | undefined;
    try {
      if (member === undefined && (await this.#openArchive(row, file))) return;
      outcome = this.#stopped.has(row.id)
        ? { kind: 'refused', problem: problem('cancelled') }
        : await this.#service.importFile(
            row.id,
            file,
            row.name,
            row.path,
            (progress) => this.#change(row.id, { progress }),
            member,
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

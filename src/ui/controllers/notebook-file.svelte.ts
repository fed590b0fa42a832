import type { Problem } from '../../base/problem';
import type { NotebookDocument } from '../../notebook/document/cell';
import { newRow } from '../../notebook/document/new-notebook';
import type { FileChoice, FilePreview, FileProgress } from '../../notebook/file/contract';
import type { TraceConnection } from '../../notebook/service/contract';
import { saveFile } from './save-file';

const EXPORT = 'export notebook';
const KEY = 'memtrace.file-choice';

/** Writes the open notebook into a file, and shows before what would be in it. */
export class NotebookFile {
  withTraces = $state(true);
  redact = $state(false);
  preview = $state.raw<FilePreview | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  progress = $state.raw<FileProgress | undefined>(undefined);
  running = $state(false);
  readonly #connection: Pick<TraceConnection, 'files' | 'traces'>;

  constructor(connection: Pick<TraceConnection, 'files' | 'traces'>) {
    this.#connection = connection;
    this.withTraces = remembered('without-traces') !== true;
  }

  get choice(): FileChoice {
    return { withTraces: this.withTraces && !this.redact, redact: this.redact };
  }

  /** Fetches what the file would hold. */
  async look(document: NotebookDocument): Promise<void> {
    const preview = await this.#connection.files.preview(document);
    this.preview = preview.ok ? preview.value : undefined;
    this.problem = preview.ok ? undefined : preview.problem;
  }

  /** Writes the file and hands it to the browser; returns its name and size, or nothing. */
  async write(
    document: NotebookDocument,
  ): Promise<{ readonly name: string; readonly bytes: number } | undefined> {
    if (this.running) return undefined;
    this.running = true;
    this.problem = undefined;
    try {
      const file = await this.#connection.files.write(
        EXPORT,
        document,
        this.choice,
        (progress) => (this.progress = progress),
      );
      if (!file.ok) {
        this.problem = file.problem;
        return undefined;
      }
      const name = fileName(document.title);
      saveFile(file.value, name);
      remember('without-traces', !this.withTraces);
      return { name, bytes: file.value.size };
    } finally {
      this.running = false;
      this.progress = undefined;
    }
  }

  async stop(): Promise<void> {
    await this.#connection.traces.cancel(EXPORT);
  }
}

/** Whether a dropped file begins as a zip does; only then is the worker asked what it is. */
export async function mayBeNotebook(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [0x50, 0x4b, 0x03, 0x04].every((byte, i) => head[i] === byte);
}

/** What became of a notebook file: the notebook it is now, or why it could not be opened. */
export type OpenedFile =
  | {
      readonly kind: 'opened';
      readonly id: string;
      readonly title: string;
      readonly missing: number;
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Reads a notebook file and stores the notebook, under its own id where that is free. */
export async function openFile(
  { files, notebooks }: Pick<TraceConnection, 'files' | 'notebooks'>,
  file: Blob,
): Promise<OpenedFile> {
  const read = await files.read(file, () => undefined);
  if (!read.ok) return { kind: 'refused', problem: read.problem };
  const all = await notebooks.all();
  if (!all.ok) return { kind: 'refused', problem: all.problem };
  const { document, missing } = read.value;
  const isTaken = all.value.some(({ id }) => id === document.id);
  const id = isTaken ? crypto.randomUUID() : document.id;
  const created = await notebooks.create(newRow({ ...document, id }, Date.now()));
  if (!created.ok) return { kind: 'refused', problem: created.problem };
  return { kind: 'opened', id, title: document.title, missing };
}

const fileName = (title: string): string => {
  const safe = title.replace(/[^\p{L}\p{N}._ -]+/gu, '_').trim();
  return `${safe.slice(0, 80) || 'notebook'}.memtrace.zip`;
};

function remembered(choice: string): boolean | undefined {
  try {
    return localStorage.getItem(`${KEY}.${choice}`) === 'true';
  } catch {
    return undefined;
  }
}

function remember(choice: string, value: boolean): void {
  try {
    localStorage.setItem(`${KEY}.${choice}`, String(value));
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

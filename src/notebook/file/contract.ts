import type { TraceKey } from '../../base/brand';
import type { Result } from '../../base/result';
import type { NotebookDocument } from '../document/cell';

/** How much of a notebook goes into its file. */
export interface FileChoice {
  /** The raw bytes of every trace, compressed. Never together with `redact`. */
  readonly withTraces: boolean;
  /** Blots out what traces said: quotes, sentences about them, reasons, questions and answers of labs. */
  readonly redact: boolean;
}

/** A trace that a file names or holds. */
export interface FileTrace {
  readonly key: TraceKey;
  readonly name: string;
  readonly path: string;
  readonly system: string;
  /** Bytes of its file, unpacked. */
  readonly bytes: number;
}

/** A Prompt lab that a file holds, as counts. */
export interface FileLab {
  readonly versions: number;
  readonly trials: number;
  readonly suggestions: number;
  readonly runs: number;
  /** Replayed traces of its trials and runs, and their bytes. */
  readonly replays: number;
  readonly replayBytes: number;
}

/** What a file would hold: shown before it is written. */
export interface FilePreview {
  readonly cells: number;
  readonly verdicts: number;
  readonly proofs: number;
  readonly labels: number;
  readonly labs: readonly FileLab[];
  readonly traces: readonly FileTrace[];
  /** Bytes of all of them, a file with several graphs counted once. */
  readonly traceBytes: number;
}

/** A notebook that was read from a file: its traces, verdicts, labels and labs are stored already. */
export interface ReadFile {
  /** As it was written, with the id it had there; a lab whose id is taken by another state of it has a new one. */
  readonly document: NotebookDocument;
  /** How many of its traces are neither in the file nor in this browser. */
  readonly missing: number;
}

export interface FileProgress {
  readonly done: number;
  readonly total: number;
}

/** Writes notebooks into files and reads them. */
export interface NotebookFiles {
  preview(document: NotebookDocument): Promise<Result<FilePreview>>;
  /** Stopped through `TraceService.cancel(id)`. */
  write(
    id: string,
    document: NotebookDocument,
    choice: FileChoice,
    report: (progress: FileProgress) => void,
  ): Promise<Result<Blob>>;
  /** Whether a dropped file is one of these, whatever its name. */
  recognises(file: Blob): Promise<boolean>;
  /** Reads one: stores what is in it and gives the notebook, which is not stored yet. */
  read(file: Blob, report: (progress: FileProgress) => void): Promise<Result<ReadFile>>;
}

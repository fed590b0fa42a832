import type { NotebookDocument } from '../document/cell';
import type { ScoringParts } from '../service/scoring/scoring-service';
import type { ArchiveMember } from '../../trace/read/several-files';
import type { ImportOutcome } from '../service/contract';
import type { FileChoice, FileProgress } from './contract';
import { isNotebookFile, readNotebookFile } from './read-file';
import { previewFile, writeFile } from './write-file';

/** What the service shares with the other services of the worker. */
export type FileParts = Pick<ScoringParts, 'store' | 'book' | 'now' | 'onProblem' | 'ready'> & {
  readonly importMember: (
    file: Blob,
    name: string,
    path: string,
    member: ArchiveMember,
  ) => Promise<ImportOutcome>;
  /** Runs work that `TraceService.cancel` stops by this id. */
  readonly abortable: <T>(id: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
};

/** Notebook files, in the worker that has the traces. */
export class StoredNotebookFiles {
  constructor(private readonly parts: FileParts) {}

  async preview(document: NotebookDocument) {
    await this.parts.ready();
    return previewFile(this.parts.store, document);
  }

  async write(
    id: string,
    document: NotebookDocument,
    choice: FileChoice,
    report: (progress: FileProgress) => void,
  ) {
    const { parts } = this;
    await parts.ready();
    return parts.abortable(id, (signal) => writeFile(parts, document, choice, signal, report));
  }

  recognises(file: Blob): Promise<boolean> {
    return isNotebookFile(file);
  }

  async read(file: Blob, report: (progress: FileProgress) => void) {
    const { store, book, onProblem, ready, importMember } = this.parts;
    await ready();
    return readNotebookFile(
      {
        store,
        onProblem,
        importTrace: importMember,
        onRows: (found, labels) => {
          for (const { verdicts, foundAt } of found) book.found(verdicts, foundAt);
          book.labelled(labels);
        },
      },
      file,
      report,
    );
  }
}

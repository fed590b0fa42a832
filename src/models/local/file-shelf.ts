/** Files of models on this device. Names are made of ids; a file may be there in part. */
export interface FileShelf {
  /** Bytes of a file so far; `undefined` when there is none. */
  size(name: string): Promise<number | undefined>;
  /** The file as it is now, read from the device when its bytes are asked for. */
  read(name: string): Promise<Blob | undefined>;
  /** Opens a file to write behind its first `from` bytes; what was there behind them goes. */
  append(name: string, from: number): Promise<ShelfWriter>;
  remove(name: string): Promise<void>;
}

export interface ShelfWriter {
  write(bytes: Uint8Array): void;
  /** What was written stays, also when it is not the whole file. */
  close(): void;
}

// Known to workers only, and therefore missing from the types of the page.
interface SyncHandle {
  write(bytes: Uint8Array, options: { at: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

function hasSyncHandle(
  file: FileSystemFileHandle,
): file is FileSystemFileHandle & { createSyncAccessHandle(): Promise<SyncHandle> } {
  return 'createSyncAccessHandle' in file;
}

const FOLDER = 'memtrace-models';

/** Files in the browser's private file system (OPFS). For workers: what was written survives a crash. */
export class OpfsShelf implements FileShelf {
  async size(name: string): Promise<number | undefined> {
    return (await this.read(name))?.size;
  }

  async read(name: string): Promise<Blob | undefined> {
    const file = await this.file(name, false);
    return file?.getFile();
  }

  async append(name: string, from: number): Promise<ShelfWriter> {
    const file = await this.file(name, true);
    if (!file || !hasSyncHandle(file)) throw new Error('This browser cannot write model files.');
    const handle = await file.createSyncAccessHandle();
    handle.truncate(from);
    let at = from;
    return {
      write: (bytes) => {
        at += handle.write(bytes, { at });
      },
      close: () => {
        handle.flush();
        handle.close();
      },
    };
  }

  async remove(name: string): Promise<void> {
    const folder = await this.folder();
    // A file that is not there is removed already.
    if (await this.file(name, false)) await folder.removeEntry(toFileName(name));
  }

  private async folder(): Promise<FileSystemDirectoryHandle> {
    const root = await navigator.storage.getDirectory();
    return root.getDirectoryHandle(FOLDER, { create: true });
  }

  private async file(name: string, create: boolean): Promise<FileSystemFileHandle | undefined> {
    const folder = await this.folder();
    try {
      return await folder.getFileHandle(toFileName(name), { create });
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw error;
    }
  }
}

const toFileName = (name: string): string => encodeURIComponent(name).replaceAll('*', '%2A');

import { filesBelow, isHidden } from '../../sources/files-below';
import type { DroppedFile } from '../controllers/imports.svelte';

/**
 * The files of a drop, those in folders included, in the order of their paths. Must be called while
 * the drop event is being handled: afterwards the browser takes the entries away. Files whose name
 * starts with a dot inside a folder are the system's own and left out.
 */
export function droppedFiles(transfer: DataTransfer): Promise<readonly DroppedFile[]> {
  const entries: FileSystemEntry[] = [];
  const loose: DroppedFile[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) entries.push(entry);
    else {
      // A file itself, and anything that scripts put into the drop, which has no entry.
      const file = item.getAsFile();
      if (file) loose.push({ file, path: file.name });
    }
  }
  return walk(entries).then((found) => [...loose, ...found]);
}

/** The files of a picker; a folder picker gives each file its path inside the folder. */
export function pickedFiles(list: FileList): readonly DroppedFile[] {
  return [...list]
    .map((file) => ({ file, path: file.webkitRelativePath || file.name }))
    .filter(({ path }) => !path.includes('/') || !isHidden(path));
}

/** Walks folders; what cannot be opened (moved, not allowed) is left out. */
async function walk(roots: readonly FileSystemEntry[]): Promise<readonly DroppedFile[]> {
  const { files } = await filesBelow(roots, {
    portions: (folder) => {
      const reader = folder instanceof FileSystemDirectoryEntry ? folder.createReader() : undefined;
      // A reader hands entries out in portions (100 in Chromium) until one is empty.
      return () =>
        new Promise((resolve, reject) => {
          if (reader) reader.readEntries(resolve, reject);
          else resolve([]);
        });
    },
    open: (entry) =>
      new Promise<File>((resolve, reject) => {
        if (entry instanceof FileSystemFileEntry) entry.file(resolve, reject);
        else reject(new TypeError('The entry is neither a file nor a folder.'));
      }),
  });
  return files;
}

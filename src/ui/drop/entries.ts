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

const isHidden = (path: string): boolean => path.split('/').some((part) => part.startsWith('.'));

/** Walks folders without recursion: a folder may be nested to any depth. */
async function walk(roots: readonly FileSystemEntry[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  const open = [...roots];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const path = entry.fullPath.replace(/^\//, '');
    if (isHidden(path)) continue;
    if (entry instanceof FileSystemDirectoryEntry) open.push(...(await childrenOf(entry)));
    else if (entry instanceof FileSystemFileEntry) found.push({ file: await fileOf(entry), path });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** All entries of a folder; a reader hands them out in portions (100 in Chromium) until one is empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (portion.length === 0) return children;
    children.push(...portion);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

import { access, constants, lstat, readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file to read, or why there is none. `path` is as the user gave it, or below a folder as given. */
export type FoundPath =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'none'; readonly path: string; readonly sentence: string };

const TRACE_FILE = /\.(?:json|jsonl|ndjson|csv)(?:\.gz|\.zst)?$|\.zip$/i;

/**
 * The files that the arguments name: files as they are, folders replaced by the trace files in them, at
 * any depth, in order of their names. Links inside folders are not followed: they may lead in circles.
 */
export async function findTraceFiles(paths: readonly string[]): Promise<readonly FoundPath[]> {
  const found: FoundPath[] = [];
  for (const path of paths) {
    try {
      if ((await stat(path)).isDirectory()) found.push(...(await filesBelow(path)));
      else found.push({ kind: 'file', path });
    } catch (error) {
      found.push({ kind: 'none', path, sentence: reasonOf(error) });
    }
  }
  return found;
}

async function filesBelow(folder: string): Promise<readonly FoundPath[]> {
  const found: FoundPath[] = [];
  const waiting = [folder.replace(/(?<=.)\/+$/, '')];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const names = (await readdir(next)).sort((a, b) => (a < b ? -1 : 1));
    const folders: string[] = [];
    for (const name of names) {
      const path = next === '/' ? `/${name}` : `${next}/${name}`;
      const entry = await lstat(path);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && TRACE_FILE.test(name)) found.push({ kind: 'file', path });
    }
    waiting.push(...folders.reverse());
  }
  if (found.length > 0) return found;
  return [
    {
      kind: 'none',
      path: folder,
      sentence: 'There is no .json, .jsonl, .csv, .gz, .zst or .zip file in it.',
    },
  ];
}

/** Why no file could be written there, in a sentence; found out before work is put into it. */
export async function whyNotWritable(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(dirname(path))).isDirectory()) return 'A part of the path is not a folder.';
    const there = await stat(path).catch(() => undefined);
    if (there?.isDirectory() === true) return 'It is a folder.';
    await access(there === undefined ? dirname(path) : path, constants.W_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EROFS' ? 'It may not be written.' : reasonOf(error);
  }
}

/** What Node says about a path, in words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'There is no such file or folder.';
  if (code === 'EACCES' || code === 'EPERM') return 'It may not be read.';
  if (code === 'ENOTDIR') return 'A part of the path is not a folder.';
  return error instanceof Error ? error.message : String(error);
}

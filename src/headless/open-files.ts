import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { MemoryBytes, type TraceBytes } from '../trace/bytes';
import type { ReadTrace } from '../trace/columns';
import { readFile, type FileOutcome, type ReadOptions } from '../trace/read/read-file';
import {
  memberSource,
  severalFiles,
  type ArchiveContents,
  type ArchiveMember,
} from '../trace/read/several-files';
import type { ByteSource } from '../trace/read/source';
import { WindowedBytes } from '../trace/windowed-bytes';

/** Where the bytes of one trace are, for any thread: in memory that threads share, or in a file. */
export type BytesPlace =
  | { readonly kind: 'memory'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly start: number; readonly end: number };

/** One graph of a file: its columns and its own bytes (offset 0 is its `{`). */
export interface OpenedTrace {
  readonly read: ReadTrace;
  readonly bytes: TraceBytes;
  /** Where another thread finds the same bytes; valid as long as the file is not changed. */
  readonly place: BytesPlace;
}

/** A file read in Node: the outcome of reading, and its graphs. */
export interface OpenedFile {
  readonly path: string;
  readonly outcome: FileOutcome;
  /** Empty when the file was refused. */
  readonly traces: readonly OpenedTrace[];
  /** Closes the file; the bytes of its traces cannot be read after that. */
  close(): void;
}

/**
 * Reads a trace file (plain or packed, one graph or several) from disk. Never throws: see `outcome`.
 * @param member reads this file of an archive
 */
export async function openFile(
  path: string,
  options: Pick<ReadOptions, 'signal' | 'onProgress'> = {},
  member?: ArchiveMember,
): Promise<OpenedFile> {
  const parts: Uint8Array[] = [];
  const file = await openSource(path);
  const source = member === undefined ? file.source : memberSource(file.source, member);
  const outcome = await readFile(source, {
    ...options,
    onDecoded: (bytes) => parts.push(bytes),
  });
  await file.close();
  if (outcome.kind === 'refused') return { path, outcome, traces: [], close: () => undefined };
  if (outcome.bytes !== 'file') {
    const all = joined(
      outcome.bytes === 'decoded' ? parts : [new Uint8Array(await outcome.bytes.arrayBuffer())],
    );
    const traces = outcome.traces.map((read): OpenedTrace => {
      const bytes = all.subarray(read.start, read.end);
      return { read, bytes: new MemoryBytes(bytes), place: { kind: 'memory', bytes } };
    });
    return { path, outcome, traces, close: () => undefined };
  }
  const fd = openSync(path, 'r');
  const traces = outcome.traces.map((read): OpenedTrace => {
    const { start, end } = read;
    return { read, bytes: fileBytes(fd, start, end), place: { kind: 'file', path, start, end } };
  });
  return { path, outcome, traces, close: once(() => closeSync(fd)) };
}

/** Opens the bytes of a trace where another thread has found them. */
export function openPlace(place: BytesPlace): { readonly bytes: TraceBytes; close(): void } {
  if (place.kind === 'memory')
    return { bytes: new MemoryBytes(place.bytes), close: () => undefined };
  const fd = openSync(place.path, 'r');
  return { bytes: fileBytes(fd, place.start, place.end), close: once(() => closeSync(fd)) };
}

/** The trace files of an archive that holds several; empty for every other file. */
export async function archiveMembers(path: string): Promise<ArchiveContents> {
  const file = await openSource(path);
  const contents = await severalFiles(file.source);
  await file.close();
  return contents;
}

/** Pieces one after the other, in memory that other threads can read without a copy. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}

async function openSource(
  path: string,
): Promise<{ readonly source: ByteSource; close(): Promise<void> }> {
  try {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    const read = async (start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
      const bytes = new Uint8Array(end - start);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
      return bytes.subarray(0, bytesRead);
    };
    return { source: { size, read }, close: () => file.close() };
  } catch (error) {
    // A path that cannot be opened is an outcome like any other: reading it fails.
    const read = (): Promise<never> =>
      Promise.reject(error instanceof Error ? error : new Error(String(error)));
    return { source: { size: 1, read }, close: () => Promise.resolve() };
  }
}

/** The bytes `start..end` of an open file, read through windows. */
function fileBytes(fd: number, start: number, end: number): TraceBytes {
  return new WindowedBytes(Math.min(end, fstatSync(fd).size) - start, (from, to) => {
    const bytes = new Uint8Array(to - from);
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(fd, bytes, done, bytes.length - done, start + from + done);
      if (read === 0) break;
      done += read;
    }
    return bytes.subarray(0, done);
  });
}

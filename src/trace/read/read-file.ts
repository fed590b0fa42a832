import { problem, type Problem } from '../../base/problem';
import type { ReadTrace, Skipped } from '../columns';
import { DocumentReader } from './document-reader';
import { gunzip, type GzipEnd } from './gunzip';
import { createTraceHasher } from './hasher';
import { Skips } from './skips';
import { sniff, SNIFF_BYTES, type Packing } from './sniff';
import { chunksOf, type ByteSource } from './source';

/** How far reading has come, in bytes of the file as it is stored. */
export interface ReadProgress {
  readonly done: number;
  readonly total: number;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  /**
   * Takes the text of the file, UTF-8, piece by piece, when that is not the file itself: it was
   * compressed or in another encoding. Offsets of traces then count in these bytes.
   */
  readonly onDecoded?: (bytes: Uint8Array) => void;
}

/**
 * The one outcome of a file. `list` and each trace's own `skipped` say what was left out; a file is
 * read with nothing to report when all of them are empty.
 */
export type FileOutcome =
  | {
      readonly kind: 'read';
      readonly traces: readonly ReadTrace[];
      /** What was met outside of any trace. */
      readonly skipped: readonly Skipped[];
      /** Whether offsets count in the file itself or in what `onDecoded` was given. */
      readonly bytes: 'file' | 'decoded';
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** Columns hold 32-bit offsets. */
const LARGEST_FILE = 0xffff_fff0;

/**
 * Reads one file in one streaming pass: sniffs the packing, decompresses, decodes, and slices the
 * records of every graph in it into columns. Never throws: whatever happens is the outcome.
 */
export async function readFile(
  source: ByteSource,
  options: ReadOptions = {},
): Promise<FileOutcome> {
  const { signal } = options;
  try {
    signal?.throwIfAborted();
    if (source.size === 0) return refused(problem('empty-file'));
    const packing = sniff(await source.read(0, Math.min(source.size, SNIFF_BYTES)));
    if (packing.kind === 'unsupported')
      return refused(problem('unsupported-format', `The file is packed as ${packing.name}.`));
    if (packing.kind !== 'gzip' && source.size > LARGEST_FILE)
      return refused(
        problem('too-large', `${String(source.size)} bytes; at most 4 GiB can be read.`),
      );
    return await readPacked(source, packing, options);
  } catch (error) {
    if (signal?.aborted === true) return refused(problem('cancelled'));
    return refused(problem('read-failed', error instanceof Error ? error.message : String(error)));
  }
}

function refused(why: Problem): FileOutcome {
  return { kind: 'refused', problem: why };
}

type TextPacking = Exclude<Packing, { readonly kind: 'unsupported' }>;

async function readPacked(
  source: ByteSource,
  packing: TextPacking,
  options: ReadOptions,
): Promise<FileOutcome> {
  const { signal, onProgress, onDecoded } = options;
  const reader = new DocumentReader(await createTraceHasher());
  const report = (done: number): void => onProgress?.({ done, total: source.size });
  const decoded = (bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    onDecoded?.(bytes);
    reader.push(bytes);
  };
  let end: GzipEnd = { kind: 'whole' };
  if (packing.kind === 'gzip')
    end = await pour(gunzip(source, signal, report), decoded, () => reader.stopped);
  else if (packing.kind === 'utf-8') {
    let done = 0;
    for await (const chunk of chunksOf(source, 0, signal)) {
      reader.push(chunk);
      report((done += chunk.length));
      if (reader.stopped) break;
    }
  } else await transcode(source, packing.kind, signal, decoded, report);
  return outcome(reader, packing.kind === 'utf-8' ? 'file' : 'decoded', end);
}

/** Gives every piece away and returns what the generator returns. */
async function pour(
  pieces: AsyncGenerator<Uint8Array, GzipEnd>,
  take: (bytes: Uint8Array) => void,
  stopped: () => boolean,
): Promise<GzipEnd> {
  for (;;) {
    const { done, value } = await pieces.next();
    if (done === true) return value;
    take(value);
    if (stopped()) {
      await pieces.return({ kind: 'whole' });
      return { kind: 'whole' };
    }
  }
}

async function transcode(
  source: ByteSource,
  encoding: 'utf-16le' | 'utf-16be',
  signal: AbortSignal | undefined,
  take: (bytes: Uint8Array) => void,
  report: (done: number) => void,
): Promise<void> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  let done = 0;
  for await (const chunk of chunksOf(source, 0, signal)) {
    take(encoder.encode(decoder.decode(chunk, { stream: true })));
    report((done += chunk.length));
  }
  take(encoder.encode(decoder.decode()));
}

function outcome(reader: DocumentReader, bytes: 'file' | 'decoded', end: GzipEnd): FileOutcome {
  const content = reader.finish();
  const skips = new Skips();
  if (end.kind === 'too-large')
    return refused(
      problem('too-large', `${String(end.bytes)} bytes came out of the compressed file.`),
    );
  if (end.kind === 'damaged') {
    const detail = `Decompression failed after ${String(end.at)} bytes: ${end.reason}.`;
    if (content.traces.length === 0) return refused(problem('bad-compression', detail));
    skips.add('bad-compression', detail, { byte: end.at });
  }
  if (content.problem !== undefined) return refused(content.problem);
  return {
    kind: 'read',
    traces: content.traces,
    skipped: [...content.skipped.list(), ...skips.list()],
    bytes,
  };
}

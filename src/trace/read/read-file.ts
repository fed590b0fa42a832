import { problem, type Problem } from '../../base/problem';
import type { ReadTrace, Skipped } from '../columns';
import { DocumentReader } from './document-reader';
import { createTraceHasher } from './hasher';
import { sniff, SNIFF_BYTES } from './sniff';
import { chunksOf, type ByteSource } from './source';
import { createUnpacker, type TextPacking, type UnpackEnd } from './unpacker';

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
    return await readPacked(source, packing.kind, options);
  } catch (error) {
    if (signal?.aborted === true) return refused(problem('cancelled'));
    return refused(problem('read-failed', error instanceof Error ? error.message : String(error)));
  }
}

function refused(why: Problem): FileOutcome {
  return { kind: 'refused', problem: why };
}

async function readPacked(
  source: ByteSource,
  packing: TextPacking,
  { signal, onProgress, onDecoded }: ReadOptions,
): Promise<FileOutcome> {
  const reader = new DocumentReader(await createTraceHasher());
  const unpacker = await createUnpacker(packing, source.size, (bytes) => {
    if (packing !== 'utf-8') onDecoded?.(bytes);
    reader.push(bytes);
  });
  let done = 0;
  for await (const chunk of chunksOf(source, unpacker.chunk, signal)) {
    const more = unpacker.push(chunk) && !reader.stopped;
    onProgress?.({ done: (done += chunk.length), total: source.size });
    if (!more) break;
  }
  const end: UnpackEnd = reader.stopped ? { kind: 'whole' } : unpacker.finish();
  return outcome(reader, packing === 'utf-8' ? 'file' : 'decoded', end);
}

function outcome(reader: DocumentReader, bytes: 'file' | 'decoded', end: UnpackEnd): FileOutcome {
  const content = reader.finish();
  if (end.kind === 'too-large') return refused(problem('too-large', end.reason));
  const found = content.traces.length > 0;
  if (end.kind === 'damaged') {
    if (!found) return refused(problem('bad-compression', `${end.reason}.`));
    content.skipped.add('bad-compression', `${end.reason}.`, {});
  }
  if (content.problem !== undefined) return refused(content.problem);
  if (end.kind === 'trailing')
    content.skipped.add(
      'bad-compression',
      `${String(end.bytes)} bytes follow the compressed data.`,
      {},
    );
  return { kind: 'read', traces: content.traces, skipped: content.skipped.list(), bytes };
}

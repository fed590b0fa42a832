import { inSlices, Slices } from '../../base/pause';
import { problem, type Problem } from '../../base/problem';
import type { ReadTrace, Skipped } from '../columns';
import type { DocumentContent } from './document-content';
import { DocumentReader } from './document-reader';
import { openForeign, recognise, type ForeignFormat } from './foreign/read-foreign';
import { createTraceHasher } from './hasher';
import { ODD } from './oddities';
import { openMember, openPacking, unsupported, type OpenPacking } from './packing/open-packing';
import { MOST_BYTES } from './packing/output-limit';
import { sniff, SNIFF_BYTES } from './packing/sniff';
import { joined, type TakeText, type UnpackEnd } from './packing/unpacker';
import { listArchive } from './packing/zip-archive';
import { DamagedArchive, memberSource } from './packing/zip-member';
import { blobSource, chunksOf, type ByteSource } from './source';

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
      /** What was odd outside of any trace and read all the same. */
      readonly tolerated: readonly Skipped[];
      /**
       * Whether offsets count in the file itself, in what `onDecoded` was given, or in this export,
       * which a file of another tool was translated into.
       */
      readonly bytes: 'file' | 'decoded' | Blob;
    }
  | { readonly kind: 'refused'; readonly problem: Problem };

/**
 * Reads one file in one streaming pass: sniffs the packing, decompresses, decodes, and slices the
 * records of every graph in it into columns. An archive with one trace file in it is read as that
 * file; one with several is refused: read its members one by one (`listArchive`, `memberSource`).
 * Never throws: whatever happens is the outcome.
 */
export async function readFile(
  source: ByteSource,
  options: ReadOptions = {},
): Promise<FileOutcome> {
  try {
    return await readSource(source, options);
  } catch (error) {
    if (options.signal?.aborted === true) return refused(problem('cancelled'));
    if (error instanceof DamagedArchive) return refused(problem('bad-compression', error.message));
    return refused(problem('read-failed', error instanceof Error ? error.message : String(error)));
  }
}

function refused(why: Problem): FileOutcome {
  return { kind: 'refused', problem: why };
}

async function readSource(source: ByteSource, options: ReadOptions): Promise<FileOutcome> {
  options.signal?.throwIfAborted();
  if (source.size === 0) return refused(problem('empty-file'));
  const hasher = await createTraceHasher();
  try {
    const reader = new DocumentReader(hasher);
    const head = new Head();
    const read = await readWith(reader, source, options, head);
    // A file without any trace may be one of another tool.
    const format =
      read.kind === 'refused' && head.size > 0 && !UNREAD.has(read.problem.kind)
        ? recognise(reader.graphs.foreign, head.bytes)
        : undefined;
    return format === undefined ? read : await readForeign(format, source, options);
  } finally {
    hasher.release();
  }
}

/** Reasons that have nothing to do with what the text of a file is. */
const UNREAD: ReadonlySet<string> = new Set([
  'bad-compression',
  'too-large',
  'several-files',
  'no-data',
]);

/** Translates a file of another tool, and reads the trace that it became. */
async function readForeign(
  format: ForeignFormat,
  source: ByteSource,
  options: ReadOptions,
): Promise<FileOutcome> {
  const reader = await openForeign(format);
  const open = await unpack(source, (bytes) => reader.push(bytes), options);
  const end = open.finish();
  if (end.kind === 'too-large') return refused(problem('too-large', end.reason));
  const translated = reader.finish();
  if (!('trace' in translated)) return refused(translated);
  const { signal } = options;
  const read = await readFile(blobSource(translated.trace), signal === undefined ? {} : { signal });
  if (read.kind === 'refused') return read;
  return { ...read, skipped: [...translated.skipped, ...read.skipped], bytes: translated.trace };
}

/** Unpacks all of a file into `take`; its end is still to be asked for. */
async function unpack(
  source: ByteSource,
  take: TakeText,
  { signal, onProgress }: ReadOptions,
): Promise<OpenPacking> {
  const member = await openMember(source, take);
  const packing = sniff(await source.read(0, Math.min(source.size, SNIFF_BYTES)));
  const kind = packing.kind === 'zip' || packing.kind === 'unsupported' ? 'utf-8' : packing.kind;
  const open = member ?? (await openPacking(kind, source.size, take));
  const slices = new Slices();
  let done = 0;
  for await (const chunk of chunksOf(source, open.chunk, signal)) {
    const more = open.push(chunk);
    await slices.breathe();
    onProgress?.({ done: (done += chunk.length), total: source.size });
    if (!more) break;
  }
  return open;
}

/** The first bytes of a text. */
class Head {
  bytes: Uint8Array = new Uint8Array(0);

  get size(): number {
    return this.bytes.length;
  }

  take(bytes: Uint8Array): void {
    if (this.size < HEAD) this.bytes = joined(this.bytes, bytes.slice(0, HEAD - this.size));
  }
}

/** Enough for the first line of any table. */
const HEAD = 64 << 10;

async function readWith(
  reader: DocumentReader,
  source: ByteSource,
  options: ReadOptions,
  head: Head,
): Promise<FileOutcome> {
  const take = (bytes: Uint8Array): void => {
    head.take(bytes);
    reader.push(bytes);
  };
  const passOn = (bytes: Uint8Array): void => {
    options.onDecoded?.(bytes);
    take(bytes);
  };
  const member = await openMember(source, passOn);
  if (member !== undefined) return readPacked(source, member, reader, options);
  const packing = sniff(await source.read(0, Math.min(source.size, SNIFF_BYTES)));
  if (packing.kind === 'unsupported') return refused(unsupported(packing.name));
  if (packing.kind === 'zip') return readOnlyMember(source, options);
  const isPacked = packing.kind === 'gzip' || packing.kind === 'zstd';
  if (!isPacked && source.size > MOST_BYTES)
    return refused(
      problem('too-large', `${String(source.size)} bytes; at most 4 GiB can be read.`),
    );
  const isFile = packing.kind === 'utf-8';
  const open = await openPacking(packing.kind, source.size, isFile ? take : passOn);
  return readPacked(source, open, reader, options);
}

/** Reads an archive that holds a single trace file. */
async function readOnlyMember(archive: ByteSource, options: ReadOptions): Promise<FileOutcome> {
  const list = await listArchive(archive);
  if (!list.ok) return refused(list.problem);
  const { members, passedOver } = list.value;
  const [only, ...others] = members;
  if (only === undefined || others.length > 0)
    return refused(problem('several-files', `It holds ${String(members.length)} trace files.`));
  const outcome = await readFile(memberSource(archive, only), options);
  if (outcome.kind === 'refused') return outcome;
  return { ...outcome, skipped: [...outcome.skipped, ...passedOver] };
}

async function readPacked(
  source: ByteSource,
  open: OpenPacking,
  reader: DocumentReader,
  { signal, onProgress }: ReadOptions,
): Promise<FileOutcome> {
  let done = 0;
  for await (const chunk of chunksOf(source, open.chunk, signal)) {
    const more = open.push(chunk) && !reader.stopped;
    await inSlices(reader.graphs.settle(), signal);
    onProgress?.({ done: (done += chunk.length), total: source.size });
    if (!more) break;
  }
  const end: UnpackEnd = reader.stopped ? { kind: 'whole' } : open.finish();
  if (open.problem !== undefined) return refused(open.problem);
  if (open.isUtf16) reader.tolerated.add(ODD.utf16, { byte: 0 });
  const content = await inSlices(reader.finish(), signal);
  return outcome(content, open.isFile ? 'file' : 'decoded', end);
}

function outcome(content: DocumentContent, bytes: 'file' | 'decoded', end: UnpackEnd): FileOutcome {
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
  return {
    kind: 'read',
    traces: content.traces,
    skipped: content.skipped.list(),
    tolerated: content.tolerated.list(),
    bytes,
  };
}

import { ZipReader, type Entry } from '@zip.js/zip.js/lib/zip-core-reader.js';
import { problem, type Problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { Skipped } from '../../columns';
import { Skips } from '../skips';
import type { ByteSource } from '../source';
import { BOMB_BYTES, BOMB_RATIO } from './output-limit';
import type { ArchiveMember } from './zip-member';

/** What is in an archive: the members worth reading, and why the others are not. */
export interface ArchiveContents {
  readonly members: readonly ArchiveMember[];
  readonly passedOver: readonly Skipped[];
}

const TRACE_NAME = /\.(?:json|jsonl|ndjson|csv)(?:\.gz|\.zst)?$|\.gz$/i;
const ARCHIVE_NAME = /\.(?:zip|7z|rar|tar|tgz|tar\.gz)$/i;
/** Files that systems add: their names begin with a dot, or they lie in the Mac's own folder. */
const HIDDEN_NAME = /(?:^|\/)(?:\.(?!\.[\\/])|__MACOSX\/)/;
const UNSAFE_NAME = /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/;
const METHODS: ReadonlyMap<number, ArchiveMember['method']> = new Map([
  [0, 'stored'],
  [8, 'deflate'],
]);

/**
 * Lists an archive by its central directory; no member is read. Members are chosen by name; when no
 * name looks like a trace, every file is one, for their content tells.
 */
export async function listArchive(source: ByteSource): Promise<Result<ArchiveContents>> {
  let entries: readonly Entry[];
  try {
    const zip = new ZipReader(new SourceReader(source), { filenameValidation: 'tolerant' });
    entries = await zip.getEntries();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return err(problem('bad-compression', `The list of the files in the archive: ${reason}.`));
  }
  const files = entries.filter((entry) => !entry.directory && !HIDDEN_NAME.test(entry.filename));
  const skips = new Skips();
  const listed = files.flatMap((entry) => {
    const member = readable(entry, skips);
    return member === undefined ? [] : [member];
  });
  if (overlap(listed))
    return err(problem('bad-compression', 'Files in the archive share their bytes.'));
  const members = withoutBombs(listed, skips);
  const named = members.filter(({ path }) => TRACE_NAME.test(path));
  const chosen = named.length > 0 ? named : members;
  for (const { path } of members) {
    if (named.length === 0 || TRACE_NAME.test(path)) continue;
    skips.add('passed-over', 'Its name is not that of a trace file.', {}, () => path);
  }
  const passedOver = skips.list();
  return chosen.length > 0 ? ok({ members: chosen, passedOver }) : err(nothingIn(passedOver));
}

/**
 * Leaves out members that are packed as no trace is, when together they would fill what a bomb does: each
 * of many may stay below the limit of one. That no more comes out than is announced, reading checks.
 */
function withoutBombs(members: readonly ArchiveMember[], skips: Skips): readonly ArchiveMember[] {
  const isDense = ({ bytes, packedBytes }: ArchiveMember): boolean =>
    bytes > packedBytes * BOMB_RATIO;
  const dense = members.filter(isDense);
  const total = dense.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= BOMB_BYTES) return members;
  const packed = dense.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  const reason = `${String(total)} bytes would come out of ${String(packed)}.`;
  for (const { path } of dense) skips.add('too-large', reason, {}, () => path);
  return members.filter((member) => !isDense(member));
}

/** Problems of single files that say more than that none is left. */
const TELLING: ReadonlySet<string> = new Set(['encrypted', 'too-large']);

/** Why an archive without a readable member is refused. */
function nothingIn(passedOver: readonly Skipped[]): Problem {
  const telling = passedOver.find(({ problem: { kind } }) => TELLING.has(kind));
  if (telling !== undefined) return telling.problem;
  const [first] = passedOver;
  return problem('no-trace-file', first === undefined ? '' : `${first.places.join(', ')}.`);
}

/** The member an entry stands for, or undefined when it is passed over. */
function readable(entry: Entry, skips: Skips): ArchiveMember | undefined {
  const { filename: path, offset, compressedSize, uncompressedSize, crc32 } = entry;
  const method = METHODS.get(entry.compressionMethod);
  const objection = objectionTo(path);
  if (entry.encrypted || crc32 === undefined)
    skips.add('encrypted', 'It needs a password.', {}, () => path);
  else if (objection !== undefined) skips.add('passed-over', objection, {}, () => path);
  else if (method === undefined)
    skips.add('passed-over', 'Its method of compression is unknown.', {}, () => path);
  else
    return {
      path,
      offset,
      packedBytes: compressedSize,
      bytes: uncompressedSize,
      method,
      crc: crc32,
    };
  return undefined;
}

/** Why a file of that name is not read. */
function objectionTo(path: string): string | undefined {
  if (UNSAFE_NAME.test(path)) return 'Its name leads out of the archive.';
  return ARCHIVE_NAME.test(path) ? 'It is an archive itself.' : undefined;
}

/** Whether two members use the same bytes, as a bomb of many entries does. */
function overlap(members: readonly ArchiveMember[]): boolean {
  const sorted = [...members].sort((a, b) => a.offset - b.offset);
  return sorted.some((member, i) => {
    const next = sorted[i + 1];
    return next !== undefined && member.offset + member.packedBytes > next.offset;
  });
}

/** A source as the library reads it. */
class SourceReader {
  readonly size: number;

  constructor(private readonly source: ByteSource) {
    this.size = source.size;
  }

  /** Never used: parts are asked for instead. */
  get readable(): ReadableStream {
    return new ReadableStream();
  }

  readUint8Array(start: number, length: number): Promise<Uint8Array> {
    return this.source.read(start, Math.min(start + length, this.size));
  }
}

import { sniff, SNIFF_BYTES } from './packing/sniff';
import { listArchive, type ArchiveContents } from './packing/zip-archive';
import type { ByteSource } from './source';

export type { ArchiveContents } from './packing/zip-archive';
export { memberSource, type ArchiveMember } from './packing/zip-member';

const NONE: ArchiveContents = { members: [], passedOver: [] };

/**
 * The trace files of an archive that holds several: each is to be read by itself, as if the archive
 * were a folder. Nothing for every other file: `readFile` reads it, or says why not.
 */
export async function severalFiles(source: ByteSource): Promise<ArchiveContents> {
  try {
    const head = await source.read(0, Math.min(source.size, SNIFF_BYTES));
    if (sniff(head).kind !== 'zip') return NONE;
    const list = await listArchive(source);
    return list.ok && list.value.members.length > 1 ? list.value : NONE;
  } catch {
    // What cannot be read is an outcome of reading it.
    return NONE;
  }
}

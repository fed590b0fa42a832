import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sharedPath } from '../support/shared-data';

/** Every trace of the small set; evaluation rows beside them are no traces. */
export function smallTraces(): readonly string[] {
  const folder = sharedPath('small');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((system) =>
      readdirSync(join(folder, system)).map((name) => join(folder, system, name)),
    )
    .filter((path) => path.endsWith('.json') && !path.endsWith('.membase_eval.json'))
    .sort();
}

/** A large trace, unpacked: the bytes that reading and bare parsing are both given. */
export interface LargeTrace {
  readonly name: 'lite' | 'mem0';
  readonly path: string;
  readonly bytes: number;
}

const LARGE = [
  ['lite', 'locomo_all_lite.json.gz'],
  ['mem0', 'mem0_merged.json.gz'],
] as const;

/** The large traces, unpacked into a folder of their own that `close` removes. */
export async function unpackLargeTraces(): Promise<{
  readonly traces: readonly LargeTrace[];
  close(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'memtrace-bench-'));
  const traces: LargeTrace[] = [];
  for (const [name, file] of LARGE) {
    const packed = sharedPath('large', file);
    if (!existsSync(packed)) continue;
    const path = join(folder, basename(file, '.gz'));
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(path));
    traces.push({ name, path, bytes: statSync(path).size });
  }
  return { traces, close: () => rmSync(folder, { recursive: true }) };
}

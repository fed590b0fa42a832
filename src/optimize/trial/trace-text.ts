import { buildAdjacency } from '../../graph/adjacency';
import { EvolutionGraph } from '../../graph/evolution-graph';
import { MemoryBytes } from '../../trace/bytes';
import { readFile } from '../../trace/read/read-file';

/**
 * The graph of a trace that was just written, read as any file is.
 * @throws Error when the bytes hold no trace, which would be a fault of the recorder
 */
export async function readTrace(bytes: Uint8Array): Promise<EvolutionGraph> {
  const outcome = await readFile({
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.slice(start, end)),
  });
  const [read] = outcome.kind === 'refused' ? [] : outcome.traces;
  if (read === undefined) throw new Error('A replay wrote no readable trace.');
  const own = new MemoryBytes(bytes.subarray(read.start, read.end));
  return new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), own);
}

/** The pieces of an export as one block of bytes. */
export function bytesOf(parts: Iterable<string>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const blocks = [...parts].map((part) => encoder.encode(part));
  const all = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    all.set(block, at);
    at += block.length;
  }
  return all;
}

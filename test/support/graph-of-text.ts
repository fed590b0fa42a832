import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { MemoryBytes } from '../../src/trace/bytes';
import { readFile } from '../../src/trace/read/read-file';

/** The graph of an export, read as if it were a dropped file. */
export async function graphOfText(text: string): Promise<EvolutionGraph> {
  const bytes = new TextEncoder().encode(text);
  const outcome = await readFile({
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.slice(start, end)),
  });
  const [read] = outcome.kind === 'refused' ? [] : outcome.traces;
  if (read === undefined) throw new Error('The text holds no trace.');
  const own = new MemoryBytes(bytes.subarray(read.start, read.end));
  return new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), own);
}

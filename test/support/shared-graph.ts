import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { openFile } from '../../src/headless/open-files';

/** The graph of the first trace of a file. */
export async function graphOfFile(path: string): Promise<EvolutionGraph> {
  const file = await openFile(path);
  const [trace] = file.traces;
  if (trace === undefined) throw new Error(`${path} holds no trace`);
  const { key, columns } = trace.read;
  return new EvolutionGraph(key, columns, buildAdjacency(columns), trace.bytes);
}

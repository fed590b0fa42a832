import { fileURLToPath } from 'node:url';
import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { openFile } from '../../src/headless/open-files';

/** The graph of the sample that comes with the project (`public/samples`), open until the process ends. */
export async function graphOfSample(): Promise<EvolutionGraph> {
  const path = new URL('../../public/samples/first-steps.json', import.meta.url);
  const { traces } = await openFile(fileURLToPath(path));
  const [trace] = traces;
  if (trace === undefined) throw new Error('The sample cannot be read.');
  const { key, columns } = trace.read;
  return new EvolutionGraph(key, columns, buildAdjacency(columns), trace.bytes);
}

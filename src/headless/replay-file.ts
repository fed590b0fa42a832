import { buildAdjacency } from '../graph/adjacency';
import { EvolutionGraph } from '../graph/evolution-graph';
import { compareReplay, type Comparison } from '../replay/compare';
import { replayTrace, type Replay } from '../replay/replay-trace';
import { MemoryBytes } from '../trace/bytes';
import { readFile } from '../trace/read/read-file';
import { openFile } from './open-files';

/** One trace of a file, replayed with nothing changed and compared with its record. */
export interface ReplayReport {
  readonly path: string;
  readonly graph: EvolutionGraph;
  readonly replay: Replay;
  readonly comparison: Comparison;
  readonly milliseconds: number;
}

export type ReplayOutcome =
  | { readonly kind: 'replayed'; readonly report: ReplayReport }
  | { readonly kind: 'refused'; readonly path: string; readonly sentence: string };

/** Reads a file and replays each of its traces. Result rows and other files are refused. */
export async function replayFile(path: string): Promise<readonly ReplayOutcome[]> {
  const file = await openFile(path);
  if (file.outcome.kind === 'refused') {
    const { title, detail } = file.outcome.problem;
    return [{ kind: 'refused', path, sentence: `${title} ${detail}`.trim() }];
  }
  const outcomes: ReplayOutcome[] = [];
  for (const { read, bytes } of file.traces) {
    const graph = new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), bytes);
    const began = performance.now();
    const replay = await replayTrace(graph);
    if (!replay.ok) {
      outcomes.push({ kind: 'refused', path, sentence: replay.problem.title });
      continue;
    }
    const milliseconds = performance.now() - began;
    const replayed = await graphOfExport(replay.value);
    const anomalous = new Set(replay.value.anomalies.map(({ operation }) => operation));
    const comparison = compareReplay(graph, replayed, anomalous);
    outcomes.push({
      kind: 'replayed',
      report: { path, graph, replay: replay.value, comparison, milliseconds },
    });
  }
  file.close();
  return outcomes;
}

/** The new trace, read by the project's own reader as if it were a dropped file. */
async function graphOfExport(replay: Replay): Promise<EvolutionGraph> {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(
    Buffer.concat([...replay.exportParts()].map((part) => encoder.encode(part))),
  );
  const outcome = await readFile({
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.slice(start, end)),
  });
  const [read] = outcome.kind === 'refused' ? [] : outcome.traces;
  if (read === undefined) throw new Error('The replay wrote a trace that cannot be read.');
  const own = new MemoryBytes(bytes.subarray(read.start, read.end));
  return new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), own);
}

import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { buildAdjacency } from '../../graph/adjacency';
import { EvolutionGraph } from '../../graph/evolution-graph';
import type { Store } from '../../store/store';
import { readFile } from '../../trace/read/read-file';
import { blobSource } from '../../trace/read/source';
import type { OpenBytes } from './blob-bytes';

/** Bytes of traces kept open at once; the last one asked for always stays. */
const MOST_BYTES = 256_000_000;

/** The traces that are open. Opening reads columns and the Blob from the store and parses nothing. */
export class OpenTraces {
  private readonly open = new Map<
    TraceKey,
    { readonly graph: EvolutionGraph; readonly bytes: number }
  >();
  private readonly opening = new Map<TraceKey, Promise<Result<EvolutionGraph>>>();

  constructor(
    private readonly store: Store,
    private readonly openBytes: OpenBytes,
  ) {}

  /** The graph of a stored trace; `trace-missing` when it is not stored (any more). */
  async get(key: TraceKey): Promise<Result<EvolutionGraph>> {
    const known = this.open.get(key);
    if (known !== undefined) {
      this.keep(key, known.graph, known.bytes);
      return ok(known.graph);
    }
    const running = this.opening.get(key) ?? this.load(key);
    this.opening.set(key, running);
    try {
      return await running;
    } finally {
      this.opening.delete(key);
    }
  }

  private keep(key: TraceKey, graph: EvolutionGraph, bytes: number): void {
    this.open.delete(key);
    this.open.set(key, { graph, bytes });
    let total = 0;
    for (const entry of this.open.values()) total += entry.bytes;
    for (const [oldest, entry] of this.open) {
      if (total <= MOST_BYTES || oldest === key) break;
      this.open.delete(oldest);
      total -= entry.bytes;
    }
  }

  forget(key: TraceKey): void {
    this.open.delete(key);
  }

  private async load(key: TraceKey): Promise<Result<EvolutionGraph>> {
    const bytes = await this.store.traces.bytes(key);
    if (!bytes.ok) return bytes;
    if (bytes.value === undefined) return err(problem('trace-missing'));
    const blob = bytes.value.bytes;
    const stored = await this.store.traces.columns(key);
    if (!stored.ok) return stored;
    const columns = stored.value ?? (await this.readAgain(key, blob));
    if (columns === undefined) return err(problem('trace-missing', 'Its bytes cannot be read.'));
    const graph = new EvolutionGraph(
      key,
      columns.columns,
      columns.adjacency,
      await this.openBytes(blob),
    );
    this.keep(key, graph, blob.size);
    return ok(graph);
  }

  /** Reads the bytes once more, for columns of an older layout. */
  private async readAgain(key: TraceKey, blob: Blob) {
    const outcome = await readFile(blobSource(blob));
    const read = outcome.kind === 'read' ? outcome.traces[0] : undefined;
    if (read === undefined) return undefined;
    const adjacency = buildAdjacency(read.columns);
    // Should storing fail, the next opening reads again.
    await this.store.traces.replaceColumns(key, read.columns, adjacency);
    return { columns: read.columns, adjacency };
  }
}

import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { buildAdjacency } from '../../graph/adjacency';
import { EvolutionGraph } from '../../graph/evolution-graph';
import type { TraceBytes } from '../../trace/bytes';
import type { Store } from '../../store/store';
import { readFile } from '../../trace/read/read-file';
import { blobSource } from '../../trace/read/source';
import type { OpenBytes } from './blob-bytes';

/** Bytes of traces kept open at once; the last one asked for always stays. */
const MOST_BYTES = 256_000_000;
/** Milliseconds after which the bytes of an open trace are brought into memory: first things first. */
const AHEAD_AFTER = 1_500;

interface Opened {
  readonly graph: EvolutionGraph;
  readonly bytes: TraceBytes;
}

/** The traces that are open. Opening reads columns and the Blob from the store and parses nothing. */
export class OpenTraces {
  private readonly open = new Map<TraceKey, Opened>();
  private readonly opening = new Map<TraceKey, Promise<Result<Opened>>>();

  constructor(
    private readonly store: Store,
    private readonly openBytes: OpenBytes,
  ) {}

  /** The graph of a stored trace; `trace-missing` when it is not stored (any more). */
  async get(key: TraceKey): Promise<Result<EvolutionGraph>> {
    const opened = await this.opened(key, false);
    return opened.ok ? ok(opened.value.graph) : opened;
  }

  /**
   * The same with all bytes on their way into memory where there is room, for work that goes through all
   * of them. It need not wait for them at once: see `overtaken`.
   */
  async getWhole(key: TraceKey): Promise<Result<EvolutionGraph>> {
    const opened = await this.opened(key, true);
    if (!opened.ok) return opened;
    void opened.value.bytes.readAhead?.();
    return ok(opened.value.graph);
  }

  /** Set where work reads what is on its way into memory: waiting for it is faster than going on. */
  overtaken(key: TraceKey): Promise<void> | undefined {
    return this.open.get(key)?.bytes.overtaken?.();
  }

  private async opened(key: TraceKey, ahead: boolean): Promise<Result<Opened>> {
    const known = this.open.get(key);
    if (known !== undefined) {
      this.keep(key, known);
      return ok(known);
    }
    const running = this.opening.get(key) ?? this.load(key, ahead);
    this.opening.set(key, running);
    try {
      return await running;
    } finally {
      this.opening.delete(key);
    }
  }

  private keep(key: TraceKey, opened: Opened): void {
    this.open.delete(key);
    this.open.set(key, opened);
    let total = 0;
    for (const entry of this.open.values()) total += entry.bytes.size;
    for (const [oldest, entry] of this.open) {
      if (total <= MOST_BYTES || oldest === key) break;
      this.forget(oldest);
      total -= entry.bytes.size;
    }
  }

  forget(key: TraceKey): void {
    this.open.get(key)?.bytes.release?.();
    this.open.delete(key);
  }

  private async load(key: TraceKey, ahead: boolean): Promise<Result<Opened>> {
    const bytes = await this.store.traces.bytes(key);
    if (!bytes.ok) return bytes;
    if (bytes.value === undefined) return err(problem('trace-missing'));
    const blob = bytes.value.bytes;
    const opened = await this.openBytes(blob);
    // Read meanwhile; who needs them waits for them.
    if (ahead) void opened.readAhead?.();
    else if (opened.readAhead !== undefined)
      setTimeout(() => void opened.readAhead?.(), AHEAD_AFTER);
    const stored = await this.store.traces.columns(key);
    if (!stored.ok) return stored;
    const columns = stored.value ?? (await this.readAgain(key, blob));
    if (columns === undefined) return err(problem('trace-missing', 'Its bytes cannot be read.'));
    const graph = new EvolutionGraph(key, columns.columns, columns.adjacency, opened);
    this.keep(key, { graph, bytes: opened });
    return ok({ graph, bytes: opened });
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

import { createXXHash128, type IHasher } from 'hash-wasm';
import type { ImportReport } from '../../import-report';
import { BlobParts } from './blob-parts';

/** One variable to be written. `id` is its full node id. */
export interface VariableParts {
  readonly name: string;
  readonly version?: number;
  readonly className?: string;
  readonly category: string;
  readonly session: string;
  /** Milliseconds since 1970, UTC; the time of the record before when it is not known. */
  readonly at?: number | undefined;
  /** As recorded: already encoded. */
  readonly value: string;
  readonly comment?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface OperationParts {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly session: string;
  readonly at?: number | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A text as the value of a variable: a JSON string, which no other grammar can be mistaken for. */
export const encodeText = (text: string): string => JSON.stringify(text);

/**
 * Writes the records of one trace in the form of a smartcomment export (formats §1), streaming: the
 * lists grow side by side as parts of Blobs, which the browser may keep on disk.
 */
export class GraphWriter {
  private readonly lists = {
    sessions: new BlobParts(),
    nodes: new BlobParts(),
    operations: new BlobParts(),
    edges: new BlobParts(),
  };
  private readonly sessions = new Set<string>();
  private readonly ids = new Map<string, string>();
  private edges = 0;
  private last = 0;
  private graph: string | undefined;

  private constructor(
    private readonly source: string,
    private readonly hasher: IHasher,
  ) {}

  static async open(source: string): Promise<GraphWriter> {
    return new GraphWriter(source, await createXXHash128());
  }

  /** 32 hex digits that stand for a text. */
  hash(text: string): string {
    return this.hasher.init().update(text).digest('hex');
  }

  /** Names the graph after the first text it is told of; later ones change nothing. */
  nameAfter(text: string): void {
    this.graph ??= `graph-${this.hash(`${this.source}\n${text}`)}`;
  }

  /** Adds a session unless it is there. */
  session(id: string, category: string, at?: number, comment?: string): string {
    if (this.sessions.has(id)) return id;
    this.sessions.add(id);
    this.push('sessions', at, {
      session_id: id,
      session_name: null,
      comment: comment ?? null,
      category,
      metadata: {},
    });
    return id;
  }

  /**
   * Adds a variable and returns its full node id. One with the same name and value as before is that
   * variable; with another value it is the next version.
   */
  variable(parts: VariableParts): string {
    const { name, className } = parts;
    const full = className === undefined ? name : `${className}:${name}`;
    const same = `${full}\n${this.hash(parts.value)}`;
    const known = this.ids.get(same);
    if (known !== undefined) return known;
    const version = Number(this.ids.get(`${full}\n`) ?? '0') + 1;
    const id = `${full}@${String(version)}`;
    this.ids.set(`${full}\n`, String(version));
    this.ids.set(same, id);
    this.push('nodes', parts.at, {
      name,
      version,
      value: parts.value,
      comment: parts.comment ?? null,
      category: parts.category,
      class_name: className ?? null,
      session_id: parts.session,
      metadata: parts.metadata ?? {},
    });
    return id;
  }

  /** A new version of a variable even where its value is the same. */
  newVersion(parts: VariableParts): string {
    const full = parts.className === undefined ? parts.name : `${parts.className}:${parts.name}`;
    this.ids.delete(`${full}\n${this.hash(parts.value)}`);
    return this.variable(parts);
  }

  operation({ id, name, category, session, at, comment, metadata }: OperationParts): string {
    this.push('operations', at, {
      op_id: id,
      op_name: name,
      comment: comment ?? null,
      category,
      session_id: session,
      metadata: metadata ?? {},
    });
    return id;
  }

  /** An edge from what an operation read to what it wrote. */
  edge(op: string, source: string, target: string, session: string, category = 'operation'): void {
    if (source === target) return;
    this.push('edges', undefined, {
      edge_id: `edge-${String(++this.edges)}`,
      session_id: session,
      op_id: op,
      category,
      source_full_node_id: source,
      target_full_node_id: target,
      comment: null,
      metadata: {},
    });
  }

  /** The whole export, with the report in its metadata. */
  finish(report: ImportReport, user: string | undefined): Blob {
    const head = {
      graph_id: this.graph ?? `graph-${this.source}`,
      user_id: user ?? null,
      project_id: this.source,
      storage_path: null,
      strict: false,
      driver_type: 'in_memory',
      created_at: stamp(this.last),
      metadata: { import: report },
    };
    const { sessions, nodes, operations, edges } = this.lists;
    return new Blob([
      `${JSON.stringify(head).slice(0, -1)},"data":{"sessions":[\n`,
      ...sessions.finish(),
      '\n],"nodes":[\n',
      ...nodes.finish(),
      '\n],"operations":[\n',
      ...operations.finish(),
      '\n],"edges":[\n',
      ...edges.finish(),
      '\n]}}\n',
    ]);
  }

  private push(
    list: keyof GraphWriter['lists'],
    at: number | undefined,
    record: Readonly<Record<string, unknown>>,
  ): void {
    // Without a clock of its own a record takes the time of the one before: the order stays.
    this.last = at ?? this.last;
    this.lists[list].push(
      JSON.stringify({
        created_at: stamp(this.last),
        filename: this.source,
        lineno: 0,
        graph_id: this.graph ?? `graph-${this.source}`,
        user_id: null,
        project_id: this.source,
        ...record,
      }),
    );
  }
}

/** `2026-03-02 10:00:00.001`, UTC. */
function stamp(at: number): string {
  const safe = Number.isFinite(at) && at >= 0 && at < 253_402_300_800_000 ? at : 0;
  return new Date(safe).toISOString().slice(0, 23).replace('T', ' ');
}

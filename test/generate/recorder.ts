import type { Plain } from './python-text';
import type { SeededClock, SeededIds } from './seeded';

export type Metadata = Readonly<Record<string, Plain>>;

/** The line of the recorded program that caused a record. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A variable to record; `value` is already encoded. */
export interface VariableParts {
  readonly name: string;
  readonly className?: string;
  readonly category: string;
  readonly value: string;
  readonly comment: string;
  readonly metadata?: Metadata;
  readonly at: Place;
}

interface LinkParts {
  readonly category?: string;
  readonly comment: string;
  readonly metadata?: Metadata;
  readonly at: Place;
}

interface OperationParts {
  readonly name: string;
  readonly category: string;
  readonly comment: string;
  readonly metadata?: Metadata;
  readonly at: Place;
}

/** Which run is recorded: the header of the export. */
export interface Run {
  readonly userId: string;
  readonly projectId: string;
  readonly metadata: Metadata;
}

type Json = Record<string, Plain>;

const NOTHING = 'COMMENT:NONE';
const SENTINEL: Place = { file: '<sentinel>', line: 0 };

/**
 * Writes one execution network as a smartcomment export (formats.md §1–§2): variables with identity and
 * versions, operations, edges labelled with the operation that caused them, sessions.
 */
export class Recorder {
  private readonly graphId: string;
  private readonly createdAt: string;
  private readonly nodes: Json[] = [];
  private readonly edges: Json[] = [];
  private readonly operations: Json[] = [];
  private readonly sessions: Json[] = [];
  private readonly values = new Map<string, string>();
  private session = '';

  constructor(
    private readonly run: Run,
    private readonly ids: SeededIds,
    private readonly clock: SeededClock,
  ) {
    this.graphId = `graph-${ids.hex()}`;
    this.createdAt = clock.stamp();
  }

  /** Opens a session; everything recorded from now on belongs to it. */
  openSession(
    category: string,
    comment: string,
    at: Place,
    id?: string,
    metadata: Metadata = {},
  ): void {
    this.session = id ?? `session-${this.ids.hex()}`;
    this.writeSession(this.session, null, category, comment, at, metadata);
  }

  /**
   * The full node id of a variable. The same identity with the same value is the node that is there already,
   * with its first comment, category and session.
   * @throws Error when the identity is known with another value: strict recording, use `newVersion`
   */
  variable(parts: VariableParts): string {
    const id = `${fullName(parts)}@1`;
    const known = this.values.get(id);
    if (known === undefined) return this.writeNode(parts, 1, this.session);
    if (known !== parts.value) throw new Error(`${id} is recorded with another value`);
    return id;
  }

  /** Records the next version of a variable that was changed in place. */
  newVersion(parts: VariableParts): string {
    let version = 1;
    while (this.values.has(`${fullName(parts)}@${version}`)) version++;
    return this.writeNode(parts, version, this.session);
  }

  /** Opens an operation. It has no edges until something is linked. */
  operation(parts: OperationParts): Operation {
    const created_at = this.clock.stamp();
    const op_id = `op-${this.ids.hex()}`;
    this.operations.push({
      created_at,
      ...source(parts.at),
      op_id,
      op_name: parts.name,
      comment: parts.comment,
      category: parts.category,
      ...this.owner(),
      session_id: this.session,
      metadata: parts.metadata ?? {},
      ...trigger(parts.at),
    });
    return new Operation(op_id, (inputs, outputs, link) => {
      this.link(op_id, parts.category, inputs, outputs, link);
    });
  }

  /** The export, as Python would write it: indented by 4, no line end after it. */
  export(annotations: readonly Metadata[]): string {
    const { nodes, edges, operations, sessions } = this;
    const graph = {
      graph_id: this.graphId,
      user_id: this.run.userId,
      project_id: this.run.projectId,
      storage_path: null,
      strict: true,
      driver_type: 'in_memory',
      created_at: this.createdAt,
      metadata: this.run.metadata,
      data: { nodes, edges, operations, sessions, annotations },
    };
    return JSON.stringify(graph, null, 4);
  }

  /** Every input to every output: which input fed which output is not recorded. */
  private link(
    op_id: string,
    category: string,
    inputs: readonly string[],
    outputs: readonly string[],
    link: LinkParts,
  ): void {
    const from = inputs.length > 0 ? inputs : [this.nothing()];
    const to = outputs.length > 0 ? outputs : [this.nothing()];
    for (const source_full_node_id of from) {
      for (const target_full_node_id of to) {
        this.edges.push({
          created_at: this.clock.stamp(),
          ...source(link.at),
          edge_id: `edge-${this.ids.hex()}`,
          ...this.owner(),
          session_id: this.session,
          op_id,
          category: link.category ?? category,
          source_full_node_id,
          target_full_node_id,
          comment: link.comment,
          metadata: link.metadata ?? {},
          ...trigger(link.at),
        });
      }
    }
  }

  /** The node that stands for "no input" or "no output", made when first needed. */
  private nothing(): string {
    if (!this.values.has(`${NOTHING}@1`)) {
      this.writeSession('__none__', 'NONE sentinel', 'sentinel', null, SENTINEL, {});
      const parts = {
        name: NOTHING,
        category: 'sentinel',
        value: 'NONE',
        comment: null,
        at: SENTINEL,
      };
      this.writeNode(parts, 1, '__none__');
    }
    return `${NOTHING}@1`;
  }

  private writeNode(
    parts: Omit<VariableParts, 'comment'> & { readonly comment: string | null },
    version: number,
    session: string,
  ): string {
    const full_name = fullName(parts);
    const full_node_id = `${full_name}@${version}`;
    const { graph_id, user_id, project_id } = this.owner();
    this.values.set(full_node_id, parts.value);
    this.nodes.push({
      created_at: this.clock.stamp(),
      ...source(parts.at),
      name: parts.name,
      version,
      value: parts.value,
      comment: parts.comment,
      category: parts.category,
      graph_id,
      user_id,
      class_name: parts.className ?? null,
      project_id,
      session_id: session,
      metadata: parts.metadata ?? {},
      ...trigger(parts.at),
      full_name,
      node_id: `${parts.name}@${version}`,
      full_node_id,
    });
    return full_node_id;
  }

  private writeSession(
    session_id: string,
    session_name: string | null,
    category: string,
    comment: string | null,
    at: Place,
    metadata: Metadata,
  ): void {
    this.sessions.push({
      created_at: this.clock.stamp(),
      ...source(at),
      session_id,
      session_name,
      ...this.owner(),
      comment,
      category,
      metadata,
      ...trigger(at),
    });
  }

  private owner(): { graph_id: string; user_id: string; project_id: string } {
    return { graph_id: this.graphId, user_id: this.run.userId, project_id: this.run.projectId };
  }
}

/** An open operation of a recorder. */
export class Operation {
  constructor(
    readonly id: string,
    /** Records that inputs were read to write outputs; no inputs or no outputs is recorded as such. */
    readonly link: (
      inputs: readonly string[],
      outputs: readonly string[],
      parts: LinkParts,
    ) => void,
  ) {}
}

const source = (at: Place): { filename: string; lineno: number } => ({
  filename: at.file,
  lineno: at.line,
});

const trigger = (at: Place): { trigger_point: string } => ({
  trigger_point: `${at.file}:${at.line}`,
});

const fullName = (parts: {
  readonly name: string;
  readonly className?: string | undefined;
}): string => (parts.className === undefined ? parts.name : `${parts.className}:${parts.name}`);

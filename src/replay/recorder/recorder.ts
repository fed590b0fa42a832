import type { Clock, Ids } from './ids-and-clock';
import type { Plain } from './plain';
import { exportText } from './export-text';
import { Operation } from './operation';
import {
  fullNameOf,
  mergeMetadata,
  NOWHERE,
  placeKeys,
  SENTINEL,
  triggerKey,
  type LinkParts,
  type Metadata,
  type OperationParts,
  type Place,
  type Run,
  type SessionParts,
  type VariableParts,
} from './records';

type Json = Record<string, Plain>;

const NOTHING = 'COMMENT:NONE';
const NO_OPERATION = '__none_op__';

/** What a recorder keeps of a variable: enough to reuse it, or to make a version beside it. */
interface Kept {
  readonly id: string;
  readonly parts: VariableParts;
}

/**
 * Writes one execution network as a smartcomment export (formats.md §1–§2): variables with identity and
 * versions, operations, edges labelled with the operation that caused them, sessions, sentinels. Any
 * TypeScript memory system can be instrumented with it.
 */
export class Recorder {
  private readonly graphId: string;
  private readonly createdAt: string;
  private readonly nodes: Json[] = [];
  private readonly edges: Json[] = [];
  private readonly operations: Json[] = [];
  private readonly sessions: Json[] = [];
  private readonly byId = new Map<string, Kept>();
  /** Every version of a full name, in order of insertion. */
  private readonly versions = new Map<string, Kept[]>();
  private session = '';
  private sessionContext: Metadata | undefined;
  private hasNoOperation = false;
  private readonly sessionIds = new Set<string>();

  /** @param context goes into every record of the graph, beside their own metadata */
  constructor(
    private readonly run: Run,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly context?: Metadata,
  ) {
    this.graphId = `graph-${ids.hex()}`;
    this.createdAt = clock.stamp();
  }

  /**
   * Opens a session, or goes back to one; everything recorded from now on belongs to it.
   * @returns its id
   */
  openSession(parts: SessionParts): string {
    this.session = parts.id ?? `session-${this.ids.hex()}`;
    this.sessionContext = parts.context;
    if (!this.sessionIds.has(this.session)) this.writeSession(this.session, parts);
    this.sessionIds.add(this.session);
    return this.session;
  }

  /**
   * The full node id of a variable. The same identity with the same value is the node that is there
   * already, with its first comment, category and session.
   * @throws Error when the identity is known with another value: strict recording, use `newVersion`
   */
  variable(parts: VariableParts): string {
    const full = fullNameOf(parts);
    const known = this.versions.get(full);
    if (known === undefined) return this.writeNode(parts, 1, this.needSession());
    const same = known.find((kept) => kept.parts.value === parts.value);
    if (same === undefined) throw new Error(`${full} is recorded with another value`);
    return same.id;
  }

  /** Like `variable`, but another value under a known identity is its next version (not strict). */
  variableOrVersion(parts: VariableParts): string {
    const same = this.versions
      .get(fullNameOf(parts))
      ?.find((kept) => kept.parts.value === parts.value);
    return same === undefined ? this.newVersion(parts) : same.id;
  }

  /** Records the next version of a variable that was changed in place. */
  newVersion(parts: VariableParts): string {
    const count = this.versions.get(fullNameOf(parts))?.length ?? 0;
    return this.writeNode(parts, count + 1, this.needSession());
  }

  /** The version of a full name that was recorded last, whatever its value. */
  latest(fullName: string): string | undefined {
    return this.versions.get(fullName)?.at(-1)?.id;
  }

  /** The value of a recorded variable, or `undefined` for an id that was never recorded. */
  valueOf(id: string): string | undefined {
    return this.byId.get(id)?.parts.value;
  }

  /** Opens an operation. It has no edges until something is linked. */
  operation(parts: OperationParts): Operation {
    this.needSession();
    const at = parts.at ?? NOWHERE;
    const created_at = this.clock.stamp();
    const op_id = `op-${this.ids.hex()}`;
    this.operations.push({
      created_at,
      ...placeKeys(at),
      op_id,
      op_name: parts.name,
      comment: parts.comment ?? null,
      category: parts.category,
      ...this.owner(),
      session_id: this.session,
      metadata: mergeMetadata(
        this.context,
        this.sessionContext,
        parts.context,
        parts.metadata ?? {},
      ),
      ...triggerKey(at),
    });
    const context = mergeMetadata(this.context, this.sessionContext, parts.context, {});
    return new Operation(op_id, (inputs, outputs, link) =>
      this.link(op_id, context, inputs, outputs, { category: parts.category, ...link }),
    );
  }

  /** Joins variables outside any operation. */
  linkOutside(inputs: readonly string[], outputs: readonly string[], parts: LinkParts = {}): void {
    this.needSession();
    const context = mergeMetadata(this.context, this.sessionContext, {});
    this.link(this.needNoOperation(), context, inputs, outputs, { category: 'link', ...parts });
  }

  /** The export, as Python would write it: indented by 4, no line end after it. */
  export(annotations?: readonly Metadata[]): string {
    return [...this.exportParts(annotations)].join('');
  }

  /** The same text in pieces, for exports too large for one string. */
  exportParts(annotations?: readonly Metadata[]): Iterable<string> {
    const { nodes, edges, operations, sessions } = this;
    const header = {
      graph_id: this.graphId,
      user_id: this.run.userId,
      project_id: this.run.projectId,
      storage_path: null,
      strict: true,
      driver_type: 'in_memory',
      created_at: this.createdAt,
      metadata: this.run.metadata,
    };
    const lists = { nodes, edges, operations, sessions };
    return exportText(header, annotations === undefined ? lists : { ...lists, annotations });
  }

  /** Every input to every output: which input fed which output is not recorded. */
  private link(
    op_id: string,
    context: Metadata,
    inputs: readonly string[],
    outputs: readonly string[],
    link: LinkParts & { readonly category: string },
  ): readonly string[] {
    const at = link.at ?? NOWHERE;
    const from = inputs.length > 0 ? inputs : [this.needNothing()];
    const wanted = outputs.length > 0 ? outputs : [this.needNothing()];
    // A variable never feeds itself: an output that is also an input becomes a new version.
    const to = wanted.map((id) => (from.includes(id) ? this.copy(id) : id));
    const metadata = mergeMetadata(context, link.metadata ?? {});
    for (const source_full_node_id of from) {
      for (const target_full_node_id of to) {
        this.edges.push({
          created_at: this.clock.stamp(),
          ...placeKeys(at),
          edge_id: `edge-${this.ids.hex()}`,
          ...this.owner(),
          session_id: this.session,
          op_id,
          category: link.category,
          source_full_node_id,
          target_full_node_id,
          comment: link.comment ?? null,
          metadata,
          ...triggerKey(at),
        });
      }
    }
    return to;
  }

  private copy(id: string): string {
    const kept = this.byId.get(id);
    if (kept === undefined) throw new Error(`${id} is not recorded`);
    return this.newVersion(kept.parts);
  }

  /** The node that stands for "no input" or "no output", made with its company when first needed. */
  private needNothing(): string {
    const id = `${NOTHING}@1`;
    if (this.byId.has(id)) return id;
    const name = 'NONE sentinel';
    this.writeSession('__none__', { name, category: 'sentinel', at: SENTINEL });
    const value = { name: NOTHING, category: 'sentinel', value: 'NONE', comment: null };
    return this.writeNode({ ...value, at: SENTINEL }, 1, '__none__');
  }

  /** The session under way; one is opened when nobody did. */
  private needSession(): string {
    return this.session === '' ? this.openSession({}) : this.session;
  }

  /** The operation of links outside any, made when first needed. */
  private needNoOperation(): string {
    if (!this.hasNoOperation) {
      this.hasNoOperation = true;
      this.needNothing();
      this.operations.push({
        created_at: this.clock.stamp(),
        ...placeKeys(SENTINEL),
        op_id: NO_OPERATION,
        op_name: 'NONE sentinel',
        comment: null,
        category: 'sentinel',
        ...this.owner(),
        session_id: '__none__',
        metadata: {},
        ...triggerKey(SENTINEL),
      });
    }
    return NO_OPERATION;
  }

  private writeNode(parts: VariableParts, version: number, session: string): string {
    const at = parts.at ?? NOWHERE;
    const full_name = fullNameOf(parts);
    const full_node_id = `${full_name}@${version}`;
    const { graph_id, user_id, project_id } = this.owner();
    const kept = { id: full_node_id, parts };
    this.byId.set(full_node_id, kept);
    const versions = this.versions.get(full_name);
    if (versions === undefined) this.versions.set(full_name, [kept]);
    else versions.push(kept);
    this.nodes.push({
      created_at: this.clock.stamp(),
      ...placeKeys(at),
      name: parts.name,
      version,
      value: parts.value,
      comment: parts.comment ?? null,
      category: parts.category ?? 'variable',
      graph_id,
      user_id,
      class_name: parts.className ?? null,
      project_id,
      session_id: session,
      metadata: mergeMetadata(this.context, this.sessionContext, parts.metadata ?? {}),
      ...triggerKey(at),
      full_name,
      node_id: `${parts.name}@${version}`,
      full_node_id,
    });
    return full_node_id;
  }

  private writeSession(session_id: string, parts: SessionParts): void {
    const at: Place = parts.at ?? NOWHERE;
    this.sessions.push({
      created_at: this.clock.stamp(),
      ...placeKeys(at),
      session_id,
      session_name: parts.name ?? null,
      ...this.owner(),
      comment: parts.comment ?? null,
      category: parts.category ?? 'session',
      metadata: mergeMetadata(this.context, parts.context, parts.metadata ?? {}),
      ...triggerKey(at),
    });
  }

  private owner(): { graph_id: string; user_id: string | null; project_id: string | null } {
    return { graph_id: this.graphId, user_id: this.run.userId, project_id: this.run.projectId };
  }
}

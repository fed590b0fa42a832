import { plainText } from '../../trace/decode/plain-text';
import type { ChatMessage, ChatPurpose } from '../model-port';
import {
  contentName,
  reprText,
  type LinkParts,
  type Operation,
  type VariableParts,
} from '../recorder';
import { outputKey } from './changes';
import { EndedEarly, Stopped, type Held, type Mark } from './held';
import { nameOf, type RecordedOperation } from './recorded-operation';
import type { ReplayRun } from './run';
import { sameValue } from './same-value';

export interface OperationStart {
  readonly name: string;
  readonly category: string;
  readonly comment?: string;
  readonly metadata?: Readonly<Record<string, string | number | boolean>>;
  /** Parameters that its deterministic steps follow: with one of them changed, nothing recorded stands for them. */
  readonly dependsOn?: readonly string[];
}

export interface OutputOptions {
  /** The variable at this place of the record; by default the next unclaimed output of the same kind. */
  readonly from?: number | undefined;
  /** Something that no input shows is different from the record. */
  readonly isHiddenChanged?: boolean;
  /** The output is the next version of a variable that was changed in place. */
  readonly isVersion?: boolean;
  /** Groups of inputs, each linked on its own; by default all inputs at once. */
  readonly links?: readonly { readonly inputs: readonly Held[]; readonly parts?: LinkParts }[];
  readonly link?: LinkParts;
  /** What is wrong when the recorded output is not what follows from its inputs. */
  readonly anomaly?: string;
}

/** One operation of the run under way, beside its place in the record. */
export class ReplayOperation {
  private readonly operation: Operation;
  private readonly entry: ReplayRun['marks'][number];
  private readonly isTuned: boolean;

  constructor(
    private readonly run: ReplayRun,
    start: OperationStart,
    readonly recorded: RecordedOperation | undefined,
  ) {
    this.operation = run.recorder.operation({
      name: start.name,
      category: start.category,
      comment: start.comment ?? null,
      metadata: start.metadata ?? {},
    });
    this.isTuned = run.parameters.isChanged(...(start.dependsOn ?? []));
    const mark: Mark = recorded === undefined ? 'recomputed' : 'recorded';
    this.entry = { opId: this.operation.id, recorded: recorded?.op, mark };
    run.marks.push(this.entry);
  }

  get id(): string {
    return this.operation.id;
  }

  /** Whether the operation behaves ideally here. */
  get isIdeal(): boolean {
    return this.run.changes.ideal?.reaches(this.recorded?.rank) === true;
  }

  /**
   * Whether these inputs are those of the record, so that what followed from them there follows here.
   * @param from the recorded output, whose own inputs have to be these, in this order
   */
  isUnchanged(inputs: readonly Held[], from?: number): boolean {
    if (this.recorded === undefined) return false;
    if (inputs.some((input) => input.recorded === undefined)) return false;
    if (from === undefined) return true;
    const sources = [...new Set(this.recorded.sourcesOf(from))].filter(
      (node) => !this.isNothing(node),
    );
    const given = [...new Set(this.inRecordedOrder(inputs, from).map((input) => input.recorded))];
    return sources.length === given.length && sources.every((node, i) => node === given[i]);
  }

  /**
   * Inputs that the record has in another order, in that order; units keep theirs, which is their rank.
   * Systems of other versions name the parts of a prompt in other orders.
   */
  private inRecordedOrder(inputs: readonly Held[], from: number): readonly Held[] {
    const graph = this.run.trace?.graph;
    const sources = this.recorded?.sourcesOf(from) ?? [];
    const place = (held: Held): number =>
      held.recorded === undefined ? -1 : sources.indexOf(held.recorded);
    const isRanked = inputs.some(
      (held) => held.recorded !== undefined && graph?.category(held.recorded) === 'memory_entry',
    );
    if (isRanked || inputs.some((held) => place(held) < 0)) return inputs;
    return [...inputs].sort((a, b) => place(a) - place(b));
  }

  /** Full name of the prompt variable that the record reads here: other versions name theirs otherwise. */
  recordedPrompt(): string | undefined {
    const graph = this.run.trace?.graph;
    const node = this.recorded?.inputs.find((each) => graph?.category(each) === 'prompt');
    return node === undefined ? undefined : graph?.fullName(node);
  }

  markAs(mark: Mark): void {
    if (this.entry.mark !== 'approximate') this.entry.mark = mark;
  }

  /**
   * Writes an output that follows from its inputs. When the inputs are those of the record and the
   * recorded output is another, that is an anomaly: it is reported and the recorded output taken.
   */
  derive(inputs: readonly Held[], parts: VariableParts, options: OutputOptions = {}): Held {
    const from = 'from' in options ? options.from : this.take(parts);
    const forced = this.forcedValue(from);
    let value = forced ?? parts.value;
    if (from !== undefined && forced === undefined && !this.isIdeal) {
      const raw = this.run.trace?.graph.rawValue(from) ?? '';
      const isKnown = this.isUnchanged(inputs, from) && options.isHiddenChanged !== true;
      if (isKnown && !this.isTuned && raw !== value) {
        if (!sameValue(raw, value)) this.report(from, value, raw, options.anomaly);
        value = raw;
      }
    }
    return this.write(inputs, { ...parts, value }, from, options);
  }

  /** The output of a model: from the record while its inputs are unchanged, else asked for. */
  async respond(
    inputs: readonly Held[],
    parts: Omit<VariableParts, 'value' | 'name'>,
    purpose: ChatPurpose,
    messages: () => readonly ChatMessage[],
    ideal: (recorded: string | undefined) => string,
    options: OutputOptions = {},
  ): Promise<Held> {
    const from = 'from' in options ? options.from : this.take(parts);
    const forced = this.forcedValue(from);
    const raw = from === undefined ? undefined : this.run.trace?.graph.rawValue(from);
    const recorded = raw === undefined ? undefined : plainText(raw);
    const isKnown = this.isUnchanged(inputs, from) && options.isHiddenChanged !== true;
    if (from === undefined && isKnown && !this.isIdeal) throw new EndedEarly();
    let value: string;
    if (forced !== undefined) value = forced;
    else if (this.isIdeal) value = reprText(ideal(recorded));
    else if (raw !== undefined && isKnown) value = raw;
    else value = reprText(await this.ask(purpose, messages()));
    const name = contentName('str', plainText(value));
    return this.write(inputs, { ...parts, name, value }, from, options);
  }

  /** Links variables that are already there. */
  link(inputs: readonly Held[], outputs: readonly Held[], parts: LinkParts = {}): void {
    this.operation.link(
      inputs.map(({ id }) => id),
      outputs.map(({ id }) => id),
      parts,
    );
    if ([...inputs, ...outputs].some((held) => held.recorded === undefined))
      this.markAs('recomputed');
  }

  /** The next place of the record for an output of this kind. */
  take(parts: Pick<VariableParts, 'className' | 'category'>): number | undefined {
    return this.recorded?.take(parts.className ?? parts.category ?? 'variable');
  }

  async ask(purpose: ChatPurpose, messages: readonly ChatMessage[]): Promise<string> {
    this.markAs('recomputed');
    const { model, signal } = this.run;
    if (model === undefined) this.run.needModel(purpose);
    this.run.calls.push({ purpose, opId: this.id });
    const answer = await model.chat(messages, { purpose, signal });
    if (!answer.ok) throw new Stopped(answer.problem);
    return answer.value;
  }

  /** The variable that stands for "no input". */
  private isNothing(node: number): boolean {
    return this.run.trace?.graph.category(node) === 'sentinel';
  }

  private forcedValue(from: number | undefined): string | undefined {
    if (from === undefined || this.recorded === undefined) return undefined;
    return this.run.changes.outputs.get(outputKey({ operation: this.recorded.op, node: from }));
  }

  /**
   * Whether a prompt is recorded as the variable of an earlier one. EverMemOS records the event log
   * prompt of a session's first unit for all of its units, although each was asked with its own: a flaw
   * of the recording, not of the memory system.
   */
  private isStalePrompt(node: number): boolean {
    const graph = this.run.trace?.graph;
    const rank = this.recorded?.rank;
    if (graph === undefined || rank === undefined || graph.category(node) !== 'prompt')
      return false;
    return [...graph.incoming(node)].some((edge) => {
      const op = graph.operationOfEdge(edge);
      return op !== undefined && graph.rank(op) < rank;
    });
  }

  /**
   * Whether the record wrote an output of a kind here, where that can be trusted; else what the systems
   * compute. A record that did otherwise than its inputs ask for is an anomaly, and is followed.
   */
  settled(inputs: readonly Held[], kind: string, computed: boolean, sentence: string): boolean {
    if (this.recorded === undefined || this.isIdeal || this.isTuned) return computed;
    if (!this.isUnchanged(inputs)) return computed;
    const did = this.recorded.countOf(kind) > 0;
    const node = inputs[0]?.recorded ?? 0;
    if (did !== computed) this.report(node, String(computed), String(did), sentence);
    return did;
  }

  private report(node: number, computed: string, recorded: string, sentence?: string): void {
    const operation = this.recorded?.op ?? 0;
    if (this.isStalePrompt(node)) {
      const stale = 'The prompt is recorded under the text of an earlier one.';
      this.run.remarks.push({ kind: 'stale-prompt', operation, node, sentence: stale });
      return;
    }
    this.run.anomalies.push({
      operation,
      node,
      sentence: sentence ?? 'The recorded output does not follow from the recorded inputs.',
      computed,
      recorded,
    });
  }

  private write(
    inputs: readonly Held[],
    parts: VariableParts,
    from: number | undefined,
    options: OutputOptions,
  ): Held {
    const graph = this.run.trace?.graph;
    const isSame =
      graph !== undefined && from !== undefined && sameValue(graph.rawValue(from), parts.value);
    if (!isSame) this.markAs('recomputed');
    const { recorder } = this.run;
    const named = isSame ? { ...parts, name: nameOf(graph, from) } : parts;
    const id =
      options.isVersion === true ? recorder.newVersion(named) : recorder.variableOrVersion(named);
    const held = { id, value: parts.value, recorded: isSame ? from : undefined };
    const ordered = from === undefined ? inputs : this.inRecordedOrder(inputs, from);
    const groups = options.links ?? [{ inputs: ordered, parts: options.link ?? {} }];
    for (const group of groups)
      this.operation.link(
        group.inputs.map((input) => input.id),
        [id],
        group.parts ?? options.link ?? {},
      );
    return held;
  }
}

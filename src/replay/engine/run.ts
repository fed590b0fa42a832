import { problem } from '../../base/problem';
import { decodeValue } from '../../trace/decode/decode-value';
import { plainText } from '../../trace/decode/plain-text';
import { plainValue, type PlainValue } from '../../trace/decode/plain-value';
import type { ReplayModel } from '../model-port';
import { reprText, type Recorder, type VariableParts } from '../recorder';
import { NO_CHANGES, type Changes } from './changes';
import { Stopped, type Anomaly, type Held, type Mark, type ModelCall, type Remark } from './held';
import { toPlainMetadata } from './metadata';
import { Parameters } from './parameters';
import type { RecordedOperation } from './recorded-operation';
import type { RecordedTrace } from './recorded-trace';
import { ReplayOperation, type OperationStart } from './replay-operation';
import { StoreShadow } from './store-shadow';

export interface RunParts {
  /** The trace to run beside; absent for a run from scratch. */
  readonly trace: RecordedTrace | undefined;
  readonly recorder: Recorder;
  readonly changes: Changes;
  readonly model: ReplayModel | undefined;
  readonly uuid: () => string;
  /** Parameters of a run from scratch. */
  readonly parameters?: ReadonlyMap<string, unknown>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One run of a memory system: what it writes goes to the recorder, what it cannot compute comes from the
 * record while nothing it depends on changed, and from the model when something did.
 */
export class ReplayRun {
  readonly anomalies: Anomaly[] = [];
  readonly remarks: Remark[] = [];
  readonly calls: ModelCall[] = [];
  /** Operations of the new trace, in order, each with its place in the record and how it came about. */
  readonly marks: { readonly opId: string; readonly recorded: number | undefined; mark: Mark }[] =
    [];
  readonly parameters: Parameters;
  /** The store of the recorded run at this point. */
  readonly shadow: StoreShadow;
  private readonly carried = new Map<number, Held>();
  /** The operation under way, at its place in the record. */
  private at: number | undefined;

  constructor(private readonly parts: RunParts) {
    this.parameters = new Parameters(parts.trace, parts.changes, parts.parameters);
    this.shadow = new StoreShadow(parts.trace);
  }

  get trace(): RecordedTrace | undefined {
    return this.parts.trace;
  }
  get recorder(): Recorder {
    return this.parts.recorder;
  }
  get changes(): Changes {
    return this.parts.changes;
  }
  get model(): ReplayModel | undefined {
    return this.parts.model;
  }
  get signal(): AbortSignal | undefined {
    return this.parts.signal;
  }

  uuid(): string {
    return this.parts.uuid();
  }

  begin(start: OperationStart, recorded: RecordedOperation | undefined): ReplayOperation {
    this.at = recorded?.op;
    return new ReplayOperation(this, start, recorded);
  }

  /** The variable of the record as it stands: a message, a question, a gold answer. */
  carry(node: number): Held {
    const known = this.carried.get(node);
    if (known !== undefined) return known;
    const held = this.record(node);
    this.carried.set(node, held);
    return held;
  }

  /** A variable that the run starts from and no record holds. */
  fresh(parts: VariableParts): Held {
    const id = this.recorder.variableOrVersion(parts);
    return { id, value: parts.value, recorded: undefined };
  }

  /**
   * A prompt of the operation under way: the changed text where it is to be read, what the trace supplies,
   * or the project's own wording.
   */
  prompt(fullName: string, parts: Omit<VariableParts, 'value'>, own: string): Held {
    const node = this.trace?.graph.latestVersion(fullName);
    const { prompts, promptsAt } = this.changes;
    const isHere = promptsAt === undefined || (this.at !== undefined && promptsAt.has(this.at));
    const changed = isHere ? prompts.get(fullName) : undefined;
    if (node !== undefined && changed === undefined) return this.carry(node);
    return this.fresh({ ...parts, value: reprText(changed ?? own) });
  }

  text(held: Held): string {
    return plainText(held.value);
  }

  /** The decoded value of a variable. */
  readValue(held: Held): PlainValue {
    return plainValue(decodeValue(held.value).node);
  }

  /** Notes that a message was taken in shortened. */
  remarkShortened(operation = 0, node = 0): void {
    const sentence = 'The message was taken in shortened: the text in the store is not its own.';
    this.remarks.push({ kind: 'shortened-message', operation, node, sentence });
  }

  /** Ends the run where a model is needed and none is there. */
  needModel(purpose: string): never {
    const isChanged = this.changes !== NO_CHANGES;
    const kind =
      isChanged || this.trace === undefined ? 'replay-needs-model' : 'replay-unexplained';
    throw new Stopped(problem(kind, `What is missing is the answer to: ${purpose}.`));
  }

  private record(node: number): Held {
    const trace = this.trace;
    if (trace === undefined) throw new Error('There is no record to carry from.');
    const { graph } = trace;
    const record = graph.nodeRecord(node);
    const name = record.get('name');
    const comment = record.get('comment');
    const value = graph.rawValue(node);
    const id = this.recorder.variableOrVersion({
      name: typeof name === 'string' ? name : graph.fullName(node),
      className: graph.className(node),
      category: graph.category(node),
      value,
      comment: typeof comment === 'string' ? comment : null,
      metadata: toPlainMetadata(trace.metadata(node)),
    });
    return { id, value, recorded: node };
  }
}

import { Slices } from '../base/pause';
import { problem } from '../base/problem';
import { err, ok, type Result } from '../base/result';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { parseRecord, stringField } from '../trace/json';
import { NO_CHANGES, type Changes } from './engine/changes';
import {
  EndedEarly,
  Stopped,
  type Anomaly,
  type Held,
  type Mark,
  type ModelCall,
  type Remark,
} from './engine/held';
import { toPlainMetadata } from './engine/metadata';
import { isPlainMap, textField } from './engine/plain-fields';
import { readPlan, type Step } from './engine/plan';
import { RecordedTrace } from './engine/recorded-trace';
import { ReplayRun } from './engine/run';
import type { ReplayModel } from './model-port';
import { Recorder, SeededClock, SeededIds, type Clock, type Ids, type Metadata } from './recorder';
import { answerQuestion, judgeAnswer } from './systems/answering';
import { layoutOf, type ContextLayout } from './systems/context-layout';
import { isRunnable, makeSystem, shownMemory } from './systems/make-system';
import type { Found, MemorySystemRun, Message } from './systems/memory-system';
import { scoreReaderOf, type ScoreReader } from './systems/read-judgement';
import type { TokenCounter } from './tokens/token-counter';

export interface ReplayOptions {
  readonly changes?: Changes;
  /** Asked for what changed; a replay without changes needs none. */
  readonly model?: ReplayModel;
  /** Only these questions are searched, answered and judged. */
  readonly onlyQueries?: ReadonlySet<number>;
  readonly ids?: Ids;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a replay left. Operations and variables of the record are indexes into its graph. */
export interface Replay {
  /** The new trace as a smartcomment export, in pieces. */
  readonly exportParts: (annotations?: readonly Metadata[]) => Iterable<string>;
  readonly anomalies: readonly Anomaly[];
  readonly remarks: readonly Remark[];
  readonly calls: readonly ModelCall[];
  readonly marks: readonly {
    readonly opId: string;
    readonly recorded: number | undefined;
    readonly mark: Mark;
  }[];
  /** Query variable → the score of its answer. */
  readonly scores: ReadonlyMap<number, number>;
  /** Query variable → what was found, the answer, and the new operations. */
  readonly answers: ReadonlyMap<number, { readonly context: string; readonly prediction: string }>;
}

/** The token counter of a model, by its name. */
export type CounterOf = (model: string) => TokenCounter;

/**
 * Replays a trace as `replayTrace` does, with any token counter: a worker that holds no tokenizer
 * estimates what the record does not count. Lets messages in between steps.
 */
export async function playTrace(
  graph: EvolutionGraph,
  options: ReplayOptions,
  counterOf: CounterOf,
): Promise<Result<Replay>> {
  if (!isRunnable(graph.system)) return err(problem('replay-unsupported'));
  try {
    return ok(await new TraceReplay(graph, options, counterOf).play());
  } catch (error) {
    if (error instanceof Stopped) return err(error.problem);
    throw error;
  }
}

class TraceReplay {
  private readonly trace: RecordedTrace;
  private readonly run: ReplayRun;
  private readonly found = new Map<number, Found>();
  private readonly predictions = new Map<number, Held>();
  private readonly scores = new Map<number, number>();
  private readonly readers = new Map<string, ScoreReader>();

  constructor(
    private readonly graph: EvolutionGraph,
    private readonly options: ReplayOptions,
    private readonly counterOf: CounterOf,
  ) {
    this.trace = new RecordedTrace(graph);
    const { header } = graph.columns;
    const ids = options.ids ?? new SeededIds(header.graphId);
    const recorder = new Recorder(
      {
        userId: header.userId ?? null,
        projectId: header.projectId ?? null,
        metadata: toPlainMetadata(parseRecord(header.metadata)),
      },
      ids,
      options.clock ?? new SeededClock(Date.UTC(2026, 0, 1)),
    );
    this.run = new ReplayRun({
      trace: this.trace,
      recorder,
      changes: options.changes ?? NO_CHANGES,
      model: options.model,
      uuid: () => ids.uuid(),
      signal: options.signal,
    });
  }

  async play(): Promise<Replay> {
    const system = isRunnable(this.graph.system) ? this.graph.system : 'mem0';
    const tokens = this.counterOf(
      this.run.parameters.text('llm_model_for_tokenizer', 'gpt-4.1-mini'),
    );
    const memory = makeSystem(system, this.run, tokens);
    const layout = layoutOf(this.trace, (op) =>
      this.trace
        .operation(op)
        .inputs.filter((node) => this.graph.category(node) === 'memory_entry')
        .map((node) => shownMemory(system, this.trace, node)),
    );
    const plan = readPlan(this.trace).filter((step) => this.isWanted(step));
    const slices = new Slices();
    for (const [i, step] of plan.entries()) {
      const pausing = slices.breathe();
      if (pausing !== undefined) await pausing;
      if (this.options.signal?.aborted === true) throw new Stopped(problem('cancelled'));
      try {
        await this.playStep(step, memory, layout);
      } catch (error) {
        if (!(error instanceof EndedEarly)) throw error;
      }
      if (step.kind !== 'session') for (const op of step.operations) this.run.shadow.pass(op);
      this.options.onProgress?.(i + 1, plan.length);
    }
    this.carryLonely();
    return this.result();
  }

  private async playStep(
    step: Step,
    memory: MemorySystemRun,
    layout: ContextLayout,
  ): Promise<void> {
    switch (step.kind) {
      case 'session':
        this.openSession(step.session);
        break;
      case 'messages':
        await memory.ingest(
          step.messages.map((node) => this.message(node)),
          step.operations,
        );
        break;
      case 'flush':
        await memory.flush(step.operations);
        break;
      case 'search':
        this.found.set(step.query, await memory.search(this.query(step.query), step.operations));
        break;
      case 'answer': {
        const found = this.found.get(step.query) ?? { hits: [] };
        const [operation] = step.operations;
        const query = this.query(step.query);
        this.predictions.set(
          step.query,
          await answerQuestion(this.run, query, found, layout, operation),
        );
        break;
      }
      case 'judge':
        await this.judge(step);
        break;
    }
  }

  /** Variables that no edge reaches stand for themselves. */
  private carryLonely(): void {
    for (let node = 0; node < this.graph.nodeCount; node++) {
      const edges = this.graph.incoming(node).length + this.graph.outgoing(node).length;
      if (edges === 0 && this.graph.category(node) !== 'sentinel') this.run.carry(node);
    }
  }

  private isWanted(step: Step): boolean {
    const only = this.options.onlyQueries;
    return only === undefined || !('query' in step) || only.has(step.query);
  }

  private async judge(step: Extract<Step, { readonly query: number }>): Promise<void> {
    const [operation] = step.operations;
    const gold = operation?.input('golden_answers');
    const prompt = operation?.input('judge_prompt');
    const prediction = this.predictions.get(step.query) ?? this.recordedPrediction(operation);
    if (gold === undefined || prediction === undefined) return;
    const judgeName =
      prompt === undefined ? '' : this.graph.fullName(prompt).replace(/^judge_prompt:/, '');
    const judged = {
      query: this.query(step.query),
      gold: this.run.carry(gold),
      prediction,
      judgeName,
    };
    const reader = this.readers.get(judgeName) ?? scoreReaderOf(judgeName, this.trace);
    this.readers.set(judgeName, reader);
    this.scores.set(step.query, await judgeAnswer(this.run, judged, reader, operation));
  }

  private recordedPrediction(
    operation: { input(kind: string): number | undefined } | undefined,
  ): Held | undefined {
    const node = operation?.input('prediction');
    return node === undefined ? undefined : this.run.carry(node);
  }

  private openSession(session: number): void {
    const record = this.graph.sessionRecord(session);
    this.run.recorder.openSession({
      id: this.graph.sessionId(session),
      category: stringField(record, 'category') ?? 'session',
      name: stringField(record, 'session_name') ?? null,
      comment: stringField(record, 'comment') ?? null,
      metadata: toPlainMetadata(parseRecord(JSON.stringify(record.get('metadata') ?? {}))),
    });
  }

  private message(node: number): Message {
    const value = this.trace.value(node);
    return {
      held: this.run.carry(node),
      content: isPlainMap(value) ? textField(value, 'content') : this.trace.words(node),
      name: textField(value, 'name'),
      role: textField(value, 'role'),
      timestamp: textField(value, 'timestamp'),
    };
  }

  private query(node: number) {
    return { held: this.run.carry(node), text: this.trace.text(node), node };
  }

  private result(): Replay {
    const { run } = this;
    const answers = new Map(
      [...this.predictions].map(([query, held]) => [
        query,
        {
          context: (this.found.get(query)?.hits ?? []).map(({ text }) => text).join('\n\n'),
          prediction: run.text(held),
        },
      ]),
    );
    return {
      exportParts: (annotations) => run.recorder.exportParts(annotations),
      anomalies: run.anomalies,
      remarks: run.remarks,
      calls: run.calls,
      marks: run.marks,
      scores: this.scores,
      answers,
    };
  }
}

import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatModel } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import { unitText } from '../../replay/interventions';
import { defaultParameters } from '../../replay/parameters-of';
import type { RunnableSystem } from '../../replay/systems/make-system';
import { readConversations } from '../../sources/conversations/read-conversations';
import type { Conversation } from '../../trace/conversation';
import type { ModelId } from '../lab/contract';
import type { CaseBook } from '../service/case-book';
import type { ImportOutcome } from '../service/contract';
import type { OpenTraces } from '../service/open-traces';
import { changeableOf, outputsOf } from './changeable';
import type {
  Changeable,
  ChangeableOutput,
  ReplayOutcome,
  ReplayPlan,
  ReplayProgress,
  ReplayService,
  SampleFile,
  SampleRun,
  SampleWish,
  SystemParameter,
} from './contract';
import { KeptResults } from './kept-results';
import { replayCase } from './replay-case';
import { runSample } from './run-sample';

export interface ReplayParts {
  readonly book: CaseBook;
  readonly open: OpenTraces;
  /** Everything stored was read. */
  readonly ready: () => Promise<void>;
  /** The models, once the page has started them. */
  readonly models: () => ReplayModels | undefined;
  readonly importFile: (file: Blob, name: string, path: string) => Promise<ImportOutcome>;
}

export interface ReplayModels {
  chat(id: ModelId): Promise<ChatModel | undefined>;
  embedding(id: ModelId): Promise<EmbeddingModel | undefined>;
}

/** A replayed trace weighs as much as the loaded one: only the last few stay at hand. */
const MOST_REPLAYS = 5;
const MOST_FILES = 3;

/** The replays of a notebook. Runs in the trace worker; tests run it in Node. */
export class StoredReplays implements ReplayService {
  private readonly replayed = new KeptResults<Blob>('replay', MOST_REPLAYS);
  private readonly files = new KeptResults<readonly Conversation[]>('samples', MOST_FILES);
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly parts: ReplayParts) {}

  changeable(key: TraceKey, query: QueryId): Promise<Result<Changeable>> {
    return this.withCase(key, query, (graph, one, verdict) =>
      ok(changeableOf(graph, one, verdict)),
    );
  }

  async outputs(key: TraceKey, op: OpId): Promise<Result<readonly ChangeableOutput[]>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const operation = graph.value.findOperation(op);
    return operation === undefined
      ? err(problem('not-in-trace', op))
      : ok(outputsOf(graph.value, operation));
  }

  async unitText(key: TraceKey, variable: NodeId): Promise<Result<string>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const node = graph.value.findNode(variable);
    return node === undefined
      ? err(problem('not-in-trace', variable))
      : ok(unitText(graph.value.rawValue(node)));
  }

  run(
    id: string,
    plan: ReplayPlan,
    report: (progress: ReplayProgress) => void,
  ): Promise<Result<ReplayOutcome>> {
    return this.abortable(id, (signal) =>
      this.withCase(plan.traceKey, plan.queryId, async (graph, one, verdict) => {
        const model = await this.chat(
          plan.downstream.kind === 'model' ? plan.downstream.model : undefined,
        );
        if (!model.ok) return model;
        const cases = this.parts.book.cases(plan.traceKey);
        const subject = { graph, one, verdict, cases, model: model.value };
        const replay = await replayCase(subject, plan, signal, report);
        if (!replay.ok) return replay;
        const { bytes, ...outcome } = replay.value;
        return ok({ ...outcome, ref: this.replayed.keep(bytes) });
      }),
    );
  }

  async openTrace(ref: string, name: string): Promise<Result<TraceKey>> {
    const bytes = this.replayed.get(ref);
    return bytes === undefined ? err(problem('replay-gone', ref)) : this.take(bytes, name);
  }

  async samples(file: Blob): Promise<Result<SampleFile>> {
    const read = readConversations(await file.text());
    if (!read.ok) return read;
    return ok({
      ref: this.files.keep(read.value),
      samples: read.value.map(({ id, dataset, sessions, questions }) => ({
        id,
        dataset,
        sessions: sessions.length,
        messages: sessions.reduce((sum, { messages }) => sum + messages.length, 0),
        questions: questions.length,
      })),
    });
  }

  parameters(system: RunnableSystem): Promise<readonly SystemParameter[]> {
    return Promise.resolve(defaultParameters(system));
  }

  runSample(
    id: string,
    wish: SampleWish,
    report: (progress: ReplayProgress) => void,
  ): Promise<Result<SampleRun>> {
    return this.abortable(id, async (signal) => {
      const conversation = this.files.get(wish.ref)?.[wish.sample];
      if (conversation === undefined) return err(problem('replay-gone', wish.ref));
      const chat = await this.chat(wish.model);
      if (!chat.ok) return chat;
      if (chat.value === undefined) return err(problem('model-not-chosen', wish.model));
      const embedding =
        wish.embedding === undefined
          ? undefined
          : await this.parts.models()?.embedding(wish.embedding);
      const run = await runSample(conversation, wish, chat.value, embedding, signal, report);
      if (!run.ok) return run;
      const { bytes, name, ...figures } = run.value;
      const taken = await this.take(bytes, name);
      return taken.ok ? ok({ ...figures, name, traceKey: taken.value }) : taken;
    });
  }

  stop(id: string): Promise<void> {
    this.running.get(id)?.abort();
    return Promise.resolve();
  }

  private async take(bytes: Blob, name: string): Promise<Result<TraceKey>> {
    const outcome = await this.parts.importFile(bytes, name, name);
    if (outcome.kind === 'refused') return err(outcome.problem);
    const key = outcome.traces[0]?.key ?? outcome.alreadyThere[0];
    return key === undefined ? err(problem('replay-gone', name)) : ok(key);
  }

  private async chat(id: ModelId | undefined): Promise<Result<ChatModel | undefined>> {
    if (id === undefined) return ok(undefined);
    const model = await this.parts.models()?.chat(id);
    return model === undefined ? err(problem('model-not-chosen', id)) : ok(model);
  }

  private async graph(key: TraceKey): Promise<Result<EvolutionGraph>> {
    await this.parts.ready();
    if (this.parts.book.summary(key) === undefined) return err(problem('trace-missing'));
    return this.parts.open.get(key);
  }

  private async withCase<T>(
    key: TraceKey,
    query: QueryId,
    work: (
      graph: EvolutionGraph,
      one: Case,
      verdict: Verdict | undefined,
    ) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> {
    const graph = await this.graph(key);
    if (!graph.ok) return graph;
    const one = this.parts.book.find(key, query);
    if (one === undefined) return err(missingCase(query));
    return work(graph.value, one, this.parts.book.verdict(key, query)?.verdict);
  }

  private async abortable<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }
}

const missingCase = (query: QueryId): Problem =>
  problem('not-in-trace', `No judged question ${query}.`);

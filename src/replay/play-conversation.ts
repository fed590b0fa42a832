import { Slices } from '../base/pause';
import { problem } from '../base/problem';
import { err, ok, type Result } from '../base/result';
import type {
  Conversation,
  ConversationMessage,
  ConversationQuestion,
} from '../trace/conversation';
import { NO_CHANGES, type ParameterValue } from './engine/changes';
import { Stopped, type Held, type ModelCall } from './engine/held';
import { toPlain } from './engine/metadata';
import { ReplayRun } from './engine/run';
import type { ReplayModel } from './model-port';
import {
  contentName,
  jsonBlock,
  Recorder,
  reprText,
  type Clock,
  type Ids,
  type Plain,
} from './recorder';
import { answerQuestion, judgeAnswer } from './systems/answering';
import { layoutOf } from './systems/context-layout';
import { makeSystem, type RunnableSystem } from './systems/make-system';
import type { Found, MemorySystemRun, Message, Query } from './systems/memory-system';
import { scoreReaderOf } from './systems/read-judgement';
import { messageText, PROJECT_IDS, speakerMetadata } from './systems/taken-in';
import type { CounterOf } from './play-trace';

export interface ConversationRunOptions {
  readonly system: RunnableSystem;
  readonly model: ReplayModel;
  readonly ids: Ids;
  readonly clock: Clock;
  /** Parameters of the system; what is not named has the default of its benchmark run. */
  readonly parameters?: Readonly<Record<string, ParameterValue>>;
  /** The project's prompts, replaced: full name of the prompt variable → text. */
  readonly prompts?: ReadonlyMap<string, string>;
  /** Recorded as the models that answered and judged. */
  readonly modelName?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** What a run over a conversation left. */
export interface ConversationRun {
  /** The trace as a smartcomment export, in pieces. */
  readonly exportParts: () => Iterable<string>;
  readonly calls: readonly ModelCall[];
  /** Question id → its score. */
  readonly scores: ReadonlyMap<string, number>;
}

/**
 * Runs a memory system over a conversation from scratch (memory-systems §0.1): one session a
 * conversation session, the final flush, then all questions; RealMem's questions are asked before
 * the message they stand in is taken in.
 */
export async function playConversation(
  conversation: Conversation,
  options: ConversationRunOptions,
  counterOf: CounterOf,
): Promise<Result<ConversationRun>> {
  try {
    return ok(await new FreshRun(conversation, options, counterOf).play());
  } catch (error) {
    if (error instanceof Stopped) return err(error.problem);
    throw error;
  }
}

class FreshRun {
  private readonly run: ReplayRun;
  private readonly memory: MemorySystemRun;
  private readonly scores = new Map<string, number>();
  private readonly layout = layoutOf(undefined, () => []);
  private readonly slices = new Slices();
  private done = 0;

  constructor(
    private readonly conversation: Conversation,
    private readonly options: ConversationRunOptions,
    counterOf: CounterOf,
  ) {
    const projectId = PROJECT_IDS[options.system];
    const recorder = new Recorder(
      {
        userId: conversation.id,
        projectId,
        metadata: {
          layer_type: projectId,
          traj_metadata: toPlain(conversation.metadata),
          dataset_cls: conversation.dataset,
        },
      },
      options.ids,
      options.clock,
    );
    this.run = new ReplayRun({
      trace: undefined,
      recorder,
      changes: { ...NO_CHANGES, prompts: options.prompts ?? new Map() },
      model: options.model,
      uuid: () => options.ids.uuid(),
      parameters: new Map(Object.entries(options.parameters ?? {})),
      signal: options.signal,
    });
    const tokenModel = this.run.parameters.text('llm_model_for_tokenizer', 'gpt-4.1-mini');
    this.memory = makeSystem(options.system, this.run, counterOf(tokenModel));
  }

  async play(): Promise<ConversationRun> {
    const { sessions, questions, dataset } = this.conversation;
    const isOnline = dataset === 'RealMem';
    const byId = new Map(questions.map((question) => [question.id, question]));
    for (const [i, session] of sessions.entries()) {
      const open = (): void => {
        this.run.recorder.openSession({
          id: session.id,
          category: 'memory_construction',
          comment: `Session ${i + 1} of the conversation.`,
          metadata: recordOf(session.metadata),
        });
      };
      open();
      for (const message of session.messages) {
        this.stopWhenAsked();
        const question = isOnline ? byId.get(String(message.metadata['query_id'])) : undefined;
        if (question !== undefined) {
          await this.ask([question]);
          open();
        }
        await this.memory.ingest([this.message(message)], []);
        await this.progress();
      }
    }
    this.run.recorder.openSession({
      category: 'memory_construction',
      comment: 'The end of construction: what is still buffered is stored.',
    });
    await this.memory.flush([]);
    if (!isOnline) await this.ask(questions);
    return {
      exportParts: () => this.run.recorder.exportParts(),
      calls: this.run.calls,
      scores: this.scores,
    };
  }

  /** Searches, answers and judges questions, each stage in a session of its own. */
  private async ask(questions: readonly ConversationQuestion[]): Promise<void> {
    const { recorder, parameters } = this.run;
    const top_k = parameters.number('top_k', 10);
    recorder.openSession({ category: 'memory_search', metadata: { top_k, strict: false } });
    const asked: {
      readonly question: ConversationQuestion;
      readonly query: Query;
      readonly found: Found;
    }[] = [];
    for (const question of questions) {
      this.stopWhenAsked();
      const query = this.query(question);
      asked.push({ question, query, found: await this.memory.search(query, []) });
    }
    const model = this.options.modelName ?? 'unknown';
    recorder.openSession({
      category: 'memory_evaluation',
      metadata: { qa_model: model, judge_model: model, add_question_timestamp: false },
    });
    const predictions: Held[] = [];
    for (const { query, found } of asked) {
      this.stopWhenAsked();
      predictions.push(await answerQuestion(this.run, query, found, this.layout, undefined));
    }
    for (const [i, { question, query }] of asked.entries()) {
      const prediction = predictions[i];
      if (prediction === undefined) continue;
      this.stopWhenAsked();
      const judgeName = judgeNameOf(this.conversation.dataset, question);
      const judged = { query, gold: this.gold(question), prediction, judgeName };
      const reader = scoreReaderOf(judgeName, undefined);
      this.scores.set(question.id, await judgeAnswer(this.run, judged, reader, undefined));
      await this.progress();
    }
  }

  private message(message: ConversationMessage): Message {
    const { system } = this.options;
    const { id, name, role, timestamp } = message;
    const content = messageText(system, message);
    const held = this.run.fresh({
      name: id,
      category: 'message',
      value: jsonBlock({ content, name, role, timestamp }),
      comment: 'A message of the conversation.',
      metadata: {
        ...recordOf(message.metadata),
        timestamp,
        ...speakerMetadata(system, name),
      },
    });
    return { held, content, name, role, timestamp };
  }

  private query(question: ConversationQuestion): Query {
    const held = this.run.fresh({
      name: question.id,
      className: 'query',
      category: 'message & query',
      value: reprText(question.question),
      comment: 'A question about the conversation.',
      metadata: recordOf(question.metadata),
    });
    return { held, text: question.question, node: undefined };
  }

  private gold(question: ConversationQuestion): Held {
    return this.run.fresh({
      name: contentName('list', question.goldenAnswers),
      className: 'golden_answers',
      category: 'golden_answers',
      value: question.goldenAnswers.join(', '),
      comment: 'The reference answers.',
    });
  }

  /** Tells how far the run is, and lets messages in between steps. */
  private async progress(): Promise<void> {
    this.done++;
    const { sessions, questions } = this.conversation;
    const messages = sessions.reduce((sum, session) => sum + session.messages.length, 0);
    this.options.onProgress?.(this.done, messages + questions.length);
    const pausing = this.slices.breathe();
    if (pausing !== undefined) await pausing;
  }

  private stopWhenAsked(): void {
    if (this.options.signal?.aborted === true) throw new Stopped(problem('cancelled'));
  }
}

/** Metadata of the data set as it can be recorded. */
const recordOf = (metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, Plain>> =>
  Object.fromEntries(Object.entries(metadata).map(([key, value]) => [key, toPlain(value)]));

function judgeNameOf(dataset: string, question: ConversationQuestion): string {
  if (dataset === 'RealMem') return 'realmem-lm-score';
  if (dataset !== 'LongMemEval') return 'locomo-judge';
  if (question.metadata['is_abstention'] === true) return 'longmemeval-abstention';
  return `longmemeval-${String(question.metadata['question_type'])}`;
}

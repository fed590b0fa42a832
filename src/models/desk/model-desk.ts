import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { chatKey } from '../calls/call-key';
import type { CallOptions, ChatModel, ChatReply, ChatRequest } from '../contract/chat';
import type { EmbeddingModel, EmbedReply } from '../contract/embedding';
import { Pool, type LaneReport } from '../scheduler/pool';
import type { ModelSetting } from '../settings/model-setting';
import { Budget } from '../usage/budget';
import { NOTHING_USED } from '../usage/cost';
import { askForText } from './ask-for-text';
import { askForVectors } from './ask-for-vectors';
import { CallRecord } from './call-record';
import { describe } from './describe';
import type { DeskParts } from './parts';
import type { ModelAtDesk } from './model-at-desk';

/** What a call may say beside what it asks. */
export interface DeskCall extends CallOptions {
  /** Budgets of the run that the call belongs to, beside that of the whole notebook. */
  readonly budgets?: readonly Budget[];
}

/**
 * Every model that is set up, behind the contract. A call is first looked for among the kept answers,
 * then waits for a free lane, is counted by its budgets, made, tried again where that helps, priced,
 * kept and logged.
 */
export class ModelDesk {
  /** The budget of the whole notebook. */
  readonly budget = new Budget();
  private readonly models = new Map<string, ModelAtDesk>();

  constructor(private readonly parts: DeskParts) {}

  /** Takes the models that are set up; those that did not change keep their pool. */
  setUp(settings: readonly ModelSetting[]): void {
    const before = new Map(this.models);
    this.models.clear();
    for (const setting of settings) {
      const same = before.get(setting.id);
      const isSame = same && JSON.stringify(same.setting) === JSON.stringify(setting);
      this.models.set(setting.id, isSame ? same : this.place(setting));
    }
  }

  get settings(): readonly ModelSetting[] {
    return [...this.models.values()].map(({ setting }) => setting);
  }

  /** How the lanes of a model do. */
  lanes(id: string): readonly LaneReport[] {
    return this.models.get(id)?.pool.report ?? [];
  }

  /** Tries given-up lanes again: a key was changed, or a test went well. */
  revive(id: string): void {
    this.models.get(id)?.pool.revive();
  }

  /** A model of the contract; `undefined` when no such chat model is set up. */
  chatModel(id: string, budgets: readonly Budget[] = []): ChatModel | undefined {
    const model = this.models.get(id);
    if (model?.setting.use !== 'chat') return undefined;
    return {
      description: describe(model.setting, this.parts.local.stateOf(id)),
      chat: (request, options) => this.chat(id, request, { ...options, budgets }),
    };
  }

  /** The same for a model that embeds. */
  embeddingModel(id: string, budgets: readonly Budget[] = []): EmbeddingModel | undefined {
    const model = this.models.get(id);
    if (model?.setting.use !== 'embedding') return undefined;
    return {
      description: describe(model.setting, this.parts.local.stateOf(id)),
      embed: (texts, options) => this.embed(id, texts, { ...options, budgets }),
    };
  }

  async chat(id: string, request: ChatRequest, options: DeskCall): Promise<Result<ChatReply>> {
    const model = this.models.get(id);
    if (model?.setting.use !== 'chat') return err(problem('model-not-chosen', id));
    const key = await chatKey(id, request);
    const record = new CallRecord(this.parts, id, options.purpose, key, request);
    const kept = await this.parts.cache.chat(key);
    if (!kept.ok) this.parts.onProblem(kept.problem);
    else if (kept.value !== undefined) {
      const { text, toolCalls, finish } = kept.value.reply;
      if (text !== '') options.onText?.(text);
      record.ended('cached', { received: text.length, usage: NOTHING_USED });
      return ok({ text, toolCalls, finish, usage: NOTHING_USED, cached: true });
    }
    const reply = await askForText(
      model,
      request,
      options,
      this.parts,
      this.allOf(options),
      record,
    );
    if (reply.ok && reply.value.finish !== 'aborted') {
      const stored = await this.parts.cache.keepChat({
        key,
        modelId: id,
        at: this.parts.clock.now(),
        request,
        reply: reply.value,
      });
      if (!stored.ok) this.parts.onProblem(stored.problem);
    }
    return reply;
  }

  async embed(
    id: string,
    texts: readonly string[],
    options: Omit<DeskCall, 'onText'>,
  ): Promise<Result<EmbedReply>> {
    const model = this.models.get(id);
    if (model?.setting.use !== 'embedding') return err(problem('model-not-chosen', id));
    return askForVectors(model, texts, options, this.parts, this.allOf(options));
  }

  private allOf({ budgets = [] }: { readonly budgets?: readonly Budget[] }): readonly Budget[] {
    return [...budgets, this.budget];
  }

  private place(setting: ModelSetting): ModelAtDesk {
    const isRemote = setting.kind === 'remote';
    const lanes = isRemote ? setting.lanes.map((lane) => lane.id) : [setting.id];
    const pool = new Pool(lanes, isRemote ? setting.concurrency : 1, this.parts.clock);
    return { setting, pool, quirks: new Set() };
  }
}

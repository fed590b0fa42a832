import type { QueryId, TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import type { ChatModel } from '../../models/contract/chat';
import type { EmbeddingModel } from '../../models/contract/embedding';
import { answered, questionKey, type AnsweredQuestion } from '../compare/answers';
import { gate, type GateDecision } from '../compare/gate';
import type { Part } from '../split/split';
import type { Attempt } from '../suggest/history';
import { joinSecrets, secretsOf } from '../suggest/secrets';
import {
  adviceOf,
  suggest,
  type Lesson,
  type SuggestSettings,
  type TargetSuggestion,
} from '../suggest/suggest';
import { promptVariables } from '../targets/optimisable';
import { findTargets } from '../targets/targets';
import { errorsOf, tryTrace, type FoundError } from '../trial/run-trial';
import { scopedPrompts, type Prompts, type Scope, type TrialTrace } from '../trial/scope';
import { MeteredChat, type Budget, type Spending } from '../trial/spending';
import { spentBy, StepBook, type KeepStep, type LoopStep, type TrialOfTrace } from './steps';

/** How a run of several rounds works. Plain data. */
export interface LoopSettings {
  readonly rounds: number;
  readonly scope: Scope;
  readonly judgeRepeats: number;
  /** Whether the unchanged prompts are tried first with the same model, to be compared with instead of the record. */
  readonly control: boolean;
  /** Prompts in force at the start that are not the recorded ones, by full name. They are tried first, as a control. */
  readonly start?: readonly (readonly [string, string])[];
  /** Full names of the prompt variables to work on; all of them when absent. */
  readonly targets?: readonly string[];
  readonly suggest: SuggestSettings;
  readonly budget: Budget;
}

/** Where the traces come from and where the new ones go. */
export interface LoopHost {
  /** Traces of the lab, by key. */
  readonly traces: readonly TraceKey[];
  open(key: TraceKey): Promise<Result<TrialTrace>>;
  partOf(key: TraceKey, query: QueryId): Part | undefined;
  /** Keeps a replayed trace, and gives it back, opened. */
  keepTrace(ref: string, bytes: Uint8Array<ArrayBuffer>): Promise<Result<void>>;
  openTrace(ref: string, cases: readonly Case[]): Promise<Result<TrialTrace>>;
  readonly steps: readonly LoopStep[];
  readonly keepStep: KeepStep;
}

/** One round: what was suggested, tried, and decided. Plain data. */
export interface LoopRound {
  readonly round: number;
  readonly suggestions: readonly TargetSuggestion[];
  /** The new texts that were tried, by full name; empty when nothing usable was suggested. */
  readonly prompts: readonly (readonly [string, string])[];
  readonly trial: readonly TrialOfTrace[];
  readonly gate: GateDecision | undefined;
  /** Why no trial was made; empty when there was one. */
  readonly why: string;
}

/** What a run came to. Plain data. */
export interface LoopResult {
  readonly control: readonly TrialOfTrace[];
  readonly rounds: readonly LoopRound[];
  /** The prompts that are kept at the end: those that differ from the record. */
  readonly kept: readonly (readonly [string, string])[];
  readonly before: readonly AnsweredQuestion[];
  readonly errorsBefore: readonly FoundError[];
  /** Answers and errors with the prompts that are kept. */
  readonly after: readonly AnsweredQuestion[];
  readonly errorsAfter: readonly FoundError[];
  readonly spent: Spending;
  /** Why the run ended before its last round; `undefined` when it did not. */
  readonly stopped: Problem | undefined;
}

export interface LoopProgress {
  readonly round: number;
  readonly doing: 'control' | 'suggesting' | 'trying';
  readonly done: number;
  readonly total: number;
  readonly spent: Spending;
}

export interface LoopParts {
  readonly id: string;
  readonly settings: LoopSettings;
  readonly host: LoopHost;
  readonly model: ChatModel;
  readonly embedding?: EmbeddingModel | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: LoopProgress) => void;
}

/**
 * Verdicts → suggestion → trial → gate, round by round. What a round keeps is the base of the next one.
 * Suggestions learn from tune alone. A stop, a spent budget or a failing model ends the run with what
 * there is; called again with the steps kept until then it goes on, and comes out as if it had never
 * stopped.
 */
export async function runLoop(parts: LoopParts): Promise<Result<LoopResult>> {
  const loop = new Loop(parts);
  const opened = await loop.open();
  return opened.ok ? ok(await loop.run()) : opened;
}

class Loop {
  private readonly meter: MeteredChat;
  private readonly book: StepBook;
  private readonly kept: LoopStep[];
  /** The traces to try from: the recorded ones, or those of the last trial that was kept. */
  private base = new Map<TraceKey, TrialTrace>();
  private readonly recorded = new Map<string, string>();
  private prompts = new Map<string, string>();
  private answers: readonly AnsweredQuestion[] = [];
  private errors: readonly FoundError[] = [];
  private history: readonly Attempt[] = [];

  constructor(private readonly parts: LoopParts) {
    const { host, model, settings } = parts;
    this.kept = [...host.steps];
    this.meter = new MeteredChat(model, settings.budget, spentBy(host.steps));
    this.book = new StepBook(host.steps, this.meter, (step) => {
      this.kept.push(step);
      return host.keepStep(step);
    });
  }

  async open(): Promise<Result<void>> {
    for (const key of this.parts.host.traces) {
      const trace = await this.parts.host.open(key);
      if (!trace.ok) return trace;
      this.base.set(key, trace.value);
      for (const { name, text } of promptVariables(trace.value.graph))
        if (!this.recorded.has(name)) this.recorded.set(name, text);
    }
    this.prompts = new Map([...this.recorded, ...(this.parts.settings.start ?? [])]);
    this.answers = [...this.base].flatMap(([key, { cases }]) => this.recordedAnswers(key, cases));
    this.errors = [...this.base.values()].flatMap(({ verdicts }) => errorsOf(verdicts));
    return ok(undefined);
  }

  async run(): Promise<LoopResult> {
    const { settings } = this.parts;
    const rounds: LoopRound[] = [];
    const isTriedFirst = settings.control || (settings.start ?? []).length > 0;
    const control = isTriedFirst ? await this.control() : ok([]);
    const before = { answers: this.answers, errors: this.errors };
    let stopped = control.ok ? undefined : control.problem;
    for (let round = 1; stopped === undefined && round <= settings.rounds; round++) {
      const made = await this.round(round);
      if (made.ok) rounds.push(made.value);
      else stopped = made.problem;
      // With nothing left to learn from, further rounds would ask the same again.
      if (made.ok && made.value.suggestions.length === 0) break;
    }
    return {
      control: control.ok ? control.value : [],
      rounds,
      kept: [...this.prompts].filter(([name, text]) => text !== this.recorded.get(name)),
      before: before.answers,
      errorsBefore: before.errors,
      after: this.answers,
      errorsAfter: this.errors,
      spent: spentBy(this.kept),
      stopped,
    };
  }

  private recordedAnswers(key: TraceKey, cases: readonly Case[]): readonly AnsweredQuestion[] {
    return cases.flatMap((each) => {
      const part = this.parts.host.partOf(key, each.queryId);
      return part === undefined ? [] : [answered({ ...each, traceKey: key }, part)];
    });
  }

  /** Tries the prompts of the start with the same model, and goes on from what comes of it. */
  private async control(): Promise<Result<readonly TrialOfTrace[]>> {
    const tried = await this.try(0, this.prompts, 'control');
    if (!tried.ok) return tried;
    const taken = await this.takeOver(tried.value);
    return taken.ok ? tried : taken;
  }

  private async round(round: number): Promise<Result<LoopRound>> {
    const suggestions = await this.suggestAll(round);
    if (!suggestions.ok) return suggestions;
    const usable = suggestions.value.flatMap(({ target, update }) =>
      update === undefined || update.refused.length > 0 ? [] : [[target, update.prompt] as const],
    );
    const made = { round, suggestions: suggestions.value, prompts: usable };
    if (usable.length === 0) {
      const why =
        suggestions.value.length === 0
          ? 'No failed case of tune can be mended by one of these prompts.'
          : 'Nothing usable was suggested.';
      this.remember(suggestions.value, why);
      return ok({ ...made, trial: [], gate: undefined, why });
    }
    const tried = await this.try(round, new Map(usable), 'trying');
    if (!tried.ok) return tried;
    if (tried.value.length === 0) {
      const why = 'The suggested prompts touch nothing in this scope.';
      this.remember(suggestions.value, why);
      return ok({ ...made, trial: [], gate: undefined, why });
    }
    const touched = new Set(tried.value.map(({ traceKey }) => traceKey));
    const before = this.answers.filter(({ traceKey }) => touched.has(traceKey));
    const answers = tried.value.flatMap((each) => each.answers);
    const decision = gate(
      before,
      answers,
      this.parts.settings.suggest.seed + round,
      this.parts.settings.rounds,
    );
    this.remember(suggestions.value, decision.sentence);
    if (decision.kept) {
      for (const [name, text] of usable) this.prompts.set(name, text);
      const taken = await this.takeOver(tried.value);
      if (!taken.ok) return taken;
    }
    return ok({ ...made, trial: tried.value, gate: decision, why: '' });
  }

  private async suggestAll(round: number): Promise<Result<readonly TargetSuggestion[]>> {
    const { settings, signal } = this.parts;
    const secrets = joinSecrets(
      [...this.base.values()].map(({ graph, cases }) => secretsOf(graph, cases)),
    );
    const lessons = this.lessons();
    const made: TargetSuggestion[] = [];
    for (const [target, own] of lessons) {
      if (own.length === 0 || settings.targets?.includes(target) === false) continue;
      const suggestion = await suggest({
        target,
        text: this.prompts.get(target) ?? '',
        recorded: this.recorded.get(target) ?? '',
        lessons: own,
        history: this.history,
        secrets,
        settings: { ...settings.suggest, seed: settings.suggest.seed + round },
        model: this.meter,
        journal: this.book.round(`round-${round}`),
        signal,
        onProgress: (done, total) => this.tell(round, 'suggesting', done, total),
      });
      if (!suggestion.ok) return suggestion;
      made.push(suggestion.value);
    }
    return ok(made);
  }

  /** Failed cases of tune by the prompt that their decisive operation reads, over all traces. */
  private lessons(): ReadonlyMap<string, readonly Lesson[]> {
    const byTarget = new Map<string, Lesson[]>([...this.recorded.keys()].map((name) => [name, []]));
    const wanted = this.parts.settings.scope;
    for (const [traceKey, trace] of this.base) {
      const accused = trace.cases
        .filter(({ queryId }) => this.parts.host.partOf(traceKey, queryId) === 'tune')
        .flatMap((failed) => {
          const verdict = trace.verdicts.get(failed.queryId);
          return verdict === undefined ? [] : [{ failed, verdict }];
        });
      const reach = scopedPrompts(wanted, this.recorded, trace.graph);
      for (const { name, failed } of findTargets(trace.graph, accused).targets) {
        if (!reach.has(name)) continue;
        const ids = new Set(failed.map(({ queryId }) => queryId));
        const own = accused.filter((each) => ids.has(each.failed.queryId));
        byTarget.get(name)?.push(...own.map((each) => ({ traceKey, graph: trace.graph, ...each })));
      }
    }
    return byTarget;
  }

  private async try(
    round: number,
    prompts: Prompts,
    doing: LoopProgress['doing'],
  ): Promise<Result<readonly TrialOfTrace[]>> {
    const { id, settings, host, embedding, signal } = this.parts;
    const made: TrialOfTrace[] = [];
    let at = 0;
    for (const [traceKey, trace] of this.base) {
      const index = at++;
      const ref = `${id}/round-${round}/${traceKey}`;
      const tried = await this.book.trial(`round-${round}/trial/${traceKey}`, async () => {
        const replayed = await tryTrace(trace, {
          scope: settings.scope,
          prompts,
          judgeRepeats: settings.judgeRepeats,
          model: this.meter,
          embedding,
          partOf: host.partOf.bind(host),
          traceKey,
          mark: `${id} ${round}`,
          signal,
          onProgress: (done, total) =>
            this.tell(round, doing, index + done / Math.max(1, total), this.base.size),
        });
        if (!replayed.ok) return replayed;
        const { answers, bytes, verdicts, changedOperations } = replayed.value;
        const kept = await host.keepTrace(ref, bytes);
        if (!kept.ok) return kept;
        const errors = errorsOf(verdicts);
        return ok({ traceKey, ref, answers, errors, changedOperations });
      });
      if (tried.ok) made.push(tried.value);
      else if (tried.problem.kind !== 'lab-no-change') return tried;
    }
    return ok(made);
  }

  /** The trial's traces become the base of the next round; traces that it did not touch stay. */
  private async takeOver(tried: readonly TrialOfTrace[]): Promise<Result<void>> {
    const base = new Map(this.base);
    for (const { traceKey, ref } of tried) {
      const known = this.base.get(traceKey)?.cases ?? [];
      const opened = await this.parts.host.openTrace(ref, known);
      if (!opened.ok) return err(opened.problem);
      base.set(traceKey, opened.value);
    }
    const fresh = new Map(
      tried.flatMap((each) => each.answers).map((each) => [questionKey(each), each]),
    );
    this.base = base;
    this.answers = this.answers.map((each) => fresh.get(questionKey(each)) ?? each);
    this.errors = [...base.values()].flatMap(({ verdicts }) => errorsOf(verdicts));
    return ok(undefined);
  }

  private remember(suggestions: readonly TargetSuggestion[], outcome: string): void {
    const attempts = suggestions.map((each): Attempt => ({
      target: each.target,
      before: each.before,
      after: each.update?.prompt ?? each.before,
      advice: adviceOf(each),
      outcome:
        each.update === undefined || each.update.refused.length === 0
          ? outcome
          : each.update.refused.join(' '),
    }));
    this.history = [...this.history, ...attempts];
  }

  private tell(round: number, doing: LoopProgress['doing'], done: number, total: number): void {
    this.parts.onProgress?.({ round, doing, done, total, spent: this.meter.spent });
  }
}

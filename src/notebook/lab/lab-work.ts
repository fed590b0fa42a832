import type { TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { ChatModel } from '../../models/contract/chat';
import { questionKey } from '../../optimize/compare/answers';
import { runLoop, type LoopProgress, type LoopSettings } from '../../optimize/loop/loop';
import type { TrialOfTrace } from '../../optimize/loop/steps';
import { checkPlaceholders, mayRun } from '../../optimize/prompts/placeholders';
import { freeVersionId, type PromptVersion } from '../../optimize/prompts/versions';
import type {
  LabRecord,
  RunRecord,
  SuggestionRecord,
  TrialRecord,
} from '../../optimize/records/records';
import { partOf } from '../../optimize/split/split';
import { joinSecrets, secretsOf } from '../../optimize/suggest/secrets';
import { suggest, type SuggestSettings } from '../../optimize/suggest/suggest';
import { errorsOf, openReplayed, tryTrace } from '../../optimize/trial/run-trial';
import type { TrialTrace } from '../../optimize/trial/scope';
import { addSpending, MeteredChat, NOTHING_SPENT } from '../../optimize/trial/spending';
import type { ModelId, RunWish, TrialChoice, WorkProgress } from './contract';
import type { LabDesk, LabParts } from './lab-desk';
import { briefRun, keptId, keptText, promptsOf, recordedText, withoutAnswers } from './lab-prompts';
import { openLabTrace, presentTraces } from './lab-traces';

/** What of the lab asks models: trials, suggestions, runs of several rounds. One call can be stopped by its id. */
export class LabWork {
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly desk: LabDesk) {}

  private get parts(): LabParts {
    return this.desk.parts;
  }

  runTrial(
    id: string,
    labId: string,
    choice: TrialChoice,
    modelId: ModelId,
    report: (progress: WorkProgress) => void,
  ): Promise<Result<TrialRecord>> {
    return this.abortable(id, async (signal) => {
      const lab = await this.desk.lab(labId);
      if (!lab.ok) return lab;
      const opened = await this.desk.openAll(lab.value);
      if (!opened.ok) return opened;
      const chat = await this.desk.chatModel(modelId);
      if (!chat.ok) return chat;
      const prompts = promptsOf(lab.value, choice);
      for (const [target, text] of prompts) {
        const check = checkPlaceholders(recordedText(lab.value, target), text);
        if (!mayRun(check)) return err(problem('lab-placeholder', check.missing.join(', ')));
      }
      const trials = await this.parts.store.labs.trials(labId);
      const number = (trials.ok ? trials.value.length : 0) + 1;
      return this.tryAll(
        lab.value,
        opened.value,
        { choice, prompts, number },
        chat.value,
        signal,
        report,
      );
    });
  }

  suggest(
    id: string,
    labId: string,
    target: string,
    settings: SuggestSettings,
    modelId: ModelId,
    report: (progress: WorkProgress) => void,
  ): Promise<Result<SuggestionRecord>> {
    return this.abortable(id, async (signal) => {
      const found = await this.desk.lab(labId);
      if (!found.ok) return found;
      const lab = found.value;
      const opened = await this.desk.openAll(lab);
      if (!opened.ok) return opened;
      const chat = await this.desk.chatModel(modelId);
      if (!chat.ok) return chat;
      const model = new MeteredChat(chat.value);
      const before = await this.parts.store.labs.suggestions(labId);
      const earlier = before.ok ? before.value : [];
      const suggestion = await suggest({
        target,
        text: keptText(lab, target),
        recorded: recordedText(lab, target),
        lessons: this.desk.lessons(lab, opened.value, target),
        history: earlier.flatMap(
          ({ suggestion: { aggregations, before: text, update, target: of } }) =>
            update === undefined
              ? []
              : [
                  {
                    target: of,
                    before: text,
                    after: update.prompt,
                    advice: aggregations.at(-1)?.advice ?? '',
                    outcome: update.refused.join(' '),
                  },
                ],
        ),
        secrets: joinSecrets(
          [...opened.value.values()].map(({ graph, cases }) => secretsOf(graph, cases)),
        ),
        settings,
        model,
        signal,
        onProgress: (done, total) =>
          report({ done, total, calls: model.spent.calls, cost: model.spent.cost }),
      });
      if (!suggestion.ok) return suggestion;
      const { update } = suggestion.value;
      const isUsable = update !== undefined && update.refused.length === 0;
      const recordId = `suggestion-${String(earlier.length + 1).padStart(4, '0')}`;
      // Versions may have been written while the model was asked.
      const now = await this.desk.lab(labId);
      if (!now.ok) return now;
      const version = isUsable
        ? await this.desk.putVersion(now.value, {
            target,
            parent: keptId(lab, target),
            text: update.prompt,
            note: update.changes,
            origin: 'suggested',
            suggestion: recordId,
          })
        : ok(undefined);
      if (!version.ok) return version;
      const record = {
        labId,
        id: recordId,
        at: this.parts.now(),
        model: chat.value.description.label,
        suggestion: suggestion.value,
        version: version.value?.id,
        spent: model.spent,
      };
      const kept = await this.parts.store.labs.putSuggestion(record);
      return kept.ok ? ok(record) : kept;
    });
  }

  runLoop(
    id: string,
    labId: string,
    wish: RunWish,
    modelId: ModelId,
    report: (progress: LoopProgress) => void,
  ): Promise<Result<RunRecord>> {
    return this.abortable(id, async (signal) => {
      const found = await this.desk.lab(labId);
      if (!found.ok) return found;
      const lab = found.value;
      const chat = await this.desk.chatModel(modelId);
      if (!chat.ok) return chat;
      const { labs } = this.parts.store;
      const runs = await labs.runs(labId);
      if (!runs.ok) return runs;
      const known = 'resume' in wish ? runs.value.find((run) => run.id === wish.resume) : undefined;
      const settings = 'settings' in wish ? withStart(wish.settings, lab) : known?.settings;
      if (settings === undefined) return err(problem('lab-missing'));
      if (known !== undefined && known.model !== chat.value.description.label)
        return err(problem('lab-other-model', known.model));
      const budget = ('resume' in wish ? wish.budget : undefined) ?? settings.budget;
      const number = String(runs.value.length + 1).padStart(4, '0');
      const begun: RunRecord =
        known === undefined
          ? {
              labId,
              id: `run-${number}`,
              at: this.parts.now(),
              model: chat.value.description.label,
              settings,
              result: undefined,
            }
          : { ...known, settings: { ...settings, budget }, result: undefined };
      const started = await labs.putRun(begun);
      if (!started.ok) return started;
      const runKey = `${labId}/${begun.id}`;
      const steps = await labs.steps(runKey);
      if (!steps.ok) return steps;
      const part = partOf(lab.split);
      const result = await runLoop({
        id: runKey,
        settings: begun.settings,
        model: chat.value,
        signal,
        onProgress: report,
        host: {
          traces: presentTraces(this.parts.book, lab).map(({ key }) => key),
          open: (key) => openLabTrace(this.parts, key),
          partOf: (traceKey, queryId) => part(questionKey({ traceKey, queryId })),
          keepTrace: (ref, bytes) => labs.putTrace(ref, new Blob([bytes])),
          openTrace: async (ref, cases) => {
            const blob = await labs.trace(ref);
            if (!blob.ok) return blob;
            if (blob.value === undefined) return err(problem('lab-missing', ref));
            return ok(await openReplayed(new Uint8Array(await blob.value.arrayBuffer()), cases));
          },
          steps: steps.value.map(({ step }) => step),
          keepStep: (step) => labs.putStep({ runId: runKey, key: step.key, step }),
        },
      });
      if (!result.ok) return result;
      const stopped = result.value.stopped && stoppedAs(result.value.stopped);
      const record = { ...begun, result: { ...result.value, stopped } };
      const kept = await labs.putRun(record);
      if (!kept.ok) return kept;
      // Versions may have been written while the run went on.
      const now = await this.desk.lab(labId);
      if (!now.ok) return now;
      const taken = await this.takeVersions(now.value, record);
      return taken.ok ? ok(briefRun(record)) : taken;
    });
  }

  stop(id: string): void {
    this.running.get(id)?.abort();
  }

  /** The prompts that a run kept become versions, and those that are kept. */
  private async takeVersions(lab: LabRecord, run: RunRecord): Promise<Result<void>> {
    const fresh = (run.result?.kept ?? []).filter(
      ([target, text]) => keptText(lab, target) !== text,
    );
    let versions = lab.versions;
    const kept = new Map(lab.kept);
    for (const [target, text] of fresh) {
      const version: PromptVersion = {
        id: freeVersionId(versions),
        target,
        parent: keptId(lab, target),
        text,
        note: `Kept by ${run.id}`,
        origin: 'suggested',
        at: this.parts.now(),
      };
      versions = [...versions, version];
      kept.set(target, version.id);
    }
    return this.parts.store.labs.put({ ...lab, versions, kept: [...kept] });
  }

  private async tryAll(
    lab: LabRecord,
    opened: ReadonlyMap<TraceKey, TrialTrace>,
    {
      choice,
      prompts,
      number,
    }: {
      readonly choice: TrialChoice;
      readonly prompts: ReadonlyMap<string, string>;
      readonly number: number;
    },
    chat: ChatModel,
    signal: AbortSignal,
    report: (progress: WorkProgress) => void,
  ): Promise<Result<TrialRecord>> {
    const { store, now } = this.parts;
    const part = partOf(lab.split);
    const model = new MeteredChat(chat);
    const id = `trial-${String(number).padStart(4, '0')}`;
    const tried: TrialOfTrace[] = [];
    let stopped: Problem | undefined;
    let index = 0;
    for (const [traceKey, trace] of opened) {
      const at = index++;
      const replayed = await tryTrace(trace, {
        scope: choice.scope,
        prompts,
        judgeRepeats: choice.judgeRepeats,
        model,
        partOf: (key, query) => part(questionKey({ traceKey: key, queryId: query })),
        traceKey,
        mark: `${lab.id} ${id}`,
        signal,
        onProgress: (done, total) =>
          report({
            done: at + done / Math.max(1, total),
            total: opened.size,
            calls: model.spent.calls + model.spent.cachedCalls,
            cost: model.spent.cost,
          }),
      });
      if (!replayed.ok && replayed.problem.kind === 'lab-no-change') continue;
      if (!replayed.ok) {
        stopped = stoppedAs(replayed.problem);
        break;
      }
      const { answers, bytes, verdicts, changedOperations } = replayed.value;
      const ref = `${lab.id}/${id}/${traceKey}`;
      const kept = await store.labs.putTrace(ref, new Blob([bytes]));
      if (!kept.ok) return kept;
      tried.push({ traceKey, ref, answers, errors: errorsOf(verdicts), changedOperations });
    }
    if (tried.length === 0) return err(stopped ?? problem('lab-no-change'));
    const record: TrialRecord = {
      labId: lab.id,
      id,
      at: now(),
      kind: choice.kind,
      scope: choice.scope,
      judgeRepeats: choice.judgeRepeats,
      model: chat.description.label,
      versions: choice.versions,
      tried,
      spent: addSpending(NOTHING_SPENT, model.spent),
      stopped,
    };
    const kept = await store.labs.putTrial(record);
    return kept.ok ? ok({ ...record, tried: tried.map(withoutAnswers) }) : kept;
  }

  private async abortable<T>(
    id: string,
    work: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      const result = await work(controller.signal);
      return result.ok ? result : err(stoppedAs(result.problem));
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }
}

/** A run starts from the versions that are kept, where those are not the recorded ones. */
function withStart(settings: LoopSettings, lab: LabRecord): LoopSettings {
  const start = lab.kept.flatMap(([target]) => {
    const text = keptText(lab, target);
    return text === recordedText(lab, target) ? [] : [[target, text] as const];
  });
  return start.length === 0 ? settings : { ...settings, start };
}

/** What reading a file says of a stop means nothing to somebody who stopped a trial. */
const stoppedAs = (reason: Problem): Problem =>
  reason.kind === 'cancelled' ? problem('lab-stopped') : reason;

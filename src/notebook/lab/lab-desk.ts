import type { TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { needsVerdict } from '../../cases/case';
import type { ChatModel } from '../../models/contract/chat';
import { questionKey } from '../../optimize/compare/answers';
import { freeVersionId, type PromptVersion } from '../../optimize/prompts/versions';
import type { LabRecord } from '../../optimize/records/records';
import { partOf } from '../../optimize/split/split';
import type { Lesson } from '../../optimize/suggest/suggest';
import { promptVariables } from '../../optimize/targets/optimisable';
import { findTargets, type FailedCase, type Unfixable } from '../../optimize/targets/targets';
import type { TrialTrace } from '../../optimize/trial/scope';
import type { ImportOutcome } from '../service/contract';
import type { LabTarget, ModelId } from './contract';
import { keptId, recordedText, variablesOf } from './lab-prompts';
import { conversationOf, openLabTrace, presentTraces, type LabTraceParts } from './lab-traces';

export interface LabParts extends LabTraceParts {
  readonly now: () => number;
  /** Everything stored was read. */
  readonly ready: () => Promise<void>;
  readonly onProblem: (problem: Problem) => void;
  /** The models, once the page has started them. */
  readonly models: () => LabModels | undefined;
  readonly importFile: (file: Blob, name: string, path: string) => Promise<ImportOutcome>;
}

/** What the lab needs of the models. */
export interface LabModels {
  chat(id: ModelId): Promise<ChatModel | undefined>;
}

/** What every part of the lab works with: stored labs, their traces opened, their targets. */
export class LabDesk {
  constructor(readonly parts: LabParts) {}

  /** A chat model of the Models cell. */
  async chatModel(id: ModelId): Promise<Result<ChatModel>> {
    const model = await this.parts.models()?.chat(id);
    return model === undefined ? err(problem('model-not-chosen', id)) : ok(model);
  }

  async lab(id: string): Promise<Result<LabRecord>> {
    await this.parts.ready();
    const found = await this.parts.store.labs.get(id);
    if (!found.ok) return found;
    return found.value === undefined ? err(problem('lab-missing')) : ok(found.value);
  }

  /** One trace for each conversation: the first that came. Later ones are recorded runs to compare with. */
  async oneRun(keys: readonly TraceKey[]): Promise<LabRecord['traces']> {
    const traces = new Map<string, LabRecord['traces'][number]>();
    for (const key of keys) {
      const conversation = await conversationOf(this.parts, key);
      const name = this.parts.book.summary(key)?.name ?? '';
      if (conversation !== undefined && !traces.has(conversation))
        traces.set(conversation, { key, name, conversation });
    }
    return [...traces.values()];
  }

  async openAll(lab: LabRecord): Promise<Result<ReadonlyMap<TraceKey, TrialTrace>>> {
    const opened = new Map<TraceKey, TrialTrace>();
    for (const { key } of presentTraces(this.parts.book, lab)) {
      const trace = await openLabTrace(this.parts, key);
      if (!trace.ok) return trace;
      opened.set(key, trace.value);
    }
    return opened.size === 0 ? err(problem('trace-missing')) : ok(opened);
  }

  listTargets(
    lab: LabRecord,
    opened: ReadonlyMap<TraceKey, TrialTrace>,
  ): { readonly targets: readonly LabTarget[]; readonly unfixable: readonly Unfixable[] } {
    const part = partOf(lab.split);
    const failed = new Map<string, FailedCase[]>();
    const unfixable: Unfixable[] = [];
    for (const trace of opened.values()) {
      const accused = trace.cases
        .filter(needsVerdict)
        .map((each) => ({ failed: each, verdict: trace.verdicts.get(each.queryId) }));
      const found = findTargets(trace.graph, accused);
      unfixable.push(
        ...found.unfixable.filter((each) => part(questionKey(each.failed)) === 'tune'),
      );
      for (const target of found.targets)
        failed.set(target.name, [...(failed.get(target.name) ?? []), ...target.failed]);
    }
    const targets = variablesOf(opened).map(({ name, nodeId, role, readBy, reads }): LabTarget => {
      const own = failed.get(name) ?? [];
      const tune = own.filter((each) => part(questionKey(each)) === 'tune');
      const texts = [...opened.values()].map(
        ({ graph }) => promptVariables(graph).find((each) => each.name === name)?.text,
      );
      return {
        name,
        nodeId,
        role,
        readBy,
        reads,
        failed: tune,
        failedHeldOut: own.length - tune.length,
        kept: keptId(lab, name),
        otherTexts: texts.filter((text) => text !== undefined && text !== recordedText(lab, name))
          .length,
      };
    });
    return { targets, unfixable };
  }

  /** Failed cases of tune whose decisive operation reads a prompt. */
  lessons(
    lab: LabRecord,
    opened: ReadonlyMap<TraceKey, TrialTrace>,
    target: string,
  ): readonly Lesson[] {
    const part = partOf(lab.split);
    return [...opened].flatMap(([traceKey, { graph, cases, verdicts }]) => {
      const accused = cases
        .filter((each) => needsVerdict(each) && part(questionKey(each)) === 'tune')
        .map((failed) => ({ failed, verdict: verdicts.get(failed.queryId) }));
      const own = findTargets(graph, accused).targets.find(({ name }) => name === target);
      const ids = new Set(own?.failed.map(({ queryId }) => queryId));
      return accused.flatMap(({ failed, verdict }) =>
        verdict !== undefined && ids.has(failed.queryId)
          ? [{ traceKey, graph, failed, verdict }]
          : [],
      );
    });
  }

  async putVersion(
    lab: LabRecord,
    wish: Omit<PromptVersion, 'id' | 'at'>,
  ): Promise<Result<PromptVersion>> {
    const version = { ...wish, id: freeVersionId(lab.versions), at: this.parts.now() };
    const stored = await this.parts.store.labs.put({
      ...lab,
      versions: [...lab.versions, version],
    });
    return stored.ok ? ok(version) : stored;
  }
}

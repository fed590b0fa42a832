import { ok, type Result } from '../../base/result';
import { changeReport } from '../../optimize/exchange/change-report';
import type { LabRecord } from '../../optimize/records/records';
import { promptVariables } from '../../optimize/targets/optimisable';
import { NOTHING_SPENT } from '../../optimize/trial/spending';
import type { ChangedPrompt, ComparisonView, RunRef } from './contract';
import { recordedText } from './lab-prompts';
import { recordedRuns } from './lab-runs';
import { openLabTrace, type LabTraceParts } from './lab-traces';

/** The prompts that a run worked with, and how it was tried. */
export interface RunPrompts {
  /** Full name of a prompt variable → its text. */
  readonly texts: ReadonlyMap<string, string>;
  readonly notes: ReadonlyMap<string, string>;
  /** What of the memory system ran again; `recorded` for a run that was recorded as it is. */
  readonly scope: string;
  /** Changes that were to be tried on the same questions, this one included. */
  readonly tries: number;
}

/** Reads which prompts a run of a lab worked with. */
export async function promptsOfRun(
  parts: LabTraceParts,
  lab: LabRecord,
  run: RunRef,
): Promise<Result<RunPrompts>> {
  const texts = new Map(lab.kept.map(([target]) => [target, recordedText(lab, target)]));
  const notes = new Map<string, string>();
  const recorded = { texts, notes, scope: 'recorded', tries: 1 };
  switch (run.kind) {
    case 'record':
      return ok(recorded);
    case 'recorded': {
      const other = (await recordedRuns(parts, lab)).find(({ id }) => id === run.id);
      for (const key of other?.traces ?? []) {
        const trace = await openLabTrace(parts, key);
        if (!trace.ok) return trace;
        for (const { name, text } of promptVariables(trace.value.graph)) texts.set(name, text);
      }
      return ok(recorded);
    }
    case 'trial': {
      const trials = await parts.store.labs.trials(lab.id);
      if (!trials.ok) return trials;
      const trial = trials.value.find(({ id }) => id === run.id);
      for (const [target, id] of trial?.versions ?? []) {
        const version = lab.versions.find((each) => each.id === id);
        if (version === undefined) continue;
        texts.set(target, version.text);
        notes.set(target, version.note);
      }
      return ok({ ...recorded, scope: trial?.scope ?? recorded.scope });
    }
    case 'round': {
      const runs = await parts.store.labs.runs(lab.id);
      if (!runs.ok) return runs;
      const record = runs.value.find(({ id }) => id === run.run);
      if (record === undefined) return ok(recorded);
      for (const [target, text] of record.settings.start ?? []) texts.set(target, text);
      for (const { round, gate, prompts, suggestions } of record.result?.rounds ?? []) {
        if (round > run.round || (round < run.round && gate?.kept !== true)) continue;
        for (const [target, text] of prompts) {
          texts.set(target, text);
          const update = suggestions.find((each) => each.target === target)?.update;
          notes.set(target, update?.changes ?? '');
        }
      }
      return ok({ ...recorded, scope: record.settings.scope, tries: record.settings.rounds });
    }
  }
}

/** The prompts that differ between two runs. */
export function changedPrompts(before: RunPrompts, after: RunPrompts): readonly ChangedPrompt[] {
  return [...after.texts].flatMap(([target, text]) => {
    const old = before.texts.get(target) ?? '';
    const note = after.notes.get(target) ?? '';
    return old === text ? [] : [{ target, before: old, after: text, note }];
  });
}

/** A comparison as a Markdown change report. */
export function reportOf(
  lab: LabRecord,
  view: ComparisonView,
  before: RunRef,
  after: RunRef,
): string {
  return changeReport({
    title: `Trial of prompts: ${lab.system}`,
    before: nameOf(before),
    after: nameOf(after),
    scope: view.scope,
    prompts: view.prompts,
    comparison: view.comparison,
    gate: view.gate,
    errors: view.errors,
    spent: view.spent.after ?? NOTHING_SPENT,
  });
}

function nameOf(run: RunRef): string {
  switch (run.kind) {
    case 'record':
      return 'the recorded run';
    case 'round':
      return run.round === 0 ? `${run.run}, control` : `${run.run}, round ${run.round}`;
    case 'recorded':
    case 'trial':
      return run.id;
  }
}

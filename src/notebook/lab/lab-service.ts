import type { TraceKey } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { needsVerdict } from '../../cases/case';
import type { MemorySystem } from '../../graph/system';
import { readRunFolder } from '../../optimize/exchange/run-folder';
import { membaseConfig, updateResults } from '../../optimize/exchange/update-results';
import { checkPlaceholders } from '../../optimize/prompts/placeholders';
import { freeVersionId, type PromptVersion } from '../../optimize/prompts/versions';
import type { LabRecord } from '../../optimize/records/records';
import { splitQuestions } from '../../optimize/split/split';
import { promptVariables } from '../../optimize/targets/optimisable';
import { priceTrial, type TrialPrice } from '../../optimize/trial/price';
import type {
  ComparisonView,
  ExportKind,
  LabChoice,
  LabService,
  LabView,
  ModelId,
  NewLab,
  NewVersion,
  RunRef,
  TrialChoice,
} from './contract';
import { compareInLab } from './lab-compare';
import { LabDesk, type LabParts } from './lab-desk';
import {
  briefRun,
  keptText,
  promptsOf,
  recordedText,
  variablesOf,
  withoutAnswers,
} from './lab-prompts';
import { reportOf } from './lab-report';
import { answersOfRun, begunRuns, recordedRuns } from './lab-runs';
import { judgedCases, openLabTrace, presentTraces, splitQuestionsOf } from './lab-traces';
import { LabWork } from './lab-work';

/** The Prompt lab. Runs in the trace worker; tests run it in Node. */
export class StoredLab implements LabService {
  private readonly desk: LabDesk;
  private readonly work: LabWork;

  constructor(private readonly parts: LabParts) {
    this.desk = new LabDesk(parts);
    this.work = new LabWork(this.desk);
  }

  async choices(): Promise<readonly LabChoice[]> {
    await this.parts.ready();
    const { book } = this.parts;
    const bySystem = new Map<MemorySystem, TraceKey[]>();
    for (const { key, system } of book.summaries())
      if (system !== 'generic' && judgedCases(book, key).length > 0)
        bySystem.set(system, [...(bySystem.get(system) ?? []), key]);
    const choices: LabChoice[] = [];
    for (const [system, keys] of bySystem) {
      const traces = await this.desk.oneRun(keys);
      choices.push({
        system,
        traces: traces.map(({ key, name }) => {
          const cases = judgedCases(book, key);
          const failed = cases.filter(needsVerdict).length;
          return { key, name, questions: cases.length, failed };
        }),
      });
    }
    return choices;
  }

  async create({ system, seed, share, traces: wanted }: NewLab): Promise<Result<LabRecord>> {
    await this.parts.ready();
    const { book, store, now } = this.parts;
    const keys = book
      .summaries()
      .filter((trace) => trace.system === system && wanted?.includes(trace.key) !== false);
    const traces = await this.desk.oneRun(
      keys.map(({ key }) => key).filter((key) => judgedCases(book, key).length > 0),
    );
    const questions = splitQuestionsOf(book, traces);
    if (questions.length === 0) return err(problem('lab-no-questions'));
    const split = splitQuestions(questions, { seed, share });
    const versions: PromptVersion[] = [];
    for (const { key } of traces) {
      const trace = await openLabTrace(this.parts, key);
      if (!trace.ok) return trace;
      for (const { name, text } of promptVariables(trace.value.graph))
        if (!versions.some(({ target }) => target === name))
          versions.push({
            id: freeVersionId(versions),
            target: name,
            parent: undefined,
            text,
            note: '',
            origin: 'recorded',
            at: now(),
          });
    }
    const kept = versions.map(({ target, id }) => [target, id] as const);
    const id = `lab-${now()}-${Math.floor(Math.random() * 1e6)}`;
    const lab = { id, system, traces, split, share, createdAt: now(), versions, kept };
    const stored = await store.labs.put(lab);
    return stored.ok ? ok(lab) : stored;
  }

  async open(labId: string): Promise<Result<LabView>> {
    const found = await this.lab(labId);
    if (!found.ok) return found;
    const lab = found.value;
    const { labs } = this.parts.store;
    const [trials, suggestions, runs] = await Promise.all([
      labs.trials(labId),
      labs.suggestions(labId),
      labs.runs(labId),
    ]);
    if (!trials.ok) return trials;
    if (!suggestions.ok) return suggestions;
    if (!runs.ok) return runs;
    const begun = await begunRuns(this.parts, lab, runs.value);
    if (!begun.ok) return begun;
    const opened = await this.desk.openAll(lab);
    if (!opened.ok) return opened;
    const listed = this.desk.listTargets(lab, opened.value);
    const { tune, holdOut } = lab.split;
    const present = new Set(presentTraces(this.parts.book, lab).map(({ key }) => key));
    const newestFirst = <T extends { readonly at: number }>(rows: readonly T[]): readonly T[] =>
      [...rows].sort((a, b) => b.at - a.at);
    return ok({
      lab,
      ...listed,
      questions: { tune: tune.length, holdOut: holdOut.length },
      trials: newestFirst(trials.value).map((trial) => ({
        ...trial,
        tried: trial.tried.map(withoutAnswers),
      })),
      suggestions: newestFirst(suggestions.value),
      runs: newestFirst(runs.value).map(briefRun),
      begun: begun.value,
      recordedRuns: await recordedRuns(this.parts, lab),
      missing: lab.traces.filter(({ key }) => !present.has(key)).map(({ name }) => name),
    });
  }

  async check(labId: string, target: string, text: string) {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    return ok(checkPlaceholders(recordedText(lab.value, target), text));
  }

  async addVersion(labId: string, wish: NewVersion): Promise<Result<PromptVersion>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    return this.desk.putVersion(lab.value, { ...wish, origin: 'hand' });
  }

  async setNote(labId: string, version: string, note: string): Promise<Result<void>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const versions = lab.value.versions.map((each) =>
      each.id === version ? { ...each, note } : each,
    );
    return this.parts.store.labs.put({ ...lab.value, versions });
  }

  async keep(labId: string, wanted: readonly (readonly [string, string])[]): Promise<Result<void>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const kept = new Map([...lab.value.kept, ...wanted]);
    return this.parts.store.labs.put({ ...lab.value, kept: [...kept] });
  }

  async price(
    labId: string,
    choice: TrialChoice,
    model: ModelId | undefined,
  ): Promise<Result<TrialPrice>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const opened = await this.desk.openAll(lab.value);
    if (!opened.ok) return opened;
    const chat = model === undefined ? undefined : await this.desk.chatModel(model);
    const price = chat?.ok === true ? chat.value.description.price : undefined;
    const { scope, judgeRepeats } = choice;
    const prompts = promptsOf(lab.value, choice);
    return ok(
      await priceTrial([...opened.value.values()], { scope, prompts, judgeRepeats }, price),
    );
  }

  runTrial(...call: Parameters<LabService['runTrial']>): ReturnType<LabService['runTrial']> {
    return this.work.runTrial(...call);
  }

  suggest(...call: Parameters<LabService['suggest']>): ReturnType<LabService['suggest']> {
    return this.work.suggest(...call);
  }

  runLoop(...call: Parameters<LabService['runLoop']>): ReturnType<LabService['runLoop']> {
    return this.work.runLoop(...call);
  }

  async compare(labId: string, before: RunRef, after: RunRef): Promise<Result<ComparisonView>> {
    const lab = await this.lab(labId);
    return lab.ok ? compareInLab(this.parts, lab.value, before, after) : lab;
  }

  async answers(labId: string, run: RunRef) {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const found = await answersOfRun(this.parts, lab.value, run);
    return found.ok ? ok(found.value.answers) : found;
  }

  async openTrace(labId: string, ref: string, name: string): Promise<Result<TraceKey>> {
    await this.parts.ready();
    const blob = await this.parts.store.labs.trace(ref);
    if (!blob.ok) return blob;
    if (blob.value === undefined) return err(problem('lab-missing', ref));
    const outcome = await this.parts.importFile(blob.value, name, name);
    if (outcome.kind === 'refused') return err(outcome.problem);
    const key = outcome.traces[0]?.key;
    if (key === undefined) return err(problem('lab-missing', ref));
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const opened = [...new Set([...(lab.value.opened ?? []), key])];
    const noted = await this.parts.store.labs.put({ ...lab.value, opened });
    return noted.ok ? ok(key) : noted;
  }

  async exportPrompts(labId: string, kind: ExportKind): Promise<Result<Blob>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const opened = await this.desk.openAll(lab.value);
    if (!opened.ok) return opened;
    const chosen = variablesOf(opened.value).map(({ name, nodeId }) => ({
      target: name,
      nodeId,
      text: keptText(lab.value, name),
    }));
    const text = kind === 'membase' ? membaseConfig(chosen) : updateResults(chosen);
    return ok(new Blob([text], { type: 'application/json' }));
  }

  async exportReport(labId: string, before: RunRef, after: RunRef): Promise<Result<Blob>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const view = await compareInLab(this.parts, lab.value, before, after);
    if (!view.ok) return view;
    const text = reportOf(lab.value, view.value, before, after);
    return ok(new Blob([text], { type: 'text/markdown' }));
  }

  async importRun(
    labId: string,
    files: readonly { readonly path: string; readonly file: Blob }[],
  ): Promise<Result<number>> {
    const lab = await this.lab(labId);
    if (!lab.ok) return lab;
    const texts = await Promise.all(
      files.map(async ({ path, file }) => ({ path, text: await file.text() })),
    );
    const iterations = readRunFolder(texts);
    if (!iterations.ok) return iterations;
    let current = lab.value;
    let count = 0;
    const parents = new Map(
      current.versions.filter(({ parent }) => parent === undefined).map((v) => [v.target, v.id]),
    );
    for (const { iteration, prompts, advice, metrics } of iterations.value)
      for (const { target, text } of prompts) {
        const parent = parents.get(target);
        if (parent === undefined) continue;
        const figures = Object.entries(metrics).map(([name, value]) => `${name} ${value}`);
        const said = advice.find((each) => each.target === target)?.text ?? '';
        const note = [`MemTrace, iteration ${iteration}`, ...figures, said].join('. ');
        const put = await this.desk.putVersion(current, {
          target,
          parent,
          text,
          note,
          origin: 'imported',
        });
        if (!put.ok) return put;
        parents.set(target, put.value.id);
        current = { ...current, versions: [...current.versions, put.value] };
        count++;
      }
    return count === 0
      ? err(problem('lab-not-a-run-folder', 'None of its prompts is one of these traces.'))
      : ok(count);
  }

  stop(id: string): Promise<void> {
    this.work.stop(id);
    return Promise.resolve();
  }

  private lab(id: string): Promise<Result<LabRecord>> {
    return this.desk.lab(id);
  }
}

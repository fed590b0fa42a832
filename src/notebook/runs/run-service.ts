import type { TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { needsVerdict, type Case } from '../../cases/case';
import type { ModelShare } from '../../cases/verdict';
import { resultsFile } from '../../report/results-format';
import type { RunCaseRow, RunRow } from '../../store/rows';
import type { Store } from '../../store/store';
import type { Models } from '../models/contract';
import type { CaseBook } from '../service/case-book';
import type { OpenTraces } from '../service/open-traces';
import type {
  LiveStep,
  RunCaseView,
  RunEstimate,
  RunPlan,
  RunProgress,
  RunService,
  RunView,
} from './contract';
import { estimateRun } from './estimate';
import { readPlan } from './read-plan';
import { caseName, workThrough } from './run-loop';
import { caseView, runView } from './run-views';

export interface RunServiceParts {
  readonly store: Pick<Store, 'runs' | 'verdicts'>;
  readonly book: CaseBook;
  readonly open: OpenTraces;
  readonly ready: () => Promise<void>;
  /** The models, once the page has started them. */
  readonly models: () => Models | undefined;
  readonly onProblem: (problem: Problem) => void;
  readonly now: () => number;
  readonly newId?: () => string;
}

/** Longest time between two reports of steps, in milliseconds. */
const REPORT_EVERY = 150;

/** The runs of a notebook. Runs in the trace worker; knows no DOM, so tests run it in Node. */
export class StoredRuns implements RunService {
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly parts: RunServiceParts) {}

  async list(): Promise<readonly RunView[]> {
    const { runs } = this.parts.store;
    const stored = await runs.all();
    if (!stored.ok) {
      this.parts.onProblem(stored.problem);
      return [];
    }
    const views: RunView[] = [];
    for (const run of stored.value) {
      const plan = readPlan(run.plan);
      if (plan === undefined) continue;
      views.push(runView(run, plan, await this.rows(run.id), this.running.has(run.id)));
    }
    return views;
  }

  async cases(runId: string): Promise<readonly RunCaseView[]> {
    await this.parts.ready();
    const run = await this.find(runId);
    if (!run.ok) return [];
    const rows = byName(await this.rows(runId));
    return run.value.row.cases.map((one) =>
      caseView(one, rows.get(caseName(one)), this.parts.book.find(one.traceKey, one.queryId)),
    );
  }

  async estimate(plan: RunPlan): Promise<Result<RunEstimate>> {
    await this.parts.ready();
    const model = await this.parts.models()?.chat(plan.model);
    if (model === undefined) return err(problem('model-not-chosen', plan.model));
    const known: ModelShare[] = [];
    for (const run of await this.list()) {
      if (run.plan.method !== plan.method || run.plan.model !== plan.model) continue;
      if (run.plan.repetitions !== plan.repetitions) continue;
      for (const row of await this.rows(run.id))
        if (row.verdict?.asked !== undefined) known.push(row.verdict.asked);
    }
    return ok(estimateRun(plan, this.casesOf(plan).length, model.description, known));
  }

  async start(
    name: string,
    plan: RunPlan,
    report: (progress: RunProgress) => void,
  ): Promise<Result<RunView>> {
    await this.parts.ready();
    const row: RunRow = {
      id: (this.parts.newId ?? (() => crypto.randomUUID()))(),
      name: name.trim() === '' ? `${plan.method}, ${plan.model}` : name.trim().slice(0, 120),
      createdAt: this.parts.now(),
      plan,
      cases: this.casesOf(plan).map(({ traceKey, queryId }) => ({ traceKey, queryId })),
      state: 'running',
      problem: undefined,
    };
    const stored = await this.parts.store.runs.put(row);
    if (!stored.ok) return stored;
    return this.work(row, plan, false, report);
  }

  async resume(
    runId: string,
    retry: boolean,
    report: (progress: RunProgress) => void,
  ): Promise<Result<RunView>> {
    await this.parts.ready();
    const run = await this.find(runId);
    if (!run.ok) return run;
    if (this.running.has(runId)) return err(problem('run-stopped', 'It is running already.'));
    return this.work(run.value.row, run.value.plan, retry, report);
  }

  pause(runId: string): Promise<void> {
    this.running.get(runId)?.abort();
    return Promise.resolve();
  }

  async remove(runId: string): Promise<Result<void>> {
    await this.pause(runId);
    return this.parts.store.runs.remove(runId);
  }

  async exportRun(runId: string): Promise<Result<Blob>> {
    await this.parts.ready();
    const run = await this.find(runId);
    if (!run.ok) return run;
    const rows = byName(await this.rows(runId));
    const { book } = this.parts;
    const entries = run.value.row.cases.flatMap((one) => {
      const found = book.find(one.traceKey, one.queryId);
      if (found === undefined) return [];
      const path = book.summary(one.traceKey)?.path ?? '';
      return [{ case: found, verdict: rows.get(caseName(one))?.verdict, path }];
    });
    const text = JSON.stringify(resultsFile(entries), undefined, 2);
    return ok(new Blob([text], { type: 'application/json' }));
  }

  /** Works through a run until it is done, paused, or a problem stops it. */
  private async work(
    row: RunRow,
    plan: RunPlan,
    retry: boolean,
    report: (progress: RunProgress) => void,
  ): Promise<Result<RunView>> {
    const { store, book, open, now, onProblem } = this.parts;
    const model = await this.parts.models()?.chat(plan.model, plan.limits);
    if (model === undefined) return err(problem('model-not-chosen', plan.model));
    const controller = new AbortController();
    this.running.set(row.id, controller);
    const rows = new Map(byName(await this.rows(row.id)));
    // What stopped it last time is over.
    const begins: RunRow = { ...row, state: 'running', problem: undefined };
    const telling = new Telling(report, () => runView(begins, plan, [...rows.values()], true));
    let stopped: Problem | undefined;
    try {
      const begun = await store.runs.put(begins);
      if (!begun.ok) return begun;
      telling.now();
      stopped = await workThrough(row, plan, rows, retry, {
        runs: store.runs,
        model,
        signal: controller.signal,
        graph: (key) => open.get(key),
        find: ({ traceKey, queryId }) => book.find(traceKey, queryId),
        all: (key) => book.cases(key),
        onStep: ({ queryId, question }, step) => telling.step({ queryId, question, ...step }),
        onCase: (done) => {
          rows.set(caseName(done), done);
          telling.now();
          if (done.verdict === undefined) return;
          const found = { verdict: done.verdict, opName: done.opName };
          book.found([found], now());
          void store.verdicts.put([found], now()).then((kept) => {
            book.unlisted([found.verdict.traceKey]);
            if (!kept.ok) onProblem(kept.problem);
          });
        },
      });
    } finally {
      this.running.delete(row.id);
    }
    const state = stopped === undefined ? 'done' : 'paused';
    const own = stopped?.kind === 'run-stopped' ? undefined : stopped;
    const ended: RunRow = { ...row, state, problem: own };
    const kept = await store.runs.put(ended);
    if (!kept.ok) return kept;
    const view = runView(ended, plan, [...rows.values()], false);
    report({ run: view, steps: telling.rest() });
    return ok(view);
  }

  /** The cases that a plan takes. */
  private casesOf(plan: RunPlan): readonly Case[] {
    const { book } = this.parts;
    const wanted = (c: Case): boolean => {
      if (!needsVerdict(c)) return false;
      if (plan.scope === 'failed') return true;
      return book.verdict(c.traceKey, c.queryId)?.verdict.unsure ?? true;
    };
    const keys: readonly TraceKey[] = book.keys(plan.traces);
    return keys.flatMap((key) => book.cases(key).filter(wanted)).slice(0, plan.most);
  }

  private async find(
    id: string,
  ): Promise<Result<{ readonly row: RunRow; readonly plan: RunPlan }>> {
    const stored = await this.parts.store.runs.all();
    if (!stored.ok) return stored;
    const row = stored.value.find((run) => run.id === id);
    const plan = readPlan(row?.plan);
    return row === undefined || plan === undefined
      ? err(problem('run-missing', id))
      : ok({ row, plan });
  }

  private async rows(runId: string): Promise<readonly RunCaseRow[]> {
    const rows = await this.parts.store.runs.cases(runId);
    if (rows.ok) return rows.value;
    this.parts.onProblem(rows.problem);
    return [];
  }
}

const byName = (rows: readonly RunCaseRow[]): ReadonlyMap<string, RunCaseRow> =>
  new Map(rows.map((row) => [caseName(row), row]));

/** Gathers steps between reports, so that a fast model floods nobody. */
class Telling {
  private steps: LiveStep[] = [];
  private toldAt = 0;

  constructor(
    private readonly report: (progress: RunProgress) => void,
    private readonly view: () => RunView,
  ) {}

  step(step: LiveStep): void {
    this.steps.push(step);
    if (performance.now() - this.toldAt >= REPORT_EVERY) this.now();
  }

  now(): void {
    this.toldAt = performance.now();
    this.report({ run: this.view(), steps: this.rest() });
  }

  rest(): readonly LiveStep[] {
    return this.steps.splice(0);
  }
}

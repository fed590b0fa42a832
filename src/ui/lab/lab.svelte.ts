import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type {
  ComparisonView,
  LabChoice,
  LabService,
  LabView,
  LoopProgress,
  LoopSettings,
  RunRef,
  TrialChoice,
  TrialPrice,
  WorkProgress,
} from '../../notebook/lab/contract';
import type { PromptVersion } from '../../notebook/lab/contract';
import type { SUGGEST_DEFAULTS } from '../../notebook/lab/vocabulary';

/** What is under way: one long call at a time, with how far it is. */
export type Working =
  | { readonly what: 'suggest' | 'trial'; readonly progress: WorkProgress | undefined }
  | { readonly what: 'rounds'; readonly progress: LoopProgress | undefined };

let made = 0;

/** The Prompt lab as runes. */
export class Lab {
  choices = $state.raw<readonly LabChoice[] | undefined>(undefined);
  view = $state.raw<LabView | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  working = $state.raw<Working | undefined>(undefined);
  price = $state.raw<TrialPrice | undefined>(undefined);
  compared = $state.raw<ComparisonView | undefined>(undefined);
  before = $state.raw<RunRef>({ kind: 'record' });
  after = $state.raw<RunRef | undefined>(undefined);
  /** The prompt whose versions are shown, and the model that is asked. */
  target = $state<string | undefined>(undefined);
  model = $state<string | undefined>(undefined);
  #callId = '';

  constructor(
    readonly service: LabService,
    private readonly id: () => string | undefined,
  ) {}

  async load(): Promise<void> {
    const id = this.id();
    if (id === undefined) {
      this.view = undefined;
      this.choices = await this.service.choices();
      return;
    }
    const view = await this.service.open(id);
    if (this.id() !== id) return;
    if (view.ok) {
      this.view = view.value;
      this.target ??= view.value.targets[0]?.name;
    } else this.problem = view.problem;
  }

  /** The versions that differ from what is recorded: the ones a trial puts in. */
  versionsOf(target: string): readonly PromptVersion[] {
    return this.view?.lab.versions.filter((version) => version.target === target) ?? [];
  }

  async saveVersion(
    parent: string,
    text: string,
    note: string,
  ): Promise<PromptVersion | undefined> {
    const { target } = this;
    if (target === undefined) return undefined;
    const saved = await this.#do((lab) =>
      this.service.addVersion(lab, { target, parent, text, note }),
    );
    await this.load();
    return saved;
  }

  async setNote(version: string, note: string): Promise<void> {
    await this.#do((lab) => this.service.setNote(lab, version, note));
    await this.load();
  }

  async keep(versions: readonly (readonly [string, string])[]): Promise<void> {
    await this.#do((lab) => this.service.keep(lab, versions));
    await this.load();
  }

  async priceOf(choice: TrialChoice): Promise<void> {
    this.price = await this.#do((lab) => this.service.price(lab, choice, this.model));
  }

  async trial(choice: TrialChoice): Promise<void> {
    const { model } = this;
    if (model === undefined) return;
    const trial = await this.#work({ what: 'trial', progress: undefined }, (id, lab) =>
      this.service.runTrial(id, lab, choice, model, (progress) => {
        this.working = { what: 'trial', progress };
      }),
    );
    if (trial?.stopped) this.problem = trial.stopped;
    if (trial && choice.kind === 'trial')
      await this.compare(this.before, { kind: 'trial', id: trial.id });
    if (trial && choice.kind === 'control') this.before = { kind: 'trial', id: trial.id };
  }

  async suggest(settings: typeof SUGGEST_DEFAULTS): Promise<void> {
    const { model, target } = this;
    if (model === undefined || target === undefined) return;
    await this.#work({ what: 'suggest', progress: undefined }, (id, lab) =>
      this.service.suggest(id, lab, target, settings, model, (progress) => {
        this.working = { what: 'suggest', progress };
      }),
    );
  }

  async rounds(
    run: { readonly settings: LoopSettings } | { readonly resume: string },
  ): Promise<void> {
    const { model } = this;
    if (model === undefined) return;
    const record = await this.#work({ what: 'rounds', progress: undefined }, (id, lab) =>
      this.service.runLoop(id, lab, run, model, (progress) => {
        this.working = { what: 'rounds', progress };
      }),
    );
    const last = record?.result?.rounds.filter(({ gate }) => gate !== undefined).at(-1);
    if (record?.result?.stopped) this.problem = record.result.stopped;
    if (record && last)
      await this.compare(this.before, { kind: 'round', run: record.id, round: last.round });
  }

  async compare(before: RunRef, after: RunRef | undefined): Promise<void> {
    this.before = before;
    this.after = after;
    this.compared = after && (await this.#do((lab) => this.service.compare(lab, before, after)));
  }

  /** The trace of the notebook where an answer can be looked at; a replayed one is taken in first. */
  async placeOf(run: RunRef, traceKey: TraceKey): Promise<TraceKey | undefined> {
    const view = this.compared;
    if (run.kind === 'record') return traceKey;
    const { after } = this;
    const places =
      after !== undefined && JSON.stringify(after) === JSON.stringify(run)
        ? view?.places
        : (await this.#do((lab) => this.service.compare(lab, { kind: 'record' }, run)))?.places;
    const place = places?.find((each) => each.traceKey === traceKey);
    if (place?.inNotebook !== undefined) return place.inNotebook;
    const { ref } = place ?? {};
    if (ref === undefined) return undefined;
    const name = this.view?.lab.traces.find(({ key }) => key === traceKey)?.name ?? '';
    const label = run.kind === 'round' ? `${run.run} round ${run.round}` : run.id;
    return this.#do((lab) => this.service.openTrace(lab, ref, `${label} of ${name}`));
  }

  stop(): void {
    void this.service.stop(this.#callId);
  }

  /** A call whose problem is shown. */
  async #do<T>(call: (lab: string) => Promise<Result<T>>): Promise<T | undefined> {
    const id = this.id();
    if (id === undefined) return undefined;
    const result = await call(id);
    this.problem = result.ok ? undefined : result.problem;
    return result.ok ? result.value : undefined;
  }

  async #work<T>(
    working: Working,
    call: (id: string, lab: string) => Promise<Result<T>>,
  ): Promise<T | undefined> {
    if (this.working !== undefined) return undefined;
    this.working = working;
    this.#callId = `lab-${++made}`;
    try {
      const value = await this.#do((lab) => call(this.#callId, lab));
      await this.load();
      return value;
    } finally {
      this.working = undefined;
    }
  }
}

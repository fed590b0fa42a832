import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type {
  ComparisonView,
  LabChoice,
  LabService,
  LabView,
  LoopProgress,
  RunRecord,
  RunRef,
  RunWish,
  TrialChoice,
  TrialPrice,
  WorkProgress,
} from '../../notebook/lab/contract';
import type { PromptVersion } from '../../notebook/lab/contract';
import type { SUGGEST_DEFAULTS } from '../../notebook/lab/vocabulary';

/** What is under way: one long call at a time, with how far it is. */
export type Working =
  | { readonly what: 'suggest' | 'trial'; readonly progress: WorkProgress | undefined }
  | {
      readonly what: 'rounds';
      readonly progress: LoopProgress | undefined;
      /** The run that goes on; `undefined` for a new one, whose id is not known yet. */
      readonly run: string | undefined;
    };

let made = 0;
const labs = new Map<string, Lab>();

/** The lab of a cell: the same one while the page is open, so that what is under way stays in sight. */
export function labOf(service: LabService, id: string | undefined): Lab {
  if (id === undefined) return new Lab(service, undefined);
  const known = labs.get(id) ?? new Lab(service, id);
  labs.set(id, known);
  return known;
}

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
  /** The version in the editor, and the one whose difference is shown; the kept one and none when not set. */
  version = $state<string | undefined>(undefined);
  against = $state('');
  /** Texts that were changed and not saved, by the version they began from. */
  readonly drafts = new Map<string, string>();
  model = $state<string | undefined>(undefined);
  #callId = '';
  #priced = 0;

  constructor(
    readonly service: LabService,
    private readonly id: string | undefined,
  ) {}

  async load(): Promise<void> {
    const { id } = this;
    if (id === undefined) {
      this.view = undefined;
      this.choices = await this.service.choices();
      return;
    }
    const view = await this.service.open(id);
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

  /** Puts a version into the editor, with its difference from the one it was made of. */
  showVersion(id: string): void {
    this.version = id;
    this.against = this.view?.lab.versions.find((each) => each.id === id)?.parent ?? '';
  }

  async setNote(version: string, note: string): Promise<void> {
    await this.#do((lab) => this.service.setNote(lab, version, note));
    await this.load();
  }

  async keep(versions: readonly (readonly [string, string])[]): Promise<void> {
    await this.#do((lab) => this.service.keep(lab, versions));
    await this.load();
  }

  /** Prices a choice. What went wrong before stays in sight; an older answer that comes late is let go. */
  async priceOf(choice: TrialChoice): Promise<void> {
    const { id } = this;
    const asked = ++this.#priced;
    if (id === undefined) return;
    const price = await this.service.price(id, choice, this.model);
    if (asked !== this.#priced) return;
    this.price = price.ok ? price.value : undefined;
    if (!price.ok) this.problem = price.problem;
  }

  async trial(choice: TrialChoice): Promise<void> {
    const { model } = this;
    if (model === undefined) return;
    const trial = await this.#work({ what: 'trial', progress: undefined }, (id, lab) =>
      this.service.runTrial(id, lab, choice, model, (progress) => {
        this.working = { what: 'trial', progress };
      }),
    );
    if (trial && choice.kind === 'trial')
      await this.compare(this.before, { kind: 'trial', id: trial.id });
    if (trial && choice.kind === 'control')
      await this.compare({ kind: 'trial', id: trial.id }, this.after);
    if (trial?.stopped) this.problem = trial.stopped;
  }

  async suggest(settings: typeof SUGGEST_DEFAULTS): Promise<void> {
    const { model, target } = this;
    if (model === undefined || target === undefined) return;
    const made = await this.#work({ what: 'suggest', progress: undefined }, (id, lab) =>
      this.service.suggest(id, lab, target, settings, model, (progress) => {
        this.working = { what: 'suggest', progress };
      }),
    );
    if (made?.version !== undefined && this.target === target) this.showVersion(made.version);
  }

  async rounds(run: RunWish): Promise<void> {
    const { model } = this;
    if (model === undefined) return;
    const going = { what: 'rounds', run: 'resume' in run ? run.resume : undefined } as const;
    const record = await this.#work({ ...going, progress: undefined }, (id, lab) =>
      this.service.runLoop(id, lab, run, model, (progress) => {
        this.working = { ...going, progress };
      }),
    );
    const tried = record?.result?.rounds.filter(({ gate }) => gate !== undefined) ?? [];
    const kept = tried.filter(({ gate }) => gate?.kept === true).at(-1);
    const last = tried.at(-1);
    // What the whole run came to, where it came to something.
    if (record && kept) await this.compare(startOf(record), roundOf(record, kept.round));
    else if (record && last) await this.compareRound(record, last.round);
  }

  /** Compares a round with what it began from, as its gate did. */
  async compareRound(run: RunRecord, round: number): Promise<void> {
    const earlier = (run.result?.rounds ?? []).filter((each) => each.round < round);
    const kept = earlier.filter(({ gate }) => gate?.kept === true).at(-1)?.round;
    const before = kept === undefined ? startOf(run) : roundOf(run, kept);
    await this.compare(before, roundOf(run, round));
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
    const { id } = this;
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

const roundOf = (run: RunRecord, round: number): RunRef => ({ kind: 'round', run: run.id, round });
/** What a run began from: its control, or the record. */
const startOf = (run: RunRecord): RunRef =>
  (run.result?.control.length ?? 0) > 0 ? roundOf(run, 0) : { kind: 'record' };

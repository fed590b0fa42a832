import type { TraceKey } from '../../base/brand';
import type { Evaluation } from '../../cases/evaluation';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type { ReportService } from '../../notebook/report/contract';
import type { TraceService, TraceSummary } from '../../notebook/service/contract';
import type { LabelFormat, ScoringService } from '../../notebook/service/scoring/contract';
import type { MarkdownRenderer } from '../note/render-markdown';
import { TEXTS } from '../texts';
import { PROOF } from '../texts-proof';
import { SCORING } from '../texts-scoring';
import type { CaseRef } from './address';
import { AddressBook } from './address-book.svelte';
import { Attribution } from './attribution.svelte';
import { OUTCOMES } from './case-filters';
import { Benchmark } from './benchmark.svelte';
import { CaseTable } from './case-table.svelte';
import { Comparing } from './comparing.svelte';
import { Labelling } from './labelling.svelte';
import { saveFile } from './save-file';
import type { Explore } from './explore';
import { lifelineOf } from './lifeline-of';
import { Imports } from './imports.svelte';
import { Latest } from './latest.svelte';
import { Looking } from './looking.svelte';
import type { Modelling } from './modelling.svelte';
import type { Notebook } from './notebook.svelte';
import { Notices } from './notices.svelte';
import { OpenCase } from './open-case.svelte';
import { Proving } from './proving.svelte';

/** Everything the page knows and does with traces; the cells show parts of it. */
export class Page {
  readonly service: TraceService;
  readonly scoring: ScoringService;
  readonly address = new AddressBook();
  readonly notices = new Notices();
  readonly imports: Imports;
  readonly table: CaseTable;
  readonly attribution: Attribution;
  readonly proving: Proving;
  readonly openCase: OpenCase;
  readonly looking: Looking;
  readonly evaluation = new Latest<Evaluation>();
  readonly comparing: Comparing;
  readonly labelling: Labelling;
  readonly benchmark: Benchmark;
  /** What renders notes, once it is there. */
  markdown = $state.raw<MarkdownRenderer | undefined>(undefined);
  lastCase = $state.raw<CaseRef | undefined>(undefined);
  /** What answers the Explorer cell; absent where there is no worker. */
  explorer: ExplorerService | undefined;
  /** What answers the Report cell; absent where there is no worker. */
  reports: ReportService | undefined;
  /** The models; absent where there is no worker. */
  modelling: Modelling | undefined;
  lastExplored = $state.raw<Explore | undefined>(undefined);
  #stored = $state.raw<readonly TraceSummary[]>([]);
  /** Removed, but it may still be undone: out of sight, and not yet gone. */
  #removed = $state.raw<ReadonlySet<TraceKey>>(new Set());

  constructor(service: TraceService, scoring: ScoringService) {
    this.service = service;
    this.scoring = scoring;
    this.comparing = new Comparing(scoring);
    this.benchmark = new Benchmark(scoring, () => this.refresh());
    this.labelling = new Labelling({
      service: scoring,
      open: () => this.openRef,
      read: async ({ traceKey, queryId }) => {
        const view = await this.service.caseView(traceKey, queryId);
        return view.ok ? view.value.case : undefined;
      },
      goTo: (ref) => this.address.openCase(ref),
      tell: (text) => this.notices.show(text),
      onChange: () => this.#labelsChanged(),
    });
    this.table = new CaseTable(service);
    this.openCase = new OpenCase(service);
    this.looking = new Looking(service);
    this.imports = new Imports(service, (keys) => this.#read(keys));
    this.attribution = new Attribution(service, () => this.#verdictsCame());
    this.proving = new Proving(service, async (proof) => {
      await this.openCase.reload();
      this.notices.speak(`${PROOF.outcome[proof.outcome]}. ${proof.reason}`);
    });
  }

  /** The open case: that of the address, or without one the case that was open last. */
  get openRef(): CaseRef | undefined {
    return this.address.at.case ?? this.lastCase;
  }

  /** What the explorer shows: that of the address, or what it showed last. */
  get explore(): Explore | undefined {
    return this.address.at.explore ?? this.lastExplored;
  }

  /** Goes to the search over all texts, with what was looked for last. */
  exploreTexts(): void {
    const text = this.explore?.view === 'search' ? this.explore : undefined;
    this.address.explore(text ?? { view: 'search', by: 'words', text: '' });
  }

  /** Goes to the lifeline of the unit in the inspector, or of the one the open case lost. */
  exploreLifeline(): void {
    const lifeline = lifelineOf(this.address.at.look, this.openCase.shown?.view);
    if (lifeline) this.address.explore(lifeline);
  }

  /** The traces of the notebook, without those that were just removed. */
  get traces(): readonly TraceSummary[] {
    return this.#stored.filter((trace) => !this.#removed.has(trace.key));
  }

  /** The keys to ask for when some traces are out of sight, else `undefined` for all. */
  get visible(): readonly TraceKey[] | undefined {
    return this.#removed.size === 0 ? undefined : this.traces.map((trace) => trace.key);
  }

  /** Whether no trace with failed cases names its evidence. */
  get noEvidence(): boolean {
    const failing = this.traces.filter((trace) => trace.failed > 0);
    return failing.length > 0 && failing.every((trace) => !trace.hasEvidence);
  }

  /** Takes up what the notebook remembers of the last visit, and lets it remember from now on. */
  takeUp(notebook: Notebook): void {
    if (notebook.table) this.table.restore(notebook.table);
    this.table.onQuery = (query) => notebook.showTable(query);
    this.lastCase = notebook.shownCase;
    this.labelling.annotator = notebook.annotator;
  }

  /** Fetches everything the cells show. */
  async refresh(): Promise<void> {
    this.#stored = await this.service.traces();
    await Promise.all([
      this.table.onlyTraces(this.visible),
      this.#evaluate(),
      this.labelling.refresh(),
    ]);
  }

  attribute(): Promise<void> {
    return this.attribution.run(this.visible);
  }

  /** Proves the verdict of the open case; while somebody labels blind there is none in sight. */
  async prove(): Promise<void> {
    const view = this.openCase.shown?.view;
    if (!view?.ok || this.labelling.blind) return;
    if (view.value.verdict) await this.proving.run(view.value.case);
    else this.notices.show(PROOF.needsVerdict);
  }

  /** Takes a trace out of sight; it is forgotten when that can no longer be undone. */
  remove(trace: TraceSummary): void {
    this.#removed = new Set([...this.#removed, trace.key]);
    void this.refresh();
    this.notices.show(TEXTS.traceTable.removed(trace.name), {
      undo: () => {
        this.#bringBack([trace.key]);
        void this.refresh();
      },
      expire: () => void this.#forget(trace.key),
    });
  }

  /** Writes the verdicts into a file in MemTrace's results format. */
  async exportResults(): Promise<void> {
    if (!(await this.#hasVerdicts())) {
      this.notices.show(TEXTS.nothingToExport);
      return;
    }
    const name = 'memtrace-results.json';
    saveFile(await this.service.exportResults(this.visible), name);
    this.notices.show(TEXTS.exported(name));
  }

  /** Writes the labels made here into a file of one of the two formats. */
  async exportLabels(format: LabelFormat): Promise<void> {
    const name = format === 'annotations' ? 'annotations.json' : 'error_annotation.json';
    saveFile(await this.labelling.export(format), name);
    this.notices.show(SCORING.labels.written(name));
  }

  /** Writes a trace with the annotator's labels among its annotations. */
  async exportTrace({ key, name }: TraceSummary): Promise<void> {
    const file = await this.scoring.exportTrace(key, this.labelling.annotator);
    if (!file.ok) {
      this.notices.show(`${file.problem.title} ${file.problem.next}`, { tone: 'trouble' });
      return;
    }
    const plain = name.replace(/(?:\.(?:json|jsonl|gz|zst))+(?:#(\d+))?$/, '$1');
    const written = `${plain}.labelled.json`;
    saveFile(file.value, written);
    this.notices.show(SCORING.labels.written(written));
  }

  async #hasVerdicts(): Promise<boolean> {
    const traces = this.visible;
    const { facets } = await this.service.cases({
      outcomes: OUTCOMES,
      ...(traces && { traces }),
      sort: undefined,
      offset: 0,
      limit: 0,
    });
    return facets.verdicts.some(({ value, count }) => value !== 'none' && count > 0);
  }

  async #read(keys: readonly TraceKey[]): Promise<void> {
    // Dropped again while it could be undone: it stays.
    this.#bringBack(keys);
    await this.refresh();
    if (!this.imports.busy) this.notices.speak(TEXTS.files.allDone(this.imports.rows.length));
  }

  async #verdictsCame(): Promise<void> {
    const { done, total, running } = this.attribution;
    this.notices.speak(TEXTS.attribute.running(done, total));
    await this.table.refresh();
    if (running) return;
    await this.#evaluate();
    await this.openCase.reload();
  }

  async #evaluate(): Promise<void> {
    await this.evaluation.load(() => this.service.evaluation(this.visible));
    await this.comparing.load(this.visible);
  }

  /** The open case stays in sight as it is while the rest is fetched. */
  async #labelsChanged(): Promise<void> {
    await Promise.all([this.table.refresh(), this.#evaluate(), this.openCase.reload()]);
  }

  #bringBack(keys: readonly TraceKey[]): void {
    this.#removed = new Set([...this.#removed].filter((key) => !keys.includes(key)));
  }

  async #forget(key: TraceKey): Promise<void> {
    if (!this.#removed.has(key)) return;
    const result = await this.service.removeTrace(key);
    this.#bringBack([key]);
    if (!result.ok)
      this.notices.show(`${result.problem.title} ${result.problem.next}`, { tone: 'trouble' });
    await this.refresh();
  }
}

import type { TraceKey } from '../../base/brand';
import { ok, type Result } from '../../base/result';
import type { Evaluation } from '../../cases/evaluation';
import type { CellKind } from '../../notebook/document/cell';
import { inputsText } from '../../notebook/document/runs';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type { RunService } from '../../notebook/runs/contract';
import type { LabService } from '../../notebook/lab/contract';
import type { ReplayService } from '../../notebook/replay/contract';
import type { ReportService } from '../../notebook/report/contract';
import type { TraceService, TraceSummary } from '../../notebook/service/contract';
import type { LabelFormat, ScoringService } from '../../notebook/service/scoring/contract';
import { MODEL_WORDS } from '../models/words';
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
import { Imports, type DroppedFile } from './imports.svelte';
import { Latest } from './latest.svelte';
import { Looking } from './looking.svelte';
import type { Modelling } from './modelling.svelte';
import type { Notebook } from './notebook.svelte';
import { mayBeNotebook } from './notebook-file.svelte';
import { Notices } from './notices.svelte';
import { OpenCase } from './open-case.svelte';
import { PathAhead } from './path-ahead';
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
  /** Drawn ways of cases that are being opened. */
  readonly paths = new PathAhead(() => this.explorer);
  readonly looking: Looking;
  readonly evaluation = new Latest<Evaluation>();
  readonly comparing: Comparing;
  readonly labelling: Labelling;
  readonly benchmark: Benchmark;
  /** What renders notes, once it is there. */
  markdown = $state.raw<MarkdownRenderer | undefined>(undefined);
  /** Whether the tour leads through the notebook. */
  touring = $state(false);
  lastCase = $state.raw<CaseRef | undefined>(undefined);
  /** What answers the Explorer cell; absent where there is no worker. */
  explorer: ExplorerService | undefined;
  /** Runs that ask a model; absent where there is no worker. */
  runs: RunService | undefined;
  /** What answers the Report cell; absent where there is no worker. */
  reports: ReportService | undefined;
  /** What answers the Prompt lab cell; absent where there is no worker. */
  lab: LabService | undefined;
  /** What answers the Replay cell; absent where there is no worker. */
  replays: ReplayService | undefined;
  /** The models; absent where there is no worker. */
  modelling: Modelling | undefined;
  lastExplored = $state.raw<Explore | undefined>(undefined);
  #stored = $state.raw<readonly TraceSummary[]>([]);
  #notebook: Notebook | undefined;
  /** Whether another notebook holds a trace, so that its bytes must stay when this one lets it go. */
  heldElsewhere: (key: TraceKey) => Promise<boolean> = () => Promise.resolve(false);
  /** Told when traces that the user brought were stored. */
  onKept: () => void = () => undefined;
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
    this.openCase.onOpening = ({ traceKey, queryId }) => {
      // A case that is remembered of a trace that is gone wakes no worker.
      if (this.traces.some(({ key }) => key === traceKey))
        this.paths.ask(traceKey, queryId, !this.labelling.blind);
    };
    this.looking = new Looking(service);
    this.imports = new Imports(service, (keys) => this.#read(keys));
    this.attribution = new Attribution(service, () => this.#verdictsCame());
    this.proving = new Proving(service, async (proof) => {
      await Promise.all([this.openCase.reload(), this.table.refresh()]);
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
    this.#notebook = notebook;
    const { evidence, evidenceQuery } = notebook.attribution;
    if (evidence) this.attribution.evidence = evidence;
    if (evidenceQuery) this.attribution.evidenceQuery = evidenceQuery;
    this.labelling.annotator = notebook.annotator;
  }

  /** Fetches everything the cells show. */
  async refresh(): Promise<void> {
    await this.#list();
    await Promise.all([this.table.onlyTraces(this.visible), this.refreshRest()]);
  }

  /** Fetches the traces and their questions: what one needs to go on working. */
  async refreshTables(): Promise<void> {
    await this.#list();
    await this.table.onlyTraces(this.visible);
  }

  /** Fetches what is made of the questions. */
  async refreshRest(): Promise<void> {
    await Promise.all([this.#evaluate(), this.labelling.refresh()]);
  }

  async #list(): Promise<void> {
    this.#stored = await this.service.traces();
    this.#notebook?.hold(this.#stored.map((trace) => trace.key));
  }

  async attribute(): Promise<void> {
    const inputs = this.inputsOf('failed');
    await this.attribution.run(this.visible);
    const { summary, evidence, evidenceQuery } = this.attribution;
    if (summary && !summary.cancelled)
      this.#notebook?.attributed(inputs, { evidence, evidenceQuery });
  }

  /** The sample came attributed; its verdicts are those of a run on what is here. */
  noteSample(): void {
    const { evidence, evidenceQuery } = this.attribution;
    if (this.traces.length > 0)
      this.#notebook?.attributed(this.inputsOf('failed'), { evidence, evidenceQuery });
  }

  async runBenchmark(): Promise<void> {
    const inputs = this.inputsOf('benchmark');
    await this.benchmark.run();
    if (this.benchmark.report) this.benchmarked = inputs;
  }

  /** On what the benchmark was run in this visit; its table is not kept. */
  benchmarked = $state<string | undefined>(undefined);

  /** Everything that a run of a cell of this kind would depend on now. */
  inputsOf(kind: CellKind): string {
    const keys = this.traces.map(({ key }) => key);
    const { evidence, evidenceQuery } = this.attribution;
    if (kind === 'benchmark') return inputsText(keys, { evidence: this.benchmark.evidence });
    const query = evidence === 'retrieved' ? { evidenceQuery } : {};
    return inputsText(keys, { evidence, ...query });
  }

  /** Proves the verdict of the open case; while somebody labels blind there is none in sight. */
  async prove(): Promise<void> {
    const view = this.openCase.shown?.view;
    if (!view?.ok || this.labelling.blind) return;
    if (view.value.verdict) await this.proving.run(view.value.case);
    else this.notices.show(PROOF.needsVerdict);
  }

  /** Opens a notebook file; set where there are notebooks to open it beside. */
  openNotebookFile: ((file: File) => Promise<void>) | undefined;

  /** Takes what was dropped or chosen: notebooks are opened, models set up, everything else is read. */
  async bring(files: readonly DroppedFile[]): Promise<void> {
    const traces: DroppedFile[] = [];
    for (const dropped of files) {
      const open = this.openNotebookFile;
      if (open && (await this.#isNotebook(dropped.file))) await open(dropped.file);
      else if (this.modelling && /\.gguf$/i.test(dropped.path))
        await this.#takeModel(this.modelling, dropped.file);
      else traces.push(dropped);
    }
    if (traces.length > 0) this.imports.add(traces);
  }

  async #takeModel(modelling: Modelling, file: File): Promise<void> {
    const taken = await modelling.takeFile(file);
    if (taken.ok) this.notices.show(MODEL_WORDS.taken(file.name));
    else
      this.notices.show(`${file.name}: ${taken.problem.title} ${taken.problem.next}`, {
        tone: 'trouble',
      });
  }

  /** Whether the worker knows a dropped file as a notebook. */
  recognises: (file: File) => Promise<boolean> = () => Promise.resolve(false);

  async #isNotebook(file: File): Promise<boolean> {
    try {
      return (await mayBeNotebook(file)) && (await this.recognises(file));
    } catch {
      // A file that cannot be read is told of where it is read as a trace.
      return false;
    }
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
    if (keys.length > 0) this.onKept();
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

  /** Takes a trace out of this notebook; another one holds it still. */
  async #letGo(key: TraceKey): Promise<Result<void>> {
    await this.service.choose(this.#stored.flatMap((t) => (t.key === key ? [] : [t.key])));
    return ok(undefined);
  }

  async #forget(key: TraceKey): Promise<void> {
    if (!this.#removed.has(key)) return;
    const result = (await this.heldElsewhere(key))
      ? await this.#letGo(key)
      : await this.service.removeTrace(key);
    this.#bringBack([key]);
    if (!result.ok)
      this.notices.show(`${result.problem.title} ${result.problem.next}`, { tone: 'trouble' });
    await this.refresh();
  }
}

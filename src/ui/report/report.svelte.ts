import type { TraceKey } from '../../base/brand';
import type { Problem } from '../../base/problem';
import type {
  ReportFormat,
  ReportService,
  ReportView,
  WritingPlan,
  WritingProgress,
} from '../../notebook/report/contract';
import { Latest } from '../controllers/latest.svelte';
import { saveFile } from '../controllers/save-file';
import { REPORT } from './texts';

/** Examples of each error class: enough to see a pattern, few enough to read. */
const EXAMPLES = 3;
/** Names the one writing of a page, to stop it. */
const WRITING = 'report';

/** What the Report cell shows, and what writes it into files. */
export class Report {
  readonly view = new Latest<ReportView>();
  /** What a model wrote in this visit; writing it again costs nothing, its answers are kept. */
  written = $state('');
  /** What is to be said of the writing: how it ended, or that cases were left out. */
  remark = $state('');
  progress = $state.raw<WritingProgress | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  #traces: readonly TraceKey[] | undefined;

  constructor(readonly service: ReportService) {}

  /** Counts anew, for these traces from now on. */
  load(traces: readonly TraceKey[] | undefined): Promise<void> {
    this.#traces = traces;
    return this.view.load(() => this.service.view(this.#scope()));
  }

  /** Lets a model write the report, which then stands at its top and in its files. */
  async write(plan: WritingPlan): Promise<void> {
    this.problem = undefined;
    this.remark = '';
    this.progress = { done: 0, total: 0, report: '' };
    try {
      const told = (progress: WritingProgress) => (this.progress = progress);
      const ended = await this.service.write(WRITING, this.#scope(), plan, told);
      if (!ended.ok) this.problem = ended.problem;
      else {
        const { report, unread, finished } = ended.value;
        this.written = report;
        this.remark = REPORT.write.ended(finished, unread);
      }
    } finally {
      this.progress = undefined;
    }
  }

  stop(): Promise<void> {
    return this.service.stop(WRITING);
  }

  /** Writes the report into a file and returns the file's name. */
  async save(format: ReportFormat, title: string | undefined): Promise<string> {
    const summary = this.view.value?.summary;
    const draw = format === 'html' && summary !== undefined;
    const charts = draw ? (await import('./charts')).chartsForFile(summary) : [];
    const { file: name } = REPORT.formats[format];
    const file = await this.service.file(this.#scope(), {
      format,
      title: title ?? REPORT.fileTitle,
      charts,
      ...(this.written !== '' && { analysis: this.written }),
    });
    saveFile(file, name);
    return name;
  }

  #scope() {
    return { examples: EXAMPLES, ...(this.#traces && { traces: this.#traces }) };
  }
}

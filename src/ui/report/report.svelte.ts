import type { TraceKey } from '../../base/brand';
import type { ReportFormat, ReportService, ReportView } from '../../notebook/report/contract';
import { Latest } from '../controllers/latest.svelte';
import { saveFile } from '../controllers/save-file';
import { REPORT } from './texts';

/** Examples of each error class: enough to see a pattern, few enough to read. */
const EXAMPLES = 3;

/** What the Report cell shows, and what writes it into files. */
export class Report {
  readonly view = new Latest<ReportView>();
  #traces: readonly TraceKey[] | undefined;

  constructor(readonly service: ReportService) {}

  /** Counts anew, for these traces from now on. */
  load(traces: readonly TraceKey[] | undefined): Promise<void> {
    this.#traces = traces;
    return this.view.load(() => this.service.view(this.#scope()));
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
    });
    saveFile(file, name);
    return name;
  }

  #scope() {
    return { examples: EXAMPLES, ...(this.#traces && { traces: this.#traces }) };
  }
}

import { assertNever } from '../../base/result';
import { csvReport } from '../../report/render/csv';
import { htmlReport } from '../../report/render/html';
import { errorAnalysisReport, jsonReport } from '../../report/render/json';
import { markdownReport } from '../../report/render/markdown';
import type { ReportEntry } from '../../report/summary/contract';
import { summarise } from '../../report/summary/summarise';
import { proseOf } from '../../report/written/prose';
import type { CaseBook } from '../service/case-book';
import type { ReportFile, ReportScope, ReportService, ReportView } from './contract';

export interface ReportParts {
  readonly book: CaseBook;
  /** Everything stored was read. */
  readonly ready: () => Promise<void>;
}

/** The report service. Runs in the trace worker; tests run it in Node. */
export class StoredReports implements ReportService {
  constructor(private readonly parts: ReportParts) {}

  async view(scope: ReportScope): Promise<ReportView> {
    const summary = summarise(await this.entries(scope), scope);
    return { summary, prose: proseOf(summary) };
  }

  async file(scope: ReportScope, file: ReportFile): Promise<Blob> {
    const entries = await this.entries(scope);
    const summary = summarise(entries, scope);
    const analysis = file.analysis ?? proseOf(summary);
    switch (file.format) {
      case 'markdown':
        return blob(markdownReport(summary, file.title, analysis), 'text/markdown');
      case 'html':
        return blob(htmlReport(summary, file.title, analysis, file.charts), 'text/html');
      case 'csv':
        return blob(csvReport(entries), 'text/csv');
      case 'json':
        return blob(jsonReport(summary, file.title, analysis), 'application/json');
      case 'memtrace':
        return blob(errorAnalysisReport(analysis), 'application/json');
      default:
        return assertNever(file.format);
    }
  }

  /** Every judged question of the traces asked for, with the newest verdict of those that have one. */
  private async entries({ traces }: ReportScope): Promise<readonly ReportEntry[]> {
    await this.parts.ready();
    const { book } = this.parts;
    return book.keys(traces).flatMap((key) => {
      const path = book.summary(key)?.path ?? '';
      return book.cases(key).map((c): ReportEntry => {
        const found = book.verdict(key, c.queryId);
        return {
          case: c,
          path,
          verdict: found?.verdict,
          opName: found?.opName ?? '',
          ...(found?.proof && { proof: found.proof }),
        };
      });
    });
  }
}

const blob = (text: string, type: string): Blob =>
  new Blob([text], { type: `${type};charset=utf-8` });

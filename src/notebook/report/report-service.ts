import { problem } from '../../base/problem';
import { assertNever, err, type Result } from '../../base/result';
import { operationText } from '../../optimize/suggest/case-text';
import { csvReport } from '../../report/render/csv';
import { htmlReport } from '../../report/render/html';
import { errorAnalysisReport, jsonReport } from '../../report/render/json';
import { markdownReport } from '../../report/render/markdown';
import type { ReportEntry } from '../../report/summary/contract';
import { summarise } from '../../report/summary/summarise';
import { writeAnalysis, type WrittenAnalysis } from '../../report/written/analysis';
import { proseOf } from '../../report/written/prose';
import type { CaseBook } from '../service/case-book';
import type { Models } from '../models/contract';
import type { OpenTraces } from '../service/open-traces';
import type {
  ReportFile,
  ReportScope,
  ReportService,
  ReportView,
  WritingPlan,
  WritingProgress,
} from './contract';

export interface ReportParts {
  readonly book: CaseBook;
  /** Everything stored was read. */
  readonly ready: () => Promise<void>;
  readonly open: OpenTraces;
  /** The models, once the page has started them. */
  readonly models: () => Models | undefined;
}

/** The report service. Runs in the trace worker; tests run it in Node. */
export class StoredReports implements ReportService {
  private readonly writing = new Map<string, AbortController>();

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

  async write(
    id: string,
    scope: ReportScope,
    plan: WritingPlan,
    report: (progress: WritingProgress) => void,
  ): Promise<Result<WrittenAnalysis>> {
    const model = await this.parts.models()?.chat(plan.model);
    if (model === undefined) return err(problem('model-not-chosen', plan.model));
    const controller = new AbortController();
    this.writing.set(id, controller);
    try {
      return await writeAnalysis(model, await this.entries(scope), {
        overview: plan.overview,
        operationText: (entry) => this.operationOf(entry),
        signal: controller.signal,
        onProgress: (done, total, written) => report({ done, total, report: written }),
      });
    } finally {
      this.writing.delete(id);
    }
  }

  stop(id: string): Promise<void> {
    this.writing.get(id)?.abort();
    return Promise.resolve();
  }

  /** What the accused operation read and wrote; its name alone where the trace cannot be opened. */
  private async operationOf({ verdict, opName }: ReportEntry): Promise<string> {
    if (verdict === undefined) return '';
    const graph = await this.parts.open.get(verdict.traceKey);
    const op = graph.ok ? graph.value.findOperation(verdict.opId) : undefined;
    return graph.ok && op !== undefined ? operationText(graph.value, op) : opName;
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

import { proxyMarker } from 'comlink';
import { reporting, type Reporter } from '../service/reporting';
import type { ReportFile, ReportScope, WritingPlan, WritingProgress } from './contract';
import type { StoredReports } from './report-service';

/** The reports as the worker exposes them. */
export class ReportApi {
  /** Reached through the worker's own interface instead of being copied to the page. */
  readonly [proxyMarker] = true as const;

  constructor(private readonly reports: Promise<StoredReports>) {}

  async view(scope: ReportScope) {
    return (await this.reports).view(scope);
  }

  async file(scope: ReportScope, file: ReportFile) {
    return (await this.reports).file(scope, file);
  }

  async write(
    id: string,
    scope: ReportScope,
    plan: WritingPlan,
    report: Reporter<WritingProgress>,
  ) {
    const reports = await this.reports;
    return reporting(report, (tell) => reports.write(id, scope, plan, tell));
  }

  async stop(id: string) {
    return (await this.reports).stop(id);
  }
}

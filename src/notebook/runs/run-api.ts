import { proxyMarker } from 'comlink';
import { reporting, type Reporter } from '../service/reporting';
import type { RunPlan, RunProgress } from './contract';
import type { StoredRuns } from './run-service';

/** The runs as the worker exposes them. */
export class RunApi {
  /** Reached through the worker's own interface instead of being copied to the page. */
  readonly [proxyMarker] = true as const;

  constructor(private readonly runs: Promise<StoredRuns>) {}

  async list() {
    return (await this.runs).list();
  }

  async cases(runId: string) {
    return (await this.runs).cases(runId);
  }

  async estimate(plan: RunPlan) {
    return (await this.runs).estimate(plan);
  }

  async start(name: string, plan: RunPlan, report: Reporter<RunProgress>) {
    const runs = await this.runs;
    return reporting(report, (tell) => runs.start(name, plan, tell));
  }

  async resume(runId: string, retry: boolean, report: Reporter<RunProgress>) {
    const runs = await this.runs;
    return reporting(report, (tell) => runs.resume(runId, retry, tell));
  }

  async pause(runId: string) {
    return (await this.runs).pause(runId);
  }

  async remove(runId: string) {
    return (await this.runs).remove(runId);
  }

  async exportRun(runId: string) {
    return (await this.runs).exportRun(runId);
  }
}

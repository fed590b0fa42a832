import { proxyMarker } from 'comlink';
import type { NodeId, OpId, QueryId, TraceKey } from '../../base/brand';
import { reporting, type Reporter } from '../service/reporting';
import type { ReplayPlan, ReplayProgress, RunnableSystem, SampleWish } from './contract';
import type { StoredReplays } from './replay-service';

/** The replays as the worker exposes them: report functions of the page are let go at the end. */
export class ReplayApi {
  /** Reached through the worker's own interface instead of being copied to the page. */
  readonly [proxyMarker] = true as const;

  constructor(private readonly replays: Promise<StoredReplays>) {}

  async changeable(key: TraceKey, query: QueryId) {
    return (await this.replays).changeable(key, query);
  }

  async outputs(key: TraceKey, op: OpId) {
    return (await this.replays).outputs(key, op);
  }

  async unitText(key: TraceKey, variable: NodeId) {
    return (await this.replays).unitText(key, variable);
  }

  async run(id: string, plan: ReplayPlan, report: Reporter<ReplayProgress>) {
    const replays = await this.replays;
    return reporting(report, (tell) => replays.run(id, plan, tell));
  }

  async openTrace(ref: string, name: string) {
    return (await this.replays).openTrace(ref, name);
  }

  async samples(file: Blob) {
    return (await this.replays).samples(file);
  }

  async parameters(system: RunnableSystem) {
    return (await this.replays).parameters(system);
  }

  async runSample(id: string, wish: SampleWish, report: Reporter<ReplayProgress>) {
    const replays = await this.replays;
    return reporting(report, (tell) => replays.runSample(id, wish, tell));
  }

  async stop(id: string) {
    return (await this.replays).stop(id);
  }
}

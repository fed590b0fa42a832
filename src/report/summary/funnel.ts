import { STAGES, type StageStatus, type Verdict } from '../../cases/verdict';
import type { Funnel, FunnelStage, ReportEntry } from './contract';

/**
 * At which station the facts of the attributed cases were still held. A case counts as surviving a
 * station as long as none up to there says `lost`; what was not recorded loses nothing.
 */
export function funnelOf(entries: readonly ReportEntry[]): Funnel {
  const verdicts = entries.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  let alive: readonly Verdict[] = verdicts;
  const stages = STAGES.map((stage): FunnelStage => {
    const status: Record<StageStatus, number> = { held: 0, partly: 0, lost: 0, 'not-recorded': 0 };
    const statusOf = (verdict: Verdict): StageStatus =>
      verdict.stages.find((entry) => entry.stage === stage)?.status ?? 'not-recorded';
    for (const verdict of verdicts) status[statusOf(verdict)]++;
    alive = alive.filter((verdict) => statusOf(verdict) !== 'lost');
    return { stage, status, survived: alive.length };
  });
  return { attributed: verdicts.length, stages };
}

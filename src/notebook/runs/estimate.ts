import type { ModelShare } from '../../cases/verdict';
import type { ModelDescription } from '../../models/contract/chat';
import type { RunEstimate, RunPlan } from './contract';

/** What a case takes: calls, and tokens in and out. */
interface PerCase {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

/**
 * What methods took under scripted oracles on model-worded traces (`npm run oracle`, `npm run guided`); real
 * models wander more, so agents are counted half as much again. Output tokens are guesses: 120 a call.
 */
const MEASURED: Readonly<Record<RunPlan['method'], PerCase>> = {
  guided: { calls: 1, input: 260, output: 20 },
  'graph-agent': { calls: 27, input: 312_000, output: 3_200 },
  'log-agent': { calls: 26, input: 400_000, output: 3_100 },
  'all-at-once': { calls: 1, input: 300_000, output: 400 },
};

/** Seconds a call takes before anything is known of a model; and cases that run side by side. */
const SECONDS_A_CALL = 5;
export const SIDE_BY_SIDE = 4;

/**
 * What a plan would take.
 * @param known what finished cases of the same method and model took
 */
export function estimateRun(
  plan: RunPlan,
  cases: number,
  model: ModelDescription,
  known: readonly ModelShare[],
): RunEstimate {
  const counted = known.filter(
    (share) => share.inputTokens !== undefined && share.cachedCalls === 0,
  );
  // Cases that took no call at all say nothing of those that will.
  const isKnown = counted.some(({ calls }) => calls > 0);
  const perCase = isKnown ? meanOf(counted) : MEASURED[plan.method];
  const seconds = isKnown
    ? counted.reduce((sum, share) => sum + share.milliseconds, 0) / counted.length / 1_000
    : perCase.calls * SECONDS_A_CALL;
  const times = cases * (isKnown ? 1 : plan.repetitions);
  const { price } = model;
  const cost =
    price === undefined
      ? undefined
      : (times * (perCase.input * price.input + perCase.output * price.output)) / 1_000_000;
  const lanes = model.onDevice ? 1 : SIDE_BY_SIDE;
  return {
    cases,
    calls: Math.ceil(times * perCase.calls),
    tokens: Math.ceil(times * (perCase.input + perCase.output)),
    cost,
    minutes: (times * seconds) / 60 / lanes,
    basedOn: isKnown ? counted.length : 0,
  };
}

function meanOf(shares: readonly ModelShare[]): PerCase {
  const mean = (of: (share: ModelShare) => number): number =>
    shares.reduce((sum, share) => sum + of(share), 0) / shares.length;
  return {
    calls: mean(({ calls }) => calls),
    input: mean(({ inputTokens }) => inputTokens ?? 0),
    output: mean(({ outputTokens }) => outputTokens ?? 0),
  };
}

import * as v from 'valibot';
import { traceKey } from '../../base/brand';
import { ASKING_METHODS, type RunPlan } from './contract';

const limit = v.optional(v.pipe(v.number(), v.minValue(0)));

const PLAN = v.object({
  method: v.picklist(ASKING_METHODS),
  model: v.string(),
  evidence: v.picklist(['labelled', 'retrieved', 'none']),
  evidenceQuery: v.picklist(['gold', 'prediction', 'question']),
  priors: v.boolean(),
  repetitions: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(25)),
  scope: v.picklist(['failed', 'unsure']),
  most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  traces: v.optional(v.array(v.pipe(v.string(), v.transform(traceKey)))),
  limits: v.object({ calls: limit, tokens: limit, money: limit }),
});

/** A stored plan, field by field; undefined when it cannot be read. */
export function readPlan(stored: unknown): RunPlan | undefined {
  const parsed = v.safeParse(PLAN, stored);
  if (!parsed.success) return undefined;
  const { most, traces, limits, ...plan } = parsed.output;
  const { calls, tokens, money } = limits;
  return {
    ...plan,
    ...(most !== undefined && { most }),
    ...(traces !== undefined && { traces }),
    limits: {
      ...(calls !== undefined && { calls }),
      ...(tokens !== undefined && { tokens }),
      ...(money !== undefined && { money }),
    },
  };
}

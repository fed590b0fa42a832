import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { embeddingKey } from '../calls/call-key';
import type { CallOptions } from '../contract/chat';
import type { EmbedReply } from '../contract/embedding';
import type { Usage } from '../contract/usage';
import { NO_COUNTS, type EngineVectors } from '../engines/engine';
import { schedule } from '../scheduler/schedule';
import type { Budget } from '../usage/budget';
import { costOf, estimateTokens, NOTHING_USED } from '../usage/cost';
import { CallRecord } from './call-record';
import { priceOf } from './describe';
import { engineOn, hostOf, type ModelAtDesk } from './model-at-desk';
import type { DeskParts } from './parts';
import { Spending } from './spending';

/** Texts in one request: what MemTrace sends, and less than any provider's limit. */
const BATCH = 16;

/** Embeds texts, each of them once: vectors that are kept are taken, the others asked for in batches. */
export async function askForVectors(
  model: ModelAtDesk,
  texts: readonly string[],
  options: Omit<CallOptions, 'onText'>,
  parts: DeskParts,
  budgets: readonly Budget[],
): Promise<Result<EmbedReply>> {
  const { id } = model.setting;
  const keys = await Promise.all(texts.map((text) => embeddingKey(id, text)));
  const kept = await parts.cache.vectors(keys);
  if (!kept.ok) parts.onProblem(kept.problem);
  const found = new Map<string, Float32Array>();
  for (const [i, vector] of (kept.ok ? kept.value : []).entries())
    if (vector) found.set(keys[i] ?? '', vector);
  const missing = new Map<string, string>();
  for (const [i, text] of texts.entries()) {
    const key = keys[i] ?? '';
    if (!found.has(key)) missing.set(key, text);
  }
  const wanted = [...missing];
  let usage: Usage = NOTHING_USED;
  for (let start = 0; start < wanted.length; start += BATCH) {
    const batch = wanted.slice(start, start + BATCH);
    const answer = await askOnce(model, batch, options, parts, budgets);
    if (!answer.ok) return answer;
    for (const [i, vector] of answer.value.vectors.entries())
      found.set(batch[i]?.[0] ?? '', vector);
    usage = added(usage, answer.value.usage);
  }
  if (wanted.length === 0 && texts.length > 0)
    new CallRecord(parts, id, options.purpose, keys[0] ?? '', { texts }).ended('cached', {
      usage: NOTHING_USED,
      received: 0,
    });
  const vectors = keys.map((key) => found.get(key));
  if (!vectors.every((vector) => vector !== undefined))
    return err(problem('model-not-json', 'The endpoint returned fewer vectors than texts.'));
  return ok({ vectors, usage, cached: wanted.length === 0 });
}

async function askOnce(
  model: ModelAtDesk,
  batch: readonly (readonly [string, string])[],
  { signal = new AbortController().signal, purpose }: Omit<CallOptions, 'onText'>,
  parts: DeskParts,
  budgets: readonly Budget[],
): Promise<Result<{ readonly vectors: readonly Float32Array[]; readonly usage: Usage }>> {
  const { id } = model.setting;
  const price = priceOf(model.setting);
  const texts = batch.map(([, text]) => text);
  const record = new CallRecord(parts, id, purpose, batch[0]?.[0] ?? '', { texts });
  const inputTokens = estimateTokens(record.characters);
  const cost = costOf({ ...NO_COUNTS, inputTokens, outputTokens: 0 }, price);
  const spending = new Spending(budgets, { tokens: inputTokens, cost }, parts.onCounted);
  const answer = await schedule<EngineVectors>(
    model.pool,
    parts.clock,
    signal,
    { vectors: [], counts: NO_COUNTS },
    async (laneId) => {
      record.host = hostOf(model, laneId);
      const engine = await engineOn(model, laneId, parts, spending.mayAsk, signal);
      return engine.ok ? engine.value.embed(texts, signal) : engine;
    },
  );
  record.requests = spending.requests;
  const failed = !answer.ok
    ? answer.problem
    : signal.aborted
      ? problem('cancelled', purpose)
      : undefined;
  if (failed || !answer.ok) {
    spending.settle({ tokens: 0, cost: 0 });
    const usage = { ...NO_COUNTS, cost: undefined };
    record.ended(signal.aborted ? 'stopped' : 'failed', {
      usage,
      received: 0,
      ...(answer.ok ? {} : { problem: answer.problem.kind }),
    });
    return err(failed ?? problem('cancelled', purpose));
  }
  const { vectors, counts } = answer.value;
  const usage = { ...counts, outputTokens: 0, cost: costOf({ ...counts, outputTokens: 0 }, price) };
  spending.settle({ tokens: counts.inputTokens ?? inputTokens, cost: usage.cost });
  record.ended('answered', { usage, received: 0 });
  if (vectors.length !== texts.length)
    return err(
      problem('model-not-json', `${vectors.length} vectors came for ${texts.length} texts.`),
    );
  const at = parts.clock.now();
  const stored = await parts.cache.keepVectors(
    vectors.map((vector, i) => ({ key: batch[i]?.[0] ?? '', modelId: id, at, vector })),
  );
  if (!stored.ok) parts.onProblem(stored.problem);
  return ok({ vectors, usage });
}

/** Two usages together; unknown and known is unknown. */
function added(a: Usage, b: Usage): Usage {
  const sum = (x: number | undefined, y: number | undefined): number | undefined =>
    x === undefined || y === undefined ? undefined : x + y;
  return {
    inputTokens: sum(a.inputTokens, b.inputTokens),
    outputTokens: sum(a.outputTokens, b.outputTokens),
    cacheReadTokens: sum(a.cacheReadTokens, b.cacheReadTokens),
    cacheWriteTokens: sum(a.cacheWriteTokens, b.cacheWriteTokens),
    cost: sum(a.cost, b.cost),
  };
}

import { ok, type Result } from '../../base/result';
import type { CallOptions, ChatReply, ChatRequest } from '../contract/chat';
import { NO_COUNTS, toChatReply, type EngineReply } from '../engines/engine';
import { schedule } from '../scheduler/schedule';
import type { Budget } from '../usage/budget';
import { costOf, estimateTokens } from '../usage/cost';
import type { CallRecord } from './call-record';
import { priceOf } from './describe';
import { engineOn, hostOf, type ModelAtDesk } from './model-at-desk';
import type { DeskParts } from './parts';
import { Spending } from './spending';

/** Makes one call of a chat model, with retries, and counts what it took. */
export async function askForText(
  model: ModelAtDesk,
  request: ChatRequest,
  options: CallOptions,
  parts: DeskParts,
  budgets: readonly Budget[],
  record: CallRecord,
): Promise<Result<ChatReply>> {
  const { signal = new AbortController().signal, onText } = options;
  const price = priceOf(model.setting);
  const inputTokens = estimateTokens(record.characters);
  const expected = {
    tokens: inputTokens,
    cost: costOf({ ...NO_COUNTS, inputTokens, outputTokens: 0 }, price),
  };
  const spending = new Spending(budgets, expected, parts.onCounted);
  // Only the first try that says something is heard: a second one would say it again.
  let heard: { readonly tries: number; text: string } | undefined;

  const answer = await schedule<EngineReply>(
    model.pool,
    parts.clock,
    signal,
    ABORTED,
    async (laneId, tries) => {
      record.host = hostOf(model, laneId);
      const engine = await engineOn(model, laneId, parts, spending.mayAsk, signal);
      if (!engine.ok) return signal.aborted ? ok(ABORTED) : engine;
      let received = 0;
      const reply = await engine.value.chat(request, {
        signal,
        onText: (piece) => {
          received += piece.length;
          heard ??= { tries, text: '' };
          if (heard.tries !== tries) return;
          heard.text += piece;
          onText?.(piece);
        },
      });
      // What was cut or stopped is paid for as far as it came; a refusal costs nothing.
      const guess = received > 0 ? inputTokens + estimateTokens(received) : 0;
      const counts = reply.ok ? reply.value.counts : NO_COUNTS;
      const tokens = (counts.inputTokens ?? 0) + (counts.outputTokens ?? 0);
      const isCounted = counts.inputTokens !== undefined;
      const cost = reply.ok ? costOf(counts, price) : 0;
      spending.settle({
        tokens: isCounted ? tokens : reply.ok ? Math.max(guess, inputTokens) : guess,
        cost,
      });
      if (!reply.ok && model.setting.kind !== 'remote' && LOSSES.has(reply.problem.problem.kind))
        parts.local.lost(model.setting, reply.problem.problem);
      return reply;
    },
  );

  record.requests = spending.requests;
  if (!answer.ok) {
    record.ended('failed', {
      usage: { ...NO_COUNTS, cost: undefined },
      received: heard?.text.length ?? 0,
      problem: answer.problem.kind,
    });
    return answer;
  }
  const whole = { ...answer.value };
  // A call that was stopped while it waited for another try keeps what the first one said.
  if (whole.finish === 'aborted' && whole.text === '') whole.text = heard?.text ?? '';
  const isStopped = whole.finish === 'aborted';
  const cost = isStopped && spending.requests === 0 ? 0 : costOf(whole.counts, price);
  const reply = toChatReply(whole, cost);
  record.ended(isStopped ? 'stopped' : 'answered', {
    usage: reply.usage,
    received: reply.text.length,
  });
  return ok(reply);
}

/** The reply to a call that was stopped before anything was said. */
const ABORTED: EngineReply = { text: '', toolCalls: [], finish: 'aborted', counts: NO_COUNTS };

/** Failures after which a model on this device has to be loaded again. */
const LOSSES: ReadonlySet<string> = new Set([
  'model-device-lost',
  'model-out-of-memory',
  'model-engine-failed',
  'model-not-loaded',
]);

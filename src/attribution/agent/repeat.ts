import { ok, type Result } from '../../base/result';
import type { ModelShare, Verdict } from '../../cases/verdict';

/** Below this share of equal answers a verdict counts as unsure. */
const AGREED = 0.6;

/**
 * Asks several times and keeps the verdict given most often (type and operation together; among equals the
 * first). How many agreed goes into the verdict, and with it how sure it is.
 * @param once asks for one verdict; `sample` tells the repetitions apart
 */
export async function repeated(
  times: number,
  once: (sample: number) => Promise<Result<Verdict>>,
): Promise<Result<Verdict>> {
  const first = await once(0);
  if (!first.ok || times <= 1) return first;
  const verdicts: Verdict[] = [first.value];
  for (let sample = 1; sample < times; sample++) {
    const verdict = await once(sample);
    if (!verdict.ok) return verdict;
    verdicts.push(verdict.value);
  }
  const said = (verdict: Verdict): string => `${verdict.errorType} ${verdict.opId}`;
  const counts = new Map<string, number>();
  for (const verdict of verdicts)
    counts.set(said(verdict), (counts.get(said(verdict)) ?? 0) + (verdict.unsure ? 0.999 : 1));
  const best = verdicts.reduce((a, b) =>
    (counts.get(said(b)) ?? 0) > (counts.get(said(a)) ?? 0) ? b : a,
  );
  const own = verdicts.filter((verdict) => said(verdict) === said(best));
  const chosen = own.find((verdict) => !verdict.unsure) ?? best;
  const share = own.length / verdicts.length;
  const unsure = chosen.unsure || share < AGREED;
  return ok({
    ...chosen,
    confidence: chosen.confidence * share,
    unsure,
    settle:
      chosen.settle ??
      (unsure
        ? `Only ${own.length} of ${verdicts.length} repetitions agree: read the case, or prove it by replay.`
        : undefined),
    asked: totalOf(verdicts, own.length),
  });
}

function totalOf(verdicts: readonly Verdict[], same: number): ModelShare {
  const shares = verdicts.flatMap(({ asked }) => (asked === undefined ? [] : [asked]));
  const sum = (of: (share: ModelShare) => number | undefined): number | undefined =>
    shares.reduce<number | undefined>((total, share) => {
      const more = of(share);
      return total === undefined || more === undefined ? undefined : total + more;
    }, 0);
  return {
    model: shares[0]?.model ?? '',
    calls: sum(({ calls }) => calls) ?? 0,
    cachedCalls: sum(({ cachedCalls }) => cachedCalls) ?? 0,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: sum(({ cost }) => cost),
    milliseconds: sum(({ milliseconds }) => milliseconds) ?? 0,
    agreement: { same, of: verdicts.length },
  };
}

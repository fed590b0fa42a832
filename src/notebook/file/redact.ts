import type { ReplayProof } from '../../cases/replay-proof';
import type { Quote, Verdict } from '../../cases/verdict';
import type { LabelRow, VerdictRow } from '../../store/rows';

/** What stands where a text was. */
export const BLOT = '█';
/** What stands where a sentence was. */
export const GONE = `${BLOT.repeat(3)} (blotted out)`;

/** A text of the same length without its letters and digits: where words were stays visible. */
export const blotted = (text: string): string => text.replace(/[^\s]/gu, BLOT);

const quote = (one: Quote): Quote => ({ ...one, text: blotted(one.text) });

/** A verdict without anything that a trace said; types, operations and places stay. */
export function redactedVerdict(row: VerdictRow): VerdictRow {
  const { verdict } = row;
  return {
    ...row,
    verdict: redacted(verdict),
    ...(row.proof && { proof: redactedProof(row.proof) }),
  };
}

const redacted = (verdict: Verdict): Verdict => ({
  ...verdict,
  sentence: GONE,
  settle: verdict.settle === undefined ? undefined : GONE,
  stages: verdict.stages.map((stage) => ({
    ...stage,
    sentence: GONE,
    quotes: stage.quotes.map(quote),
  })),
  laterLosses: verdict.laterLosses.map((loss) => ({ ...loss, sentence: GONE })),
  doubts: verdict.doubts.map((doubt) => ({
    ...doubt,
    sentence: GONE,
    quotes: doubt.quotes.map(quote),
  })),
});

const redactedProof = (proof: ReplayProof): ReplayProof => ({
  ...proof,
  reason: GONE,
  steps: proof.steps.map((step) => ({ ...step, sentence: GONE, quotes: step.quotes.map(quote) })),
});

/** A label without its reason, which people fill with quotes. */
export const redactedLabel = (row: LabelRow): LabelRow => ({
  ...row,
  label: { ...row.label, reason: row.label.reason === '' ? '' : GONE },
});

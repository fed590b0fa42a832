import type { Doubt } from '../../cases/verdict';
import type { Finding } from './decide';
import type { FlowTrace } from './path';
import type { Start } from './verdict';

/** How sure a verdict is, and what would settle it when it is not. */
export interface Confidence {
  readonly confidence: number;
  readonly unsure: boolean;
  readonly settle: string | undefined;
}

// How often verdicts were right on the labelled development traces (492 verdicts: `small`, `natural`
// and, by stage, `human`), by who chose the words and where the evidence came from.
const COPIED = { labelled: 0.98, retrieved: 0.92 } as const;
const WORDED = { labelled: 0.87, retrieved: 0.8 } as const;

// An answer that no message words is inferred, which makes found evidence a guess; a verdict that
// rests on no words at all was right in half of the cases.
const INFERRED = { labelled: 0.96, retrieved: 0.85 } as const;
const BASELESS = 0.6;
const UNCLEAR = 0.42;

// Below this the proof does not decide the case.
const UNSURE = 0.6;

/** The confidence of a finding: how often findings of its kind were right. */
export function confidenceOf(
  trace: FlowTrace,
  start: Start,
  finding: Finding | undefined,
  doubts: readonly Doubt[],
): Confidence {
  if (finding === undefined)
    return {
      confidence: 0.2,
      unsure: true,
      settle: 'Label the evidence messages of this question.',
    };
  const { loss, path } = finding;
  const mode = start.evidenceMode;
  const { system } = trace.graph;
  const copies = trace.copies || system === 'rag' || system === 'long-context';
  const inferred =
    !copies && !path.fact.asksTime && path.fact.terms.every(({ role }) => role !== 'answer');
  const baseless = inferred && loss !== undefined && loss.certainty <= UNCLEAR;
  const doubted = Math.max(0, ...doubts.map((doubt) => doubt.confidence));
  const confidence =
    (copies ? COPIED : WORDED)[mode] *
    (inferred ? INFERRED[mode] : 1) *
    (baseless ? BASELESS : 1) *
    (1 - doubted / 2);
  const unsure = confidence < UNSURE;
  return { confidence, unsure, settle: unsure ? settleBy(mode, inferred, doubted) : undefined };
}

function settleBy(mode: Start['evidenceMode'], inferred: boolean, doubted: number): string {
  if (doubted >= 0.5)
    return 'Check the doubt: if the label or the judge is wrong, nothing was lost.';
  if (mode === 'retrieved')
    return 'Label the evidence messages: the ones found may not be those the question needs.';
  if (inferred)
    return 'The answer has to be inferred: ask a model, or read the quotes, whether they suffice for it.';
  return 'Read the quoted spans side by side, or ask a model whether they say the same.';
}

import { goldText } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { ReportEntry, ReportExample, ReportQuote } from './contract';

/** Quotes an example shows at most: one a station is what fits beside a sentence. */
const MOST_QUOTES = 4;

/**
 * The cases that show an error class best: proved ones first, then sure before unsure, then by
 * confidence; of equally good ones the earlier. Different operations come before a second case of one.
 */
export function examplesOf(
  entries: readonly ReportEntry[],
  most: number,
): readonly ReportExample[] {
  const ranked = entries
    .flatMap((entry) => (entry.verdict ? [{ entry, verdict: entry.verdict }] : []))
    .sort((a, b) => rank(b) - rank(a));
  const seen = new Set<string>();
  const first = ranked.filter(({ entry }) => {
    const isNew = !seen.has(entry.opName);
    seen.add(entry.opName);
    return isNew;
  });
  const rest = ranked.filter((item) => !first.includes(item));
  return [...first, ...rest].slice(0, most).map(({ entry, verdict }) => example(entry, verdict));
}

interface Ranked {
  readonly entry: ReportEntry;
  readonly verdict: Verdict;
}

const rank = ({ entry, verdict }: Ranked): number =>
  (entry.proof?.outcome === 'proved' ? 4 : 0) + (verdict.unsure ? 0 : 2) + verdict.confidence;

function example(entry: ReportEntry, verdict: Verdict): ReportExample {
  const { case: c, path, opName, proof } = entry;
  return {
    traceKey: c.traceKey,
    queryId: c.queryId,
    path,
    system: c.system,
    question: c.question,
    gold: goldText(c),
    prediction: c.prediction,
    opId: verdict.opId,
    opName,
    sentence: verdict.sentence,
    confidence: verdict.confidence,
    unsure: verdict.unsure,
    proof: proof?.outcome,
    quotes: quotesOf(verdict).slice(0, MOST_QUOTES),
  };
}

/** One quote a station, those where something was lost before the others. */
function quotesOf(verdict: Verdict): readonly ReportQuote[] {
  const quotes = verdict.stages.flatMap(({ stage, status, quotes: [quote] }) =>
    quote === undefined ? [] : [{ ...quote, stage, status }],
  );
  const isLoss = (quote: ReportQuote) => quote.status === 'lost' || quote.status === 'partly';
  const kept = new Set([...quotes.filter(isLoss), ...quotes].slice(0, MOST_QUOTES));
  return quotes.filter((quote) => kept.has(quote));
}

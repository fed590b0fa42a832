import { neededParts } from '../../attribution/proof/needed-parts';
import type { QueryId, TraceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { err, type Result } from '../../base/result';
import type { Case } from '../../cases/case';
import type { ReplayProof } from '../../cases/replay-proof';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { prove } from '../../replay/prove/prove';
import type { Store } from '../../store/store';
import type { CaseBook } from './case-book';
import type { ProveProgress } from './contract';
import type { OpenTraces } from './open-traces';

export interface ProvingParts {
  readonly store: Store;
  readonly book: CaseBook;
  readonly open: OpenTraces;
  /** Told when a proof could not be stored; it is shown all the same. */
  readonly onProblem: (problem: Problem) => void;
}

/** Shortest time between two reports, in milliseconds. */
const REPORT_EVERY = 100;

/**
 * Proves or refutes the verdict shown for a case by replay, and keeps the proof with it.
 * @returns `cancelled` when the signal was aborted; nothing is kept then
 */
export async function proveVerdict(
  parts: ProvingParts,
  key: TraceKey,
  query: QueryId,
  signal: AbortSignal,
  report: (progress: ProveProgress) => void,
): Promise<Result<ReplayProof>> {
  const { store, book, open, onProblem } = parts;
  if (book.summary(key) === undefined) return err(problem('trace-missing'));
  const failed = book.find(key, query);
  const verdict = book.verdict(key, query)?.verdict;
  if (failed === undefined || verdict === undefined)
    return err(problem('not-in-trace', `No verdict for the question ${query}.`));
  const graph = await open.get(key);
  if (!graph.ok) return graph;
  const proof = await replayed(graph.value, failed, verdict, signal, report);
  if (signal.aborted) return err(problem('cancelled'));
  if (!proof.ok) return proof;
  const proved = book.proved(key, proof.value, verdict);
  if (proved === undefined) return proof;
  const kept = await store.verdicts.put([proved], proved.foundAt);
  book.unlisted([key]);
  if (!kept.ok) onProblem(kept.problem);
  return proof;
}

/** What replay says of a verdict; a system that breaks on what it reads is a problem like others. */
async function replayed(
  graph: EvolutionGraph,
  failed: Case,
  verdict: Verdict,
  signal: AbortSignal,
  report: (progress: ProveProgress) => void,
): Promise<Result<ReplayProof>> {
  let reportedAt = 0;
  try {
    return await prove({
      graph,
      failed,
      opId: verdict.opId,
      // Of the evidence that the verdict started from: labelled, or found for the question.
      parts: neededParts(graph)(
        failed,
        verdict.evidence.map((id) => graph.findNode(id)).filter((node) => node !== undefined),
        verdict.evidenceMode,
      ),
      signal,
      onProgress: (progress) => {
        const now = performance.now();
        if (now - reportedAt < REPORT_EVERY) return;
        reportedAt = now;
        report(progress);
      },
    });
  } catch (error) {
    return err(problem('unexpected', error instanceof Error ? error.message : String(error)));
  }
}

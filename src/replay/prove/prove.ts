import type { OpId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { goldText, type Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { NO_CHANGES } from '../engine/changes';
import { RecordedTrace } from '../engine/recorded-trace';
import { Ideal, type Holds } from '../ideal/ideal';
import { playTrace } from '../play-trace';
import { RoughTokenCounter } from '../tokens/rough-token-counter';
import { earlierSteps } from './earlier-steps';
import { lossAt } from './loss-at';
import type { ReplayProof, ReplayProofStep } from './proof';

/** What has to be proved: that an operation is where a case was lost. */
export interface Accusation {
  readonly graph: EvolutionGraph;
  readonly failed: Case;
  readonly opId: OpId;
  /** What the answer needs, part by part: whether a text holds it. */
  readonly parts: readonly Holds[];
  /** Whether a refutation also searches the operation that is to blame (a replay a halving); yes by default. */
  readonly findDecisive?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ProveProgress) => void;
}

/** How far a proof is: which replay runs, counted from 1, and how far that one is. */
export interface ProveProgress {
  readonly replay: number;
  readonly done: number;
  readonly total: number;
}

/**
 * Proves or refutes an accusation by replay. Proved means: (a) the operation's inputs held what the
 * answer needs and its output does not; (b) every operation before it is right, since ideal behaviour
 * from here on still answers; (c) with this operation corrected and ideal behaviour after it the
 * question passes, and with it as recorded it does not. No model is called, and tokens that the record
 * does not count are estimated: only messages that ideal behaviour restored are concerned.
 */
export async function prove(accusation: Accusation): Promise<Result<ReplayProof>> {
  const { graph, failed, opId } = accusation;
  const operation = graph.findOperation(opId);
  const query = graph.findNode(failed.queryId);
  if (operation === undefined || query === undefined)
    return err(problem('not-in-trace', operation === undefined ? opId : failed.queryId));
  const prover = new Prover(accusation, operation, query);
  return prover.run();
}

class Prover {
  private readonly graph: EvolutionGraph;
  private readonly steps: ReplayProofStep[] = [];
  private readonly passed = new Map<number, boolean>();

  constructor(
    private readonly accusation: Accusation,
    private readonly operation: number,
    private readonly query: number,
  ) {
    this.graph = accusation.graph;
  }

  async run(): Promise<Result<ReplayProof>> {
    const { parts, failed } = this.accusation;
    if (parts.length === 0)
      return this.close('undecided', 'It is not known what the answer needs.');
    const trace = new RecordedTrace(this.graph);
    const unseen = parts.filter((holds) => !isSaid(this.graph, trace, holds));
    if (unseen.length > 0)
      return this.close('undecided', 'No message of the trace holds all that the answer needs.');
    if (failed.outcome === 'passed' && failed.label === undefined)
      return this.close('refuted', 'The question was judged right: nothing was lost.');
    const rank = this.graph.rank(this.operation);
    const corrected = await this.passes(rank);
    if (!corrected.ok) return corrected;
    if (!corrected.value) return this.refuteLate(rank);
    this.say(
      'corrected',
      true,
      'With this operation corrected, and ideal behaviour after it, the question passes.',
    );
    const kept = await this.passes(rank + 1);
    if (!kept.ok) return kept;
    if (kept.value) return this.refuteEarly(rank);
    this.say(
      'as-recorded',
      true,
      'With this operation as recorded, even ideal behaviour after it fails.',
    );
    this.steps.push(...earlierSteps(this.graph, trace, parts, rank));
    const loss = lossAt(this.graph, trace, this.operation, this.query, parts);
    this.steps.push(...loss.steps);
    if (!loss.isShown)
      return this.close(
        'undecided',
        'The replays agree with the accusation, but no quote shows what the operation lost.',
      );
    return this.close('proved', 'The operation lost what the answer needs; nothing before it did.');
  }

  /** The case was lost before: the last operation from which ideal behaviour still passes is decisive. */
  private async refuteLate(rank: number): Promise<Result<ReplayProof>> {
    const fromStart = await this.passes(0);
    if (!fromStart.ok) return fromStart;
    if (!fromStart.value)
      return this.close(
        'undecided',
        'Even ideal behaviour from the first message on does not answer the question.',
      );
    this.say(
      'corrected',
      false,
      'With this operation corrected, even ideal behaviour after it fails: the case was lost before.',
    );
    return this.close(
      'refuted',
      'What the answer needs was lost before this operation.',
      await this.lastPassing(0, rank),
    );
  }

  /** The case was not lost yet: the decisive operation comes later, if there is any. */
  private async refuteEarly(rank: number): Promise<Result<ReplayProof>> {
    this.say(
      'as-recorded',
      false,
      'With this operation as recorded, ideal behaviour after it still passes: nothing is lost here.',
    );
    const end = this.graph.operationCount;
    return this.close(
      'refuted',
      'What the answer needs survives this operation.',
      await this.lastPassing(rank, end),
    );
  }

  /** The decisive operation between a rank that passes and one that does not, by halving. */
  private async lastPassing(low: number, high: number): Promise<OpId | undefined> {
    if (this.accusation.findDecisive === false) return undefined;
    let from = low;
    let to = high;
    while (to - from > 1) {
      const middle = (from + to) >> 1;
      const passes = await this.passes(middle);
      if (!passes.ok) return undefined;
      if (passes.value) from = middle;
      else to = middle;
    }
    const operation = this.graph.adjacency.operationOrder[from];
    return operation === undefined ? undefined : this.graph.opId(operation);
  }

  /** Whether the question passes when everything from a rank on behaves ideally. */
  private async passes(rank: number): Promise<Result<boolean>> {
    const known = this.passed.get(rank);
    if (known !== undefined) return ok(known);
    const { failed, parts, signal, onProgress } = this.accusation;
    const ideal = new Ideal(rank, parts, this.query, goldText(failed));
    const number = this.passed.size + 1;
    const replay = await playTrace(
      this.graph,
      {
        changes: { ...NO_CHANGES, ideal },
        onlyQueries: new Set([this.query]),
        ...(signal && { signal }),
        onProgress: (done, total) => onProgress?.({ replay: number, done, total }),
      },
      () => new RoughTokenCounter(),
    );
    if (!replay.ok) return replay;
    const passes = (replay.value.scores.get(this.query) ?? 0) !== 0;
    this.passed.set(rank, passes);
    return ok(passes);
  }

  private say(part: ReplayProofStep['part'], speaksFor: boolean, sentence: string): void {
    const opId = this.graph.opId(this.operation);
    this.steps.push({ part, speaksFor, opId, variable: undefined, quotes: [], sentence });
  }

  private close(
    outcome: ReplayProof['outcome'],
    reason: string,
    decisive?: OpId,
  ): Result<ReplayProof> {
    const { failed, opId } = this.accusation;
    return ok({ queryId: failed.queryId, opId, outcome, reason, decisive, steps: this.steps });
  }
}

/** Whether a message of the trace holds a part. */
function isSaid(graph: EvolutionGraph, trace: RecordedTrace, holds: Holds): boolean {
  for (let node = 0; node < graph.nodeCount; node++)
    if (graph.category(node) === 'message' && holds(trace.words(node))) return true;
  return false;
}

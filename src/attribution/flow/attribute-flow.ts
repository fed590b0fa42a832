import type { QueryId } from '../../base/brand';
import type { Steps } from '../../base/steps';
import type { Case } from '../../cases/case';
import type { Doubt, EvidenceMode, EvidenceQuery, Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { caseDoubts } from '../doubts/case-doubts';
import { pipelineDoubt } from '../doubts/pipeline-doubt';
import {
  buildEvidenceIndex,
  evidenceIndexSteps,
  retrieveEvidence,
  type EvidenceIndex,
  type FoundEvidence,
} from '../evidence/retrieve-evidence';
import { criticalFacts } from '../matching/critical-facts';
import { prepareText } from '../matching/prepare';
import type { Bounds } from './bounds';
import { decide } from './decide';
import { focusOn } from './focus';
import { withHiddenFacts } from './hidden-facts';
import { openFlowTraceInSteps } from './flow-trace';
import { partialVerdict } from './partial';
import type { FlowTrace } from './path';
import { tracerOf } from './tracers';
import { toVerdict, type Start } from './verdict';

/** How to attribute: which evidence to start from, and what the search for it may see. */
export interface FlowOptions {
  readonly evidence: EvidenceMode;
  /** Only for `retrieved` evidence; `gold` is MemTrace's published default. */
  readonly evidenceQuery?: EvidenceQuery;
  /** Evidence that was searched for beforehand, with an embedding model; wins over the search here. */
  readonly found?: ReadonlyMap<QueryId, readonly FoundEvidence[]>;
  /** Other bounds than the shipped ones, to measure what they do. */
  readonly bounds?: Bounds;
  /** Reads texts in another way than by words; gets the trace as it is read here. */
  readonly reading?: (trace: FlowTrace) => FlowTrace;
}

/**
 * Attributes failed cases of one trace without a model, one verdict a case in the order given. A
 * generator: the caller decides when to pause, report progress or stop. `undefined` comes between the
 * verdicts, and says only that time has passed: before the first one the trace is made ready.
 */
export function* flowVerdicts(
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
): Generator<Verdict | undefined, void, undefined> {
  if (cases.length === 0) return;
  const run = yield* timely(flowRunSteps(graph, cases, options));
  for (const failed of cases) yield run.attribute(failed);
}

/** A trace made ready for `flow`: its cases can be attributed in any order, all or some of them. */
export interface FlowRun {
  /** The same verdict whichever cases were attributed before. */
  attribute(failed: Case): Verdict;
}

/**
 * Makes a trace ready, in parts.
 * @param cases all failed cases of the trace: what is wrong with a whole run is judged on all of them
 */
export function* flowRunSteps(
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
): Steps<FlowRun> {
  const opened = yield* openFlowTraceInSteps(graph, options.bounds);
  const trace = options.reading?.(opened) ?? opened;
  const pipeline = graph.isPartial ? undefined : pipelineDoubt(trace, cases);
  const run = new OpenedRun(trace, pipeline, options);
  yield;
  if (cases.some((failed) => run.searches(failed))) yield* run.openIndex();
  return run;
}

/** Steps of preparation as the consumer of verdicts sees them. */
function* timely<T>(steps: Steps<T>): Generator<undefined, T, undefined> {
  let step = steps.next();
  while (step.done !== true) {
    yield undefined;
    step = steps.next();
  }
  return step.value;
}

/** All verdicts at once. */
export const attributeFlow = (
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
): readonly Verdict[] =>
  [...flowVerdicts(graph, cases, options)].filter((verdict) => verdict !== undefined);

class OpenedRun implements FlowRun {
  private readonly graph: EvolutionGraph;
  private index: EvidenceIndex | undefined;

  /** @param pipeline what is wrong with the whole run, if anything: the same for each of its cases */
  constructor(
    private readonly trace: FlowTrace,
    private readonly pipeline: Doubt | undefined,
    private readonly options: FlowOptions,
  ) {
    this.graph = trace.graph;
  }

  /** Whether the evidence of a case has to be searched for. */
  searches(failed: Case): boolean {
    return this.options.evidence !== 'labelled' || this.labelled(failed).length === 0;
  }

  *openIndex(): Steps<void> {
    this.index = yield* evidenceIndexSteps(this.trace);
  }

  attribute(failed: Case): Verdict {
    const { start, nodes } = this.evidence(failed);
    if (this.graph.isPartial) return this.partial(failed, start, nodes);
    const follow = tracerOf(this.graph.system);
    const facts = withHiddenFacts(this.trace, failed, criticalFacts(this.trace, failed, nodes));
    const prediction = prepareText(failed.prediction);
    const paths = facts.map((fact) => follow(this.trace, failed, focusOn(fact, prediction)));
    const finding = decide(this.trace, failed, paths, start.evidenceMode);
    const doubts = [
      ...caseDoubts(this.trace, failed, nodes, start.evidenceMode),
      ...(this.pipeline === undefined ? [] : [this.pipeline]),
    ];
    return toVerdict(this.trace, failed, start, finding, doubts);
  }

  /** A case of a file that does not hold how memories were made. */
  private partial(failed: Case, start: Start, nodes: readonly number[]): Verdict {
    // Found messages would only be the evidence of other questions.
    const evidence = start.evidenceMode === 'labelled' ? nodes : [];
    const prediction = prepareText(failed.prediction);
    const facts = criticalFacts(this.trace, failed, evidence);
    const focused = facts.map((fact) => focusOn(fact, prediction));
    const known = evidence.length === 0 ? { ...start, evidence: [] } : start;
    const doubts = caseDoubts(this.trace, failed, evidence, start.evidenceMode);
    return partialVerdict(this.trace, failed, known, focused, doubts);
  }

  /** The evidence to start from: the labelled one where it is wanted and there is any, else found. */
  private evidence(failed: Case): { readonly start: Start; readonly nodes: readonly number[] } {
    const labelled = this.labelled(failed);
    if (this.options.evidence === 'labelled' && labelled.length > 0)
      return {
        start: { evidenceMode: 'labelled', evidenceQuery: undefined, evidence: this.ids(labelled) },
        nodes: labelled,
      };
    const query = this.options.evidenceQuery ?? 'gold';
    const nodes = this.search(failed, query).map(({ node }) => node);
    return {
      start: { evidenceMode: 'retrieved', evidenceQuery: query, evidence: this.ids(nodes) },
      nodes,
    };
  }

  private search(failed: Case, query: EvidenceQuery): readonly FoundEvidence[] {
    const found = this.options.found?.get(failed.queryId);
    if (found !== undefined) return found;
    this.index ??= buildEvidenceIndex(this.trace);
    return retrieveEvidence(this.index, failed, query);
  }

  private readonly labelled = (failed: Case) =>
    failed.evidence.map((id) => this.graph.findNode(id)).filter((node) => node !== undefined);

  private readonly ids = (nodes: readonly number[]) => nodes.map((node) => this.graph.nodeId(node));
}

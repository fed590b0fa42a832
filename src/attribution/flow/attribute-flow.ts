import type { Case } from '../../cases/case';
import type { Doubt, EvidenceMode, EvidenceQuery, Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { caseDoubts } from '../doubts/case-doubts';
import { pipelineDoubt } from '../doubts/pipeline-doubt';
import {
  buildEvidenceIndex,
  retrieveEvidence,
  type EvidenceIndex,
} from '../evidence/retrieve-evidence';
import { criticalFacts } from '../matching/critical-facts';
import { prepareText } from '../matching/prepare';
import { decide } from './decide';
import { focusOn } from './focus';
import { withHiddenFacts } from './hidden-facts';
import { openFlowTrace } from './flow-trace';
import type { FlowTrace } from './path';
import { tracerOf } from './tracers';
import { toVerdict, type Start } from './verdict';

/** How to attribute: which evidence to start from, and what the search for it may see. */
export interface FlowOptions {
  readonly evidence: EvidenceMode;
  /** Only for `retrieved` evidence; `gold` is MemTrace's published default. */
  readonly evidenceQuery?: EvidenceQuery;
}

/**
 * Attributes failed cases of one trace without a model, one verdict a case in the order given. A
 * generator: the caller decides when to pause, report progress or stop.
 */
export function* flowVerdicts(
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
): Generator<Verdict, void, undefined> {
  const run = new FlowRun(graph, cases, options);
  for (const failed of cases) yield run.attribute(failed);
}

/** All verdicts at once. */
export const attributeFlow = (
  graph: EvolutionGraph,
  cases: readonly Case[],
  options: FlowOptions,
): readonly Verdict[] => [...flowVerdicts(graph, cases, options)];

class FlowRun {
  private readonly trace: FlowTrace;
  private index: EvidenceIndex | undefined;
  /** What is wrong with the whole run, if anything: the same for each of its cases. */
  private readonly pipeline: Doubt | undefined;

  constructor(
    private readonly graph: EvolutionGraph,
    cases: readonly Case[],
    private readonly options: FlowOptions,
  ) {
    this.trace = openFlowTrace(graph);
    this.pipeline = pipelineDoubt(this.trace, cases);
  }

  attribute(failed: Case): Verdict {
    const { start, nodes } = this.evidence(failed);
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

  /** The evidence to start from: the labelled one where it is wanted and there is any, else found. */
  private evidence(failed: Case): { readonly start: Start; readonly nodes: readonly number[] } {
    const labelled = failed.evidence
      .map((id) => this.graph.findNode(id))
      .filter((node) => node !== undefined);
    if (this.options.evidence === 'labelled' && labelled.length > 0)
      return {
        start: { evidenceMode: 'labelled', evidenceQuery: undefined, evidence: this.ids(labelled) },
        nodes: labelled,
      };
    const query = this.options.evidenceQuery ?? 'gold';
    this.index ??= buildEvidenceIndex(this.trace);
    const nodes = retrieveEvidence(this.index, failed, query).map(({ node }) => node);
    return {
      start: { evidenceMode: 'retrieved', evidenceQuery: query, evidence: this.ids(nodes) },
      nodes,
    };
  }

  private readonly ids = (nodes: readonly number[]) => nodes.map((node) => this.graph.nodeId(node));
}

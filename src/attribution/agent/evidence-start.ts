import type { NodeId } from '../../base/brand';
import type { EvidenceMode, EvidenceQuery } from '../../cases/verdict';
import {
  buildEvidenceIndex,
  searchEvidence,
  type EvidenceIndex,
} from '../evidence/retrieve-evidence';
import type { FlowTrace } from '../flow/path';
import type { AgentTrace } from './agent-trace';
import type { AgentStart } from './settle';

/** What an agent is given to start from. */
export interface StartChoice {
  readonly evidence: EvidenceMode | 'none';
  /** What the search for evidence may see; `gold` is the published default. */
  readonly evidenceQuery?: EvidenceQuery;
}

/** The starting points of one case: at most eight messages, as published. */
export interface Starting {
  readonly start: AgentStart;
  readonly nodes: readonly number[];
  /** What to tell the model about them. */
  readonly trust: string;
}

/** Built once a trace. */
const indexes = new WeakMap<FlowTrace, EvidenceIndex>();

/** Half of the frontier (memtrace-method §3). */
const MOST_STARTS = 8;

/** Finds the starting points; labelled evidence that a case does not have is searched for instead. */
export function startOf(trace: AgentTrace, choice: StartChoice): Starting {
  const { graph, failed } = trace;
  const labelled = failed.evidence
    .map((id) => graph.findNode(id))
    .filter((node) => node !== undefined);
  if (choice.evidence === 'labelled' && labelled.length > 0) {
    const evidence = labelled.slice(0, MOST_STARTS);
    return {
      start: { evidenceMode: 'labelled', evidenceQuery: undefined, evidence: ids(trace, evidence) },
      nodes: evidence,
      trust: 'People labelled these messages as the evidence: take them as right.',
    };
  }
  const query = choice.evidenceQuery ?? 'gold';
  if (choice.evidence === 'none')
    return {
      start: { evidenceMode: 'retrieved', evidenceQuery: query, evidence: [] },
      nodes: [],
      trust: 'No evidence is given: find the messages that answer the question first.',
    };
  const index = indexes.get(trace.flow) ?? buildEvidenceIndex(trace.flow);
  indexes.set(trace.flow, index);
  const found = searchEvidence(index, failed, query, MOST_STARTS).map(({ node }) => node);
  return {
    start: { evidenceMode: 'retrieved', evidenceQuery: query, evidence: ids(trace, found) },
    nodes: found,
    trust:
      'A search found these messages, best first. Some have nothing to do with the question: verify each before you rely on it, and search for others if none answers it.',
  };
}

const ids = ({ graph }: AgentTrace, nodes: readonly number[]): readonly NodeId[] =>
  nodes.map((node) => graph.nodeId(node));

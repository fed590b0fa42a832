import type { NodeId } from '../base/brand';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { stringsField, type JsonObject } from '../trace/json';
import type { Annotation } from './annotations';

/**
 * The labelled evidence of a case: the annotation's node ids where there are any, else the message
 * names in the query's metadata, each resolved to its latest version. One string may name several
 * messages (LoCoMo writes some as `D1:1; D1:2`); what the trace does not hold is listed as missing.
 */
export function caseEvidence(
  graph: EvolutionGraph,
  metadata: JsonObject,
  annotation: Annotation | undefined,
): { readonly evidence: readonly NodeId[]; readonly missingEvidence: readonly string[] } {
  const labelled = annotation?.evidenceIds ?? [];
  const names = labelled.length > 0 ? labelled : stringsField(metadata, 'evidence');
  const evidence = new Set<NodeId>();
  const missingEvidence: string[] = [];
  for (const name of names) {
    const nodes = resolve(graph, name);
    if (nodes.length === 0) missingEvidence.push(name);
    for (const node of nodes) evidence.add(graph.nodeId(node));
  }
  return { evidence: [...evidence], missingEvidence };
}

function resolve(graph: EvolutionGraph, name: string): number[] {
  const whole = graph.findNode(name) ?? graph.latestVersion(name);
  if (whole !== undefined) return [whole];
  return name
    .split(/[\s;,]+/)
    .map((part) => graph.findNode(part) ?? graph.latestVersion(part))
    .filter((node) => node !== undefined);
}

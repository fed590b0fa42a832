import { openFlowTrace } from '../../src/attribution/flow/flow-trace';
import { criticalFacts } from '../../src/attribution/matching/critical-facts';
import { matchFact } from '../../src/attribution/matching/match-fact';
import { neededFacts } from '../../src/attribution/matching/needed-facts';
import { prepareText } from '../../src/attribution/matching/prepare';
import type { Case } from '../../src/cases/case';
import type { EvolutionGraph } from '../../src/graph/evolution-graph';
import type { Holds } from '../../src/replay/ideal/ideal';
import { parseRecord, stringField } from '../../src/trace/json';

/**
 * What the answer of a case needs, as a stand-in for a reader: systems that copy must keep the evidence
 * messages word for word, the others the facts in them.
 */
export function partsOf(graph: EvolutionGraph): (failed: Case) => readonly Holds[] {
  const flow = openFlowTrace(graph);
  const copies = graph.system === 'long-context' || graph.system === 'rag';
  return (failed) => {
    const nodes = failed.evidence
      .map((id) => graph.findNode(id))
      .filter((node) => node !== undefined);
    if (copies)
      return nodes.map((node) => {
        const content = stringField(parseRecord(graph.rawValue(node)), 'content') ?? '';
        return (text) => text.includes(content);
      });
    return neededFacts(criticalFacts(flow, failed, nodes)).map((fact) => {
      const holds = (text: string): boolean =>
        matchFact(fact, prepareText(text, timeIn(text))).level === 'whole';
      return (text) => [text, ...text.split(/### Memory \d+:/)].some(holds);
    });
  };
}

/** The time that stands beside a memory or message. */
const timeIn = (text: string): string | undefined =>
  /(?:Time|Timestamp|timestamp)["']?: ["']?(\d{4}-\d\d-\d\d[T ]?[\d:]*)/.exec(text)?.[1];

import type { Case } from '../../cases/case';
import type { EvidenceMode } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Holds, MostOf } from '../../replay/ideal/ideal';
import { parseRecord, stringField } from '../../trace/json';
import { openFlowTrace } from '../flow/flow-trace';
import { criticalFacts } from '../matching/critical-facts';
import type { Fact } from '../matching/fact';
import { matchFact } from '../matching/match-fact';
import { neededFacts } from '../matching/needed-facts';
import { prepareText } from '../matching/prepare';

/**
 * What the answers of a trace need, as a stand-in for a reader: systems that copy must keep the evidence
 * messages word for word, the others the facts in them. Of messages that were searched for, most are not
 * needed: only those whose facts add to the answer count.
 * @returns for a case and the variable indexes of its evidence: one test of a text for each part
 */
export function neededParts(
  graph: EvolutionGraph,
): (failed: Case, evidence: readonly number[], mode: EvidenceMode) => readonly Holds[] {
  const flow = openFlowTrace(graph);
  const copies = graph.system === 'long-context' || graph.system === 'rag';
  return (failed, evidence, mode) => {
    if (copies && mode === 'labelled') return evidence.flatMap((node) => contentOf(graph, node));
    const needed = neededFacts(criticalFacts(flow, failed, evidence));
    if (copies) return needed.flatMap((fact) => contentOf(graph, fact.evidence));
    return needed.map((fact) => {
      const holds = (text: string): boolean =>
        matchFact(fact, prepareText(text, timeIn(text))).level === 'whole';
      // A context shows several memories: one of them has to hold it, whatever stands beside.
      const held = (text: string): boolean => [text, ...text.split(/### Memory \d+:/)].some(holds);
      return Object.assign(held, { most: (text: string) => mostOf(fact, text) });
    });
  };
}

function mostOf(fact: Fact, text: string): MostOf | undefined {
  const { span, score } = matchFact(fact, prepareText(text));
  return span === undefined || score <= 0 ? undefined : { ...span, share: score };
}

/** A message without content is nothing to look for: every text would hold it. */
function contentOf(graph: EvolutionGraph, node: number): readonly Holds[] {
  const content = stringField(parseRecord(graph.rawValue(node)), 'content') ?? '';
  return content === '' ? [] : [(text) => text.includes(content)];
}

/** The time that stands beside a memory or message. */
const timeIn = (text: string): string | undefined =>
  /(?:Time|Timestamp|timestamp)["']?: ["']?(\d{4}-\d\d-\d\d[T ]?[\d:]*)/.exec(text)?.[1];

import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { decodeValue } from '../../trace/decode/decode-value';
import { plainText } from '../../trace/decode/plain-text';
import { plainValue } from '../../trace/decode/plain-value';
import { isPlainMap, textField } from '../../replay/engine/plain-fields';
import type { CaseTexts } from '../prompts/leak-check';

/** What of the cases of a trace must not stand in a prompt: answers, questions, evidence, names. */
export function secretsOf(graph: EvolutionGraph, cases: readonly Case[]): CaseTexts {
  const texts: string[] = [];
  const names = new Set<string>();
  for (const each of cases) {
    texts.push(each.question, each.prediction);
    for (const id of each.evidence) {
      const node = graph.findNode(id);
      if (node !== undefined) texts.push(plainText(graph.rawValue(node)));
    }
  }
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.category(node) !== 'message') continue;
    const value = plainValue(decodeValue(graph.rawValue(node)).node);
    if (isPlainMap(value)) names.add(textField(value, 'name'));
  }
  const roles = new Set(['', 'user', 'assistant', 'system']);
  return {
    golds: cases.flatMap(({ goldAnswers }) => goldAnswers),
    texts,
    names: [...names].filter((name) => !roles.has(name.toLowerCase())),
  };
}

/** The secrets of several traces together. */
export const joinSecrets = (all: readonly CaseTexts[]): CaseTexts => ({
  golds: all.flatMap(({ golds }) => golds),
  texts: all.flatMap(({ texts }) => texts),
  names: all.flatMap(({ names }) => names),
});

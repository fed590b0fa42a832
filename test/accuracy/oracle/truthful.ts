import { basename } from 'node:path';
import { guided } from '../../../src/attribution/guided/guided';
import { attributeFlow } from '../../../src/attribution/flow/attribute-flow';
import { collectCases } from '../../../src/cases/collect';
import type { Case } from '../../../src/cases/case';
import type { Verdict } from '../../../src/cases/verdict';
import { ScriptedChat } from '../../support/scripted-chat';
import { filesOf, graphsOf, isMemoryError } from './run-oracle';
import { promptTokens } from './counting-chat';
import { keyOf, type Reading } from './truthful-reading';

/** One case of `guided` under a truthful reader, beside `flow` alone. */
export interface ReadCase {
  readonly case: Case;
  readonly flow: Verdict | undefined;
  readonly verdict: Verdict | undefined;
  readonly questions: number;
  readonly promptTokens: number;
  readonly longest: number;
  /** Questions that the reading does not answer. */
  readonly unanswered: readonly string[];
}

/** Runs `guided` over the memory errors of `natural` with what a person read for answers. */
export async function runTruthful(reading: Reading): Promise<readonly ReadCase[]> {
  const found: ReadCase[] = [];
  for (const path of filesOf('natural'))
    for (const graph of await graphsOf(path)) {
      const labelled = collectCases(graph).filter(isMemoryError);
      const flow = attributeFlow(graph, labelled, { evidence: 'labelled' });
      for (const [i, one] of labelled.entries()) {
        const unanswered: string[] = [];
        const model = new ScriptedChat((_request, purpose) => {
          const key = keyOf(basename(path), one.queryId, purpose);
          const said = reading.get(key);
          if (said === undefined) unanswered.push(key);
          return JSON.stringify({ answer: said ?? 'unclear' });
        });
        const stripped = { ...one, label: undefined };
        const verdict = await guided(graph, stripped, { model, evidence: 'labelled' });
        const tokens = model.asked.map(({ request }) => promptTokens(request));
        found.push({
          case: one,
          flow: flow[i],
          verdict: verdict.ok ? verdict.value : undefined,
          questions: tokens.length,
          promptTokens: tokens.reduce((sum, count) => sum + count, 0),
          longest: Math.max(0, ...tokens),
          unanswered,
        });
      }
    }
  return found;
}

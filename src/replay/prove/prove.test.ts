import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '../../../test/support/case-parts';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { graphOfFile } from '../../../test/support/shared-graph';
import { opId } from '../../base/brand';
import type { Case } from '../../cases/case';
import { collectCases } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Holds } from '../ideal/ideal';
import type { ReplayProof } from './proof';
import { prove } from './prove';

/** A dozen replays, on a machine that does other things beside. */
const LONG = { timeout: 30_000 };

async function accuse(
  graph: EvolutionGraph,
  failed: Case,
  operation: string,
  parts: readonly Holds[],
  findDecisive = true,
): Promise<ReplayProof> {
  const proof = await prove({ graph, failed, opId: opId(operation), parts, findDecisive });
  if (!proof.ok) throw new Error(proof.problem.detail);
  for (const { variable, start, end, text } of proof.value.steps.flatMap(({ quotes }) => quotes)) {
    const node = graph.findNode(variable) ?? 0;
    expect(graph.rawValue(node).slice(start, end)).toBe(text);
  }
  return proof.value;
}

describe('proving an accusation in the sample', () => {
  let graph: EvolutionGraph;
  let failed: Case;
  const date: readonly Holds[] = [(text) => text.includes('12 March')];
  beforeAll(async () => {
    graph = await graphOfFile(
      new URL('../../../public/samples/first-steps.json', import.meta.url).pathname,
    );
    const found = collectCases(graph).find(({ label }) => label !== undefined);
    if (found === undefined) throw new Error('The sample has a labelled case.');
    failed = found;
  });

  test('the labelled operation is proved, with what it read and what it lost', async () => {
    const proof = await accuse(graph, failed, failed.label?.opId ?? '', date);
    expect(proof.outcome).toBe('proved');
    const input = proof.steps.find(({ part }) => part === 'input');
    expect(input?.quotes[0]?.text).toContain('12 March');
    expect(proof.steps.some(({ part }) => part === 'earlier')).toBe(true);
    expect(proof.steps.every(({ speaksFor }) => speaksFor)).toBe(true);
  });

  test('an operation before or after it is refuted, and the right one named', LONG, async () => {
    const label = graph.findOperation(failed.label?.opId ?? '') ?? 0;
    const order = graph.adjacency.operationOrder;
    const rank = graph.rank(label);
    for (const other of [
      order[rank - 5],
      order[rank + 3],
      graph.findOperation(failed.answerOp ?? ''),
    ]) {
      const proof = await accuse(graph, failed, graph.opId(other ?? 0), date);
      expect(proof.outcome).toBe('refuted');
      expect(proof.decisive).toBe(failed.label?.opId);
    }
  });

  test('what no message says cannot be proved', async () => {
    const operation = failed.label?.opId ?? '';
    const unsaid = await accuse(graph, failed, operation, [(text) => text.includes('14 March')]);
    expect(unsaid.outcome).toBe('undecided');
    expect((await accuse(graph, failed, operation, [])).outcome).toBe('undecided');
  });

  test('an operation that the trace does not hold is a problem', async () => {
    const proof = await prove({ graph, failed, opId: opId('op-x'), parts: date });
    expect(proof.ok ? '' : proof.problem.kind).toBe('not-in-trace');
  });
});

describe.skipIf(!hasSharedData('small'))('proving the labels of shared traces', () => {
  test(
    'at least 95 % of the labelled operations are proved, and wrong ones refuted',
    { timeout: 240_000 },
    async () => {
      let labelled = 0;
      let proved = 0;
      const wrong: ReplayProof[] = [];
      for (const system of readdirSync(sharedPath('small'))) {
        for (const name of readdirSync(sharedPath('small', system))) {
          if (name.includes('membase')) continue;
          const graph = await graphOfFile(sharedPath('small', system, name));
          const parts = partsOf(graph);
          let accusations = 0;
          for (const failed of collectCases(graph)) {
            const label = failed.label?.opId;
            if (label === undefined) continue;
            labelled++;
            const proof = await accuse(graph, failed, label, parts(failed), false);
            if (proof.outcome !== 'proved') continue;
            proved++;
            if (accusations++ >= 2) continue;
            const rank = graph.rank(graph.findOperation(label) ?? 0);
            const before = graph.adjacency.operationOrder[Math.floor(rank / 2)] ?? 0;
            wrong.push(await accuse(graph, failed, graph.opId(before), parts(failed), false));
            if (failed.answerOp !== undefined && failed.answerOp !== label)
              wrong.push(await accuse(graph, failed, failed.answerOp, parts(failed), false));
          }
        }
      }
      expect(labelled).toBe(88);
      expect(proved / labelled).toBeGreaterThanOrEqual(0.95);
      expect(wrong.length).toBeGreaterThanOrEqual(20);
      expect(wrong.filter(({ outcome }) => outcome !== 'refuted')).toHaveLength(0);
    },
  );
});

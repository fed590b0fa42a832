import { expect, test } from 'vitest';
import { ok } from '../../base/result';
import { graphOfFile } from '../../../test/support/shared-graph';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { TraceScript } from '../../../test/support/trace-script';
import { collectCases } from '../../cases/collect';
import { funnelView } from './funnel-view';

const nothing = () => Promise.resolve(ok(new Set<number>()));

test('a unit that was made from evidence and not found is marked where it fell out', async () => {
  const script = new TraceScript('Mem0');
  const message = script.message('U1:D1:1', 'I went to the group on 7 May');
  const kept = script.variable('memory-unit-a', '{"memory": "group on 7 May"}', 'memory_entry');
  const other = script.variable('memory-unit-b', '{"memory": "has a cat"}', 'memory_entry');
  script.operation('memory_system.update_memory_decision', 'update', [[message, kept]]);
  script.operation('memory_system.update_memory_decision', 'update', [[other, other]]);
  script.ask({
    question: 'When?',
    gold: '7 May',
    prediction: 'no idea',
    evidence: [message],
    found: [other],
    context: 'has a cat',
  });
  const { graph, cases } = await script.open();
  const [one] = cases;
  if (one === undefined) throw new Error('no case');
  const found = await funnelView(
    graph,
    { ...one, evidence: [graph.nodeId(0)] },
    undefined,
    nothing,
  );
  const view = found.ok ? found.value : undefined;
  expect(view?.pool).toBe(2);
  expect(view?.stages.map(({ name, count }) => [name, count])).toEqual([
    ['found', 1],
    ['context', 1],
  ]);
  expect(view?.units.map(({ name, evidence, lostAt }) => [name, evidence, lostAt])).toEqual([
    ['memory-unit-a', 'made', 0],
    ['memory-unit-b', undefined, undefined],
  ]);
});

test.skipIf(!hasSharedData('small'))(
  'the lists of every shared trace have ranks, and scores where they were recorded (shared traces)',
  async () => {
    for (const system of ['mem0', 'rag', 'evermemos', 'long_context']) {
      const graph = await graphOfFile(sharedPath(`small/${system}/locomo_locomo-1.json`));
      for (const one of collectCases(graph)) {
        const view = await funnelView(graph, one, undefined, nothing);
        if (!view.ok) throw new Error(view.problem.title);
        const { stages, units } = view.value;
        expect(stages.at(-1)?.name).toBe('context');
        if (system === 'evermemos')
          expect(stages.map(({ name }) => name)).toContain('hybrid_retrieval_results');
        for (const { places, lostAt } of units) {
          expect(places).toHaveLength(stages.length);
          if (lostAt !== undefined && lostAt > 0) expect(places[lostAt - 1]).toBeDefined();
          for (const [i, place] of places.entries())
            if (place) expect(place.rank).toBeLessThanOrEqual(stages[i]?.count ?? 0);
        }
        if (system === 'mem0' && stages.length > 1)
          expect(units.some(({ places }) => (places[0]?.score ?? 0) > 0)).toBe(true);
      }
    }
  },
);

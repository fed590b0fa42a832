import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { graphOfSample } from '../../../test/support/sample-graph';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { graphOfFile } from '../../../test/support/shared-graph';
import { flowVerdicts } from '../../attribution/flow/attribute-flow';
import { collectCases } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { drawOperation, MOST_ELEMENTS } from '../../graph/layout/picture';
import { casePath } from './case-path';
import type { DrawingView } from './drawing-contract';
import { BOX_SIZE, OPERATION_SIZE } from './drawn-box';
import { neighbourhood } from './neighbourhood';

/** Everything that is wrong with the geometry of a drawing, in words. */
function faults(view: DrawingView): readonly string[] {
  const found: string[] = [];
  const boxes = view.nodes.map((node) => ({
    ...node,
    ...(node.role === 'operation' ? OPERATION_SIZE : BOX_SIZE),
  }));
  boxes.forEach((a, i) => {
    for (const b of boxes.slice(i + 1))
      if (
        Math.abs(a.x - b.x) < (a.width + b.width) / 2 &&
        Math.abs(a.y - b.y) < (a.height + b.height) / 2
      )
        found.push(`${a.id} overlaps ${b.id}`);
  });
  const byId = new Map(boxes.map((box) => [box.id, box]));
  if (byId.size < boxes.length) found.push('two boxes have one id');
  for (const { source, target } of view.edges)
    if (!((byId.get(source)?.x ?? NaN) < (byId.get(target)?.x ?? NaN)))
      found.push(`${source} → ${target} goes back`);
  if (view.nodes.length + view.edges.length > MOST_ELEMENTS) found.push('too many elements');
  return found;
}

/** Paths of all cases, with the verdicts of the first few; pictures of many operations; the largest hub. */
function checkAll(graph: EvolutionGraph, operations: number): number {
  const cases = collectCases(graph);
  const failed = cases.filter(({ outcome }) => outcome === 'failed').slice(0, 12);
  const verdicts = new Map(
    [...flowVerdicts(graph, failed, { evidence: 'labelled' })].flatMap((verdict) =>
      verdict === undefined ? [] : [[verdict.queryId, verdict] as const],
    ),
  );
  for (const one of cases) {
    const view = casePath(graph, one, verdicts.get(one.queryId));
    expect(faults(view), one.queryId).toEqual([]);
    expect(casePath(graph, one, verdicts.get(one.queryId))).toEqual(view);
  }
  for (let op = 0; op < graph.operationCount; op += operations) {
    const { boxes, places, arrows } = drawOperation(graph, op);
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(boxes.length);
    for (const { source, target } of arrows)
      expect(places[target]?.x).toBeGreaterThan(places[source]?.x ?? Infinity);
  }
  let [hub, most] = [0, 0];
  for (let node = 0; node < graph.nodeCount; node++) {
    const degree = graph.outgoing(node).length + graph.incoming(node).length;
    if (degree > most) [hub, most] = [node, degree];
  }
  const near = neighbourhood(graph, graph.nodeId(hub), []);
  expect(near.ok && near.value.nodes.length + near.value.edges.length).toBeLessThanOrEqual(
    MOST_ELEMENTS,
  );
  return cases.length;
}

describe('the way of a case', () => {
  test('leads from the evidence over the decisive operation to the judge', async () => {
    const graph = await graphOfSample();
    const [failed] = collectCases(graph).filter(({ outcome }) => outcome === 'failed');
    if (failed === undefined) throw new Error('The sample has no failed case.');
    const [verdict] = [...flowVerdicts(graph, [failed], { evidence: 'labelled' })].flatMap(
      (one) => one ?? [],
    );
    const view = casePath(graph, failed, verdict);
    const marked = (mark: 'evidence' | 'decisive' | 'quoted') =>
      view.nodes.filter(({ marks }) => marks[mark]);
    expect(marked('evidence').map(({ nodeId }) => nodeId)).toEqual(failed.evidence);
    expect(marked('decisive').map(({ opId }) => opId)).toEqual([verdict?.opId]);
    expect(marked('quoted').length).toBeGreaterThan(0);
    // From the evidence every later station can be reached along the arrows.
    const reached = new Set(marked('evidence').map(({ id }) => id));
    for (const { source, target } of [...view.edges].sort(
      (a, b) =>
        (view.nodes.find(({ id }) => id === a.source)?.x ?? 0) -
        (view.nodes.find(({ id }) => id === b.source)?.x ?? 0),
    ))
      if (reached.has(source)) reached.add(target);
    const judge = view.nodes.find(({ opId }) => opId === failed.judgeOp);
    expect(reached.has(judge?.id ?? '')).toBe(true);
    expect(reached.has(marked('decisive')[0]?.id ?? '')).toBe(true);
  });

  test('shows nothing of the verdict while it must not be seen', async () => {
    const graph = await graphOfSample();
    const [failed] = collectCases(graph);
    if (failed === undefined) throw new Error('The sample has no case.');
    for (const { marks } of casePath(graph, failed, undefined).nodes)
      expect(marks).toMatchObject({ decisive: false, quoted: false, station: undefined });
  });

  test('of the sample overlaps nothing and runs one way', async () => {
    expect(checkAll(await graphOfSample(), 1)).toBeGreaterThan(0);
  });
});

describe.skipIf(!hasSharedData('small'))('drawings of the shared traces', () => {
  const files = hasSharedData('small')
    ? readdirSync(sharedPath('small')).flatMap((system) =>
        readdirSync(sharedPath('small', system))
          .filter((name) => name.endsWith('.json') && !name.endsWith('.membase_eval.json'))
          .map((name) => join(system, name)),
      )
    : [];
  test.each(files)('of %s overlap nothing and run one way', { timeout: 60_000 }, async (name) => {
    expect(checkAll(await graphOfFile(sharedPath('small', name)), 11)).toBeGreaterThan(0);
  });
});

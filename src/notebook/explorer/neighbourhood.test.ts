import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeId } from '../../base/brand';
import { MOST_ELEMENTS } from '../../graph/layout/picture';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { EXPANSION_PAGE, type Expansion, type NeighbourhoodView } from './drawing-contract';
import { neighbourhood } from './neighbourhood';

/** A trace in which operation `i` has the edges of list `i`, between variables `v-0`, `v-1`, … */
async function graphOf(operations: readonly (readonly (readonly [number, number])[])[]) {
  const script = new TraceScript('Mem0');
  const count = Math.max(0, ...operations.flat(2)) + 1;
  const ids = Array.from({ length: count }, (_, i) =>
    script.variable(`v-${i}`, `'${i}'`, 'variable'),
  );
  for (const pairs of operations)
    script.operation(
      'work',
      'work',
      pairs.map(([a, b]): Link => [ids[a] ?? '', ids[b] ?? '']),
    );
  return (await script.open()).graph;
}

const id = (i: number) => nodeId(`v-${i}@1`);
const step = (i: number, side: Expansion['side'], pages = 1): Expansion => ({
  node: id(i),
  side,
  pages,
});

function opened(graph: Awaited<ReturnType<typeof graphOf>>, steps: readonly Expansion[]) {
  const view = neighbourhood(graph, id(0), steps);
  if (!view.ok) throw new Error(view.problem.title);
  return view.value;
}

const labels = ({ nodes }: NeighbourhoodView) => nodes.map(({ label }) => label);

describe('the neighbourhood of a variable', () => {
  test('shows both sides, and goes on from a variable at its other end', async () => {
    const graph = await graphOf([[[1, 0]], [[0, 2]], [[2, 3]]]);
    const start = opened(graph, []);
    expect(labels(start)).toEqual(['v-0@1', 'work', 'v-1@1', 'work', 'v-2@1']);
    expect(start.nodes.find(({ nodeId: node }) => node === id(2))?.expansions).toEqual([
      step(2, 'before'),
      step(2, 'after'),
    ]);
    const further = opened(graph, [step(2, 'after')]);
    expect(labels(further)).toContain('v-3@1');
    const x = (view: NeighbourhoodView, node: number) =>
      view.nodes.find((one) => one.nodeId === id(node))?.x ?? Number.NaN;
    expect(x(further, 1)).toBeLessThan(x(further, 0));
    expect(x(further, 0)).toBeLessThan(x(further, 3));
    expect(opened(graph, [])).toEqual(start);
  });

  test('groups the operations of a hub, and opens them page by page', async () => {
    const graph = await graphOf(Array.from({ length: 424 }, (_, i) => [[0, i + 1]] as const));
    const start = opened(graph, []);
    const more = start.nodes.find(({ kind }) => kind === 'more');
    expect(more?.label).toBe(`+${424 - EXPANSION_PAGE} more`);
    const next = opened(graph, more?.expansions ?? []);
    expect(labels(next)).toContain(`+${424 - 2 * EXPANSION_PAGE} more`);
    expect(labels(next)).toContain(`${EXPANSION_PAGE} earlier`);
    expect(next.nodes.length).toBe(start.nodes.length + 1);
  });

  test('an operation that joins many shows a few, and says how many more there are', async () => {
    const graph = await graphOf([Array.from({ length: 50 }, (_, i) => [i + 1, 0] as const)]);
    expect(labels(opened(graph, []))).toContain('+47 more');
  });

  test('never draws more than can be looked at, overlaps nothing, and counts what it hides', async () => {
    const operation = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 30 });
    const steps = fc.array(
      fc.record({
        node: fc.nat(60).map(id),
        side: fc.constantFrom('before' as const, 'after' as const),
        pages: fc.integer({ min: 1, max: 50 }),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 20, maxLength: 60 }),
        steps,
        async (operations, asked) => {
          const acyclic = operations.map((pairs) => pairs.filter(([a, b]) => a < b));
          const view = opened(await graphOf([...acyclic, [[0, 1]]]), asked);
          expect(view.nodes.length + view.edges.length).toBeLessThanOrEqual(MOST_ELEMENTS);
          const places = new Set(view.nodes.map(({ x, y }) => `${x} ${y}`));
          expect(places.size).toBe(view.nodes.length);
          expect(new Set(view.nodes.map((node) => node.id)).size).toBe(view.nodes.length);
        },
      ),
      { seed: 31, numRuns: 40 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { drawOperation, MOST_ELEMENTS, type Picture } from './picture';

/** The graph of one operation with these edges between variables 0…n-1. */
async function oneOperation(pairs: readonly (readonly [number, number])[], category?: string) {
  const script = new TraceScript('Mem0');
  const count = Math.max(0, ...pairs.flat()) + 1;
  const ids = Array.from({ length: count }, (_, i) =>
    script.variable(`v-${i}`, `'${i}'`, category ?? 'variable'),
  );
  const links = pairs.map(([a, b]): Link => [ids[a] ?? '', ids[b] ?? '']);
  script.operation('memory_system.work', 'work', links);
  return (await script.open()).graph;
}

const shown = (picture: Picture) => picture.boxes.filter((box) => box.kind === 'variable');

describe('the picture of an operation', () => {
  test('turns all inputs joined with all outputs into one step', async () => {
    const pairs = [0, 1, 2].flatMap((a) => [3, 4].map((b) => [a, b] as const));
    const picture = drawOperation(await oneOperation(pairs), 0);
    expect(picture.boxes.map((box) => box.role)).toEqual([
      'step',
      'input',
      'input',
      'input',
      'output',
      'output',
    ]);
    expect(picture.arrows).toHaveLength(5);
    expect(picture.hidden).toBe(0);
  });

  test('shows a chain as one step after the other', async () => {
    const graph = await oneOperation([
      [0, 1],
      [1, 2],
    ]);
    const { boxes, places } = drawOperation(graph, 0);
    const xOf = (node: number) => places[boxes.findIndex((box) => box.nodes[0] === node)]?.x ?? 0;
    expect(xOf(0)).toBeLessThan(xOf(1));
    expect(xOf(1)).toBeLessThan(xOf(2));
  });

  test('groups a crowd of inputs, and says how many stand behind the last box', async () => {
    const pairs = Array.from({ length: 424 }, (_, i) => [i, 424] as const);
    const graph = await oneOperation(pairs);
    const picture = drawOperation(graph, 0);
    expect(picture.hidden).toBe(412);
    expect(picture.boxes.find((box) => box.kind === 'more')?.nodes).toHaveLength(412);
    const kept = drawOperation(graph, 0, new Set([400]));
    expect(shown(kept).some((box) => box.nodes[0] === 400)).toBe(true);
    expect(kept.hidden).toBe(411);
  });

  test('of an operation without edges is empty', async () => {
    const script = new TraceScript('Mem0');
    script.operation('memory_system.retrieve', 'retrieval', []);
    const { graph } = await script.open();
    expect(drawOperation(graph, 0)).toMatchObject({ boxes: [], arrows: [], hidden: 0 });
  });

  test('stays within what can be drawn, whatever the subgraph, and hides no more than it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(300), fc.nat(300)), { minLength: 300, maxLength: 2_000 }),
        async (pairs) => {
          const edges = pairs.filter(([a, b]) => a < b);
          const graph = await oneOperation(edges);
          const picture = drawOperation(graph, 0);
          expect(picture.boxes.length + picture.arrows.length).toBeLessThanOrEqual(MOST_ELEMENTS);
          const variables = new Set(edges.flat()).size;
          expect(shown(picture).length + picture.hidden).toBe(variables);
          for (const { source, target } of picture.arrows)
            expect(picture.places[target]?.x).toBeGreaterThan(picture.places[source]?.x ?? 0);
          expect(drawOperation(graph, 0)).toEqual(picture);
        },
      ),
      { seed: 5, numRuns: 20 },
    );
  });
});

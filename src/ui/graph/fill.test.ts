import cytoscape from 'cytoscape';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Filling, type Piece } from './fill';

const node = (id: string, x = 0): Piece => ({
  id,
  kind: 'node',
  signature: `${id} ${x}`,
  definition: { data: { id }, position: { x, y: 0 } },
});

const edge = (source: string, target: string): Piece => {
  const id = `${source} > ${target}`;
  return { id, kind: 'edge', signature: id, definition: { data: { id, source, target } } };
};

/** A picture of some of ten nodes, each at one of three places, with edges between those there are. */
const picture = fc
  .record({
    places: fc.array(fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }), {
      minLength: 10,
      maxLength: 10,
    }),
    edges: fc.uniqueArray(fc.tuple(fc.nat(9), fc.nat(9)), {
      selector: ([a, b]) => `${a} ${b}`,
    }),
  })
  .map(({ places, edges }): readonly Piece[] => [
    ...places.flatMap((x, i) => (x === undefined ? [] : [node(`n${i}`, x)])),
    ...edges
      .filter(([a, b]) => places[a] !== undefined && places[b] !== undefined)
      .map(([a, b]) => edge(`n${a}`, `n${b}`)),
  ]);

const idsIn = (core: cytoscape.Core): readonly string[] =>
  core
    .elements()
    .map((element) => element.id())
    .sort();

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => setTimeout(then, 0));
});

describe('filling a drawing', () => {
  it('leaves exactly the picture asked for last, wherever it comes from', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(picture, { minLength: 1, maxLength: 4 }), async (pictures) => {
        const core = cytoscape({ headless: true });
        const filling = new Filling(core);
        for (const pieces of pictures) await filling.show(pieces);
        const last = pictures.at(-1) ?? [];
        expect(idsIn(core)).toEqual(last.map(({ id }) => id).sort());
        for (const { id, kind, definition } of last)
          if (kind === 'node')
            expect(core.getElementById(id).position('x')).toBe(definition.position?.x);
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  it('leaves in place what both pictures have', async () => {
    const core = cytoscape({ headless: true });
    const filling = new Filling(core);
    await filling.show([node('a'), node('b'), edge('a', 'b')]);
    core.getElementById('a').addClass('seen');
    await filling.show([node('a'), node('c'), edge('a', 'c')]);
    expect(core.getElementById('a').hasClass('seen')).toBe(true);
    expect(idsIn(core)).toEqual(['a', 'a > c', 'c']);
  });

  it('lets frames come between, and gives way to a picture asked for meanwhile', async () => {
    const core = cytoscape({ headless: true });
    const filling = new Filling(core);
    let now = 0;
    // Every look at the clock finds a slice used up.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
    const first = filling.show(Array.from({ length: 100 }, (_, i) => node(`first ${i}`)));
    const second = filling.show([node('second')]);
    expect(await first).toBe(false);
    expect(await second).toBe(true);
    expect(idsIn(core)).toEqual(['second']);
    vi.restoreAllMocks();
  });
});

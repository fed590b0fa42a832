import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { graphOfSample } from '../../../test/support/sample-graph';
import { TraceScript } from '../../../test/support/trace-script';
import type { EvolutionGraph } from '../evolution-graph';
import { buildSearchIndex } from './build-index';
import { foundOf, searchedTexts } from './documents';
import { findDocuments } from './find';
import type { SearchIndex } from './search-index';
import { spansOf } from './spans';
import { readSearch } from './wanted';
import { termsOf } from './words';

const noSteps = { breathe: () => Promise.resolve(), report: () => undefined };

/** A graph with these values, one variable each. */
async function graphOf(values: readonly string[]): Promise<EvolutionGraph> {
  const script = new TraceScript('Mem0');
  values.forEach((value, i) => script.variable(`v-${i}`, value, 'variable'));
  return (await script.open()).graph;
}

const idsOf = (graph: EvolutionGraph, index: SearchIndex, text: string): string[] =>
  [...findDocuments(index, readSearch(text))].map((document) => {
    const found = foundOf(graph, index.documents[document] ?? 0);
    return found.kind === 'variable' ? graph.nodeId(found.index) : graph.opId(found.index);
  });

describe('the search index', () => {
  test('finds words wherever they stand, in the order in which things happened', async () => {
    const graph = await graphOf([`'Went to the café'`, `{"a": ["THE  Cafe"]}`, `'elsewhere'`]);
    const index = await buildSearchIndex(graph, noSteps);
    expect(idsOf(graph, index, 'cafe the')).toEqual(['v-0@1', 'v-1@1']);
    expect(idsOf(graph, index, 'cafe nowhere')).toEqual([]);
    expect(idsOf(graph, index, '  ')).toEqual([]);
  });

  test('finds phrases, the pieces of ids, and words that begin alike', async () => {
    const graph = await graphOf([`'support group on 7 May'`, `'group support'`, `'supportive'`]);
    const index = await buildSearchIndex(graph, noSteps);
    expect(idsOf(graph, index, '"support group"')).toEqual(['v-0@1']);
    expect(idsOf(graph, index, '"support group" may')).toEqual(['v-0@1']);
    expect(idsOf(graph, index, 'v-1@1')).toEqual(['v-1@1']);
    expect(idsOf(graph, index, 'support*')).toEqual(['v-0@1', 'v-1@1', 'v-2@1']);
    expect(idsOf(graph, index, '"group supp*"')).toEqual(['v-1@1']);
  });

  test('does not join words of two texts into a phrase', async () => {
    const graph = await graphOf([`['one two', 'three']`]);
    const index = await buildSearchIndex(graph, noSteps);
    expect(idsOf(graph, index, '"two three"')).toEqual([]);
    expect(idsOf(graph, index, '"one two"')).toEqual(['v-0@1']);
  });

  test('finds comments and names of operations, and values without spaces', async () => {
    const script = new TraceScript('Mem0');
    const a = script.variable('a', '私は東京に住む', 'variable', { comment: 'where she lives' });
    script.operation('memory_system.extract_facts', 'extraction', [[a, a]]);
    const { graph } = await script.open();
    const index = await buildSearchIndex(graph, noSteps);
    expect(idsOf(graph, index, 'extract_facts')).toEqual(['op-1']);
    expect(idsOf(graph, index, '"she lives"')).toEqual(['a@1']);
    expect(idsOf(graph, index, '東京')).toEqual(['a@1']);
  });

  test('finds what reading every text finds, for random texts', async () => {
    const word = fc.constantFrom('ada', 'bo', 'cy', 'dot', 'e1');
    const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        fc.array(word, { minLength: 1, maxLength: 3 }),
        async (values, wanted) => {
          const graph = await graphOf(values.map((value) => `'${value}'`));
          const index = await buildSearchIndex(graph, noSteps);
          const phrase = wanted.join(' ');
          const expected = values.flatMap((value, i) =>
            ` ${value} `.includes(` ${phrase} `) ? [`v-${i}@1`] : [],
          );
          expect(idsOf(graph, index, `"${phrase}"`)).toEqual(expected);
        },
      ),
      { seed: 8, numRuns: 60 },
    );
  });
});

describe('on the sample', () => {
  let graph: EvolutionGraph;
  let index: SearchIndex;
  beforeAll(async () => {
    graph = await graphOfSample();
    index = await buildSearchIndex(graph, noSteps);
  });

  test('every word of every text is found where it stands, and can be marked there', () => {
    const sample = Array.from({ length: 40 }, (_, i) => (i * 37) % index.documents.length);
    for (const document of sample)
      for (const { text } of searchedTexts(graph, foundOf(graph, index.documents[document] ?? 0))) {
        const [first] = termsOf(text);
        if (first === undefined) continue;
        const phrases = readSearch(first);
        expect(findDocuments(index, phrases)).toContain(document);
        expect(spansOf(text, phrases, 1)).toHaveLength(1);
      }
  });

  test('a marked value is the same span of the raw value', () => {
    for (const number of index.documents) {
      const found = foundOf(graph, number);
      if (found.kind === 'operation') continue;
      const raw = graph.rawValue(found.index);
      for (const { field, text, rawRange } of searchedTexts(graph, found)) {
        if (field !== 'value' || !/^[a-z ]{4,}$/i.test(text)) continue;
        const range = rawRange?.(0, text.length);
        expect(raw.slice(range?.start, range?.end)).toBe(text);
      }
    }
  });
});

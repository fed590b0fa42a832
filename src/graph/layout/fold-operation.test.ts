import { expect, test } from 'vitest';
import { TraceScript, type Link } from '../../../test/support/trace-script';
import { foldOperation } from './fold-operation';

/** One operation with these edges between variables named by letters. */
async function folded(pairs: readonly string[], shown: string) {
  const script = new TraceScript('Mem0');
  const names = [...new Set(Array.from(pairs.join('')))];
  const ids = new Map(names.map((name) => [name, script.variable(name, `'${name}'`, 'variable')]));
  const links = pairs.map(([a = '', b = '']): Link => [ids.get(a) ?? '', ids.get(b) ?? '']);
  script.operation('memory_system.work', 'work', links);
  const { graph } = await script.open();
  const indexes = Array.from(shown).flatMap((name) => graph.findNode(ids.get(name) ?? '') ?? []);
  const letter = (node: number) => graph.rawValue(node).slice(1, -1);
  return foldOperation(graph, 0, new Set(indexes)).map(
    ({ sources, targets }) => `${sources.map(letter).join('')}>${targets.map(letter).join('')}`,
  );
}

test('what lies between the shown variables is folded into one box', async () => {
  expect(await folded(['ab', 'bc', 'cd'], 'ad')).toEqual(['a>d']);
});

test('an operation that reads again what it wrote is several boxes, in order', async () => {
  // Units and question, context, answer: the context is made of units alone.
  expect(await folded(['uc', 'cp', 'qp'], 'uqcp')).toEqual(['u>c', 'cq>p']);
});

test('parallel outputs share their box, and a shown variable that leads nowhere adds none', async () => {
  expect(await folded(['ab', 'ac', 'cx'], 'abc')).toEqual(['a>bc']);
});

test('a cycle inside an operation ends', async () => {
  expect((await folded(['ab', 'ba', 'ac'], 'abc')).length).toBeGreaterThan(0);
});

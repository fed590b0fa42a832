import { expect, test } from 'vitest';
import { nodeId } from '../../base/brand';
import { TraceScript } from '../../../test/support/trace-script';
import { graphOfSample } from '../../../test/support/sample-graph';
import { lanePage, lifelineView } from './lifeline-views';
import { readableValue } from './readable-value';
import { versionDiff } from './version-diff';

const ALL = { text: '', only: 'all', offset: 0, limit: 10 } as const;

/** A unit that is written, rewritten without its date, read by a question, and deleted. */
async function rewritten() {
  const script = new TraceScript('Mem0');
  const message = script.message('U1:D1:1', 'I went to the group on 7 May');
  const first = script.variable('memory-unit-a', '{"memory": "went on 7 May"}', 'memory_entry');
  const second = script.variable('memory-unit-a', '{"memory": "went to a group"}', 'memory_entry', {
    version: 2,
  });
  const marker = script.variable('str:d', 'DELETED', 'marker', { class_name: 'delete_marker' });
  const other = script.variable('memory-unit-b', '{"memory": "has a cat"}', 'memory_entry');
  script.operation('memory_system.update_memory_decision', 'update', [[message, first]]);
  script.operation('memory_system.update_memory_decision', 'update', [[message, other]]);
  script.operation('memory_system.update_memory_decision', 'update', [[first, second]]);
  script.ask({
    question: 'When?',
    gold: '7 May',
    prediction: 'no idea',
    evidence: [message],
    found: [other, second],
    given: [second],
    context: 'went to a group',
  });
  script.operation('memory_system.update_memory_decision', 'update', [[second, marker]]);
  return script.open();
}

test('a unit is created, updated, retrieved and deleted, in this order', async () => {
  const { graph, cases } = await rewritten();
  const view = lifelineView(graph, cases, nodeId('memory-unit-a@1'));
  expect(view.ok && view.value.events.map(({ kind, version }) => `${kind} ${version}`)).toEqual([
    'created 1',
    'updated 2',
    'retrieved 2',
    'deleted 2',
  ]);
  expect(view.ok && view.value.events[2]?.question).toMatchObject({ rank: 2, given: true });
});

test('units are listed with what happened to them, and filtered', async () => {
  const { graph, cases } = await rewritten();
  const page = lanePage(graph, cases, ALL, undefined);
  expect(page).toMatchObject({ matching: 2, total: 2 });
  expect(page.lanes.map(({ name, versions, retrieved }) => [name, versions, retrieved])).toEqual([
    ['memory-unit-a', 2, 1],
    ['memory-unit-b', 1, 1],
  ]);
  const deleted = lanePage(graph, cases, { ...ALL, only: 'deleted' }, undefined);
  expect(deleted.lanes.map(({ name }) => name)).toEqual(['memory-unit-a']);
  const node = graph.findNode('memory-unit-b@1') ?? -1;
  expect(lanePage(graph, cases, ALL, new Set([node])).matching).toBe(1);
});

test('the difference of two versions quotes what was lost where it stood', async () => {
  const { graph } = await rewritten();
  const diff = versionDiff(graph, nodeId('memory-unit-a@1'), nodeId('memory-unit-a@2'));
  if (!diff.ok) throw new Error(diff.problem.title);
  const lost = diff.value.beforePieces.find(({ kind }) => kind === 'removed');
  expect(lost?.text).toBe('on 7 May');
  const raw = graph.rawValue(graph.findNode('memory-unit-a@1') ?? 0);
  expect(raw.slice(lost?.quote?.start, lost?.quote?.end)).toBe('on 7 May');
  expect(diff.value.afterPieces.map(({ text }) => text).join('')).toBe('memory: went to a group');
});

test('a variable that is not there is a problem, not a view', async () => {
  const { graph, cases } = await rewritten();
  expect(lifelineView(graph, cases, nodeId('gone@1')).ok).toBe(false);
  expect(versionDiff(graph, nodeId('gone@1'), nodeId('memory-unit-a@1')).ok).toBe(false);
});

test('a long unchanged stretch is left out, and says how long it was', async () => {
  const script = new TraceScript('Mem0');
  const long = 'same words '.repeat(500);
  script.variable('u', `'start ${long}'`, 'memory_entry');
  script.variable('u', `'begin ${long}'`, 'memory_entry', { version: 2 });
  const { graph } = await script.open();
  const diff = versionDiff(graph, nodeId('u@1'), nodeId('u@2'));
  const text = diff.ok ? diff.value.beforePieces.map((piece) => piece.text).join('') : '';
  expect(text).toContain('characters');
  expect(text.length).toBeLessThan(600);
});

test('every word of a readable value leads back to the raw value', async () => {
  const graph = await graphOfSample();
  for (let node = 0; node < graph.nodeCount; node += 7) {
    const raw = graph.rawValue(node);
    const value = readableValue(raw);
    for (const match of value.text.matchAll(/[a-z]{5,}(?!: )/g)) {
      const range = value.rawRange(match.index, match.index + match[0].length);
      if (range) expect(raw.slice(range.start, range.end)).toContain(match[0].slice(-1));
    }
  }
});

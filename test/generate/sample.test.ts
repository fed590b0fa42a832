import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attributeFlow } from '../../src/attribution/flow/attribute-flow';
import { collectCases } from '../../src/cases/collect';
import { isObject } from '../../src/trace/json';
import { graphOfSample } from '../support/sample-graph';
import { FIRST_STEPS } from './first-steps';
import { recordRun } from './record-run';

const committed = readFileSync(
  new URL('../../public/samples/first-steps.json', import.meta.url),
  'utf8',
);

type Record = Readonly<{ [key: string]: unknown }>;

function list(kind: string): readonly Record[] {
  const graph: unknown = JSON.parse(committed);
  const data = isObject(graph) && isObject(graph['data']) ? graph['data'] : {};
  const records: unknown = data[kind];
  return Array.isArray(records) ? records.filter(isObject) : [];
}

const text = (record: Record | undefined, key: string): string => String(record?.[key]);

test('recording the sample again gives the committed file, byte for byte', () => {
  expect(recordRun(FIRST_STEPS)).toBe(committed);
});

test('the sample is about thirty messages and eight judged questions', () => {
  expect(list('nodes').filter((node) => node['category'] === 'message')).toHaveLength(31);
  expect(list('operations').filter((op) => op['op_name'] === 'llm-judge')).toHaveLength(8);
});

test('every edge joins variables that exist and names an operation that exists', () => {
  const nodes = new Set(list('nodes').map((node) => node['full_node_id']));
  const operations = new Set(list('operations').map((op) => op['op_id']));
  for (const edge of list('edges')) {
    expect(nodes).toContain(edge['source_full_node_id']);
    expect(nodes).toContain(edge['target_full_node_id']);
    expect(operations).toContain(edge['op_id']);
  }
});

test('derived keys say what the explicit ones say', () => {
  for (const node of list('nodes')) {
    const name = text(node, 'name');
    const full = node['class_name'] === null ? name : `${text(node, 'class_name')}:${name}`;
    expect(node['full_name']).toBe(full);
    expect(node['full_node_id']).toBe(`${full}@${text(node, 'version')}`);
    expect(node['trigger_point']).toBe(`${text(node, 'filename')}:${text(node, 'lineno')}`);
  }
});

test('exactly one question was judged wrong, and it is the labelled one', () => {
  const zero = list('nodes').filter(
    (n) => n['class_name'] === 'judge_score' && n['value'] === '0.0',
  );
  const failed = list('edges').filter(
    (e) => e['target_full_node_id'] === zero[0]?.['full_node_id'],
  );
  expect(failed).toHaveLength(1);
  const queries = list('edges')
    .filter((e) => e['op_id'] === failed[0]?.['op_id'])
    .map((e) => text(e, 'source_full_node_id'))
    .filter((id) => id.startsWith('query:'));
  expect(list('annotations').map((a) => a['query_id'])).toEqual(queries);
});

test('the fault is where the label says: only the update took the date out of the store', () => {
  const [annotation] = list('annotations');
  const written = list('edges').filter((e) => e['op_id'] === annotation?.['final_op_id']);
  const units = written.filter((e) => text(e, 'source_full_node_id').startsWith('memory-unit-'));
  expect(units).toHaveLength(1);
  const value = (id: string) =>
    text(
      list('nodes').find((n) => n['full_node_id'] === id),
      'value',
    );
  expect(value(text(units[0], 'source_full_node_id'))).toContain('12 March');
  expect(value(text(units[0], 'target_full_node_id'))).not.toContain('12 March');
  const holders = list('nodes').filter(
    (n) => n['category'] === 'memory_entry' && text(n, 'value').includes('12 March'),
  );
  expect(holders.map((n) => n['full_node_id'])).toEqual([units[0]?.['source_full_node_id']]);
});

test.each(['labelled', 'retrieved'] as const)(
  'flow names exactly the labelled operation, from %s evidence',
  async (evidence) => {
    const graph = await graphOfSample();
    const failed = collectCases(graph).filter((c) => c.outcome === 'failed');
    expect(failed).toHaveLength(1);
    const [verdict] = attributeFlow(graph, failed, { evidence });
    expect([verdict?.errorType, verdict?.opId]).toEqual(['UpdateError', failed[0]?.label?.opId]);
  },
);

test('every question answered right found the decisive words in its context', () => {
  const contexts = list('nodes').filter((n) => n['class_name'] === 'context');
  FIRST_STEPS.questions.forEach((question, index) => {
    const words = question.gold.replace(/^(?:a|an) |Mira's/g, '').split(/[ ,]+/);
    const context = text(contexts[index], 'value');
    const found = words.filter((word) => word !== '').every((word) => context.includes(word));
    expect([question.text, found]).toEqual([question.text, question.correct]);
  });
});

import { expect, test } from 'vitest';
import { TraceScript } from '../../test/support/trace-script';
import { causesOf } from './causes';

test('an operation works for the message it read, or for that of whoever wrote what it read', async () => {
  const script = new TraceScript('Mem0');
  const first = script.message('D1:1', 'I adopted a cat');
  const second = script.message('D1:2', 'It is called Miso');
  const facts = script.variable('facts', "['x']", 'llm_response');
  const empty = script.variable('empty', '[]', 'llm_response');
  const unit = script.variable('unit', 'x', 'memory_entry');
  script.operation('extract', 'extraction', [[first, facts]]);
  // Ran later than the second message was recorded, and still works for the first.
  script.operation('update', 'update', [[facts, unit]]);
  script.operation('extract', 'extraction', [[second, empty]]);
  script.operation('clean', 'update', []);
  const { graph } = await script.open();
  const { messages, operationsOf, others } = causesOf(graph);
  const names = (id: string) =>
    (operationsOf.get(graph.findNode(id) ?? -1) ?? []).map((op) => graph.operationName(op));
  expect(messages).toEqual([graph.findNode(first), graph.findNode(second)]);
  expect(names(first)).toEqual(['extract', 'update']);
  expect(names(second)).toEqual(['extract']);
  expect(others.map((op) => graph.operationName(op))).toEqual(['clean']);
});

test('a value that several operations wrote passes on the cause of the last writer before', async () => {
  const script = new TraceScript('Mem0');
  const messages = ['D1:1', 'D1:2'].map((name) => script.message(name, name));
  const shared = script.variable('none', '{"facts": []}', 'llm_response');
  const unit = script.variable('unit', 'x', 'memory_entry');
  for (const message of messages) {
    script.operation('extract', 'extraction', [[message, shared]]);
    script.operation('update', 'update', [[shared, unit]]);
  }
  const { graph } = await script.open();
  const { operationsOf } = causesOf(graph);
  for (const message of messages)
    expect(operationsOf.get(graph.findNode(message) ?? -1)).toHaveLength(2);
});

test('operations of a question are the question’s, also where a search found messages', async () => {
  const script = new TraceScript('NaiveRAG');
  const message = script.message('D1:1', 'a');
  const query = script.query('What?', ['D1:1']);
  const context = script.variable('c', 'a', 'memory_context');
  script.operation('answer', 'evaluation', [
    [query, context],
    [message, context],
  ]);
  const { graph } = await script.open();
  const { operationsOf } = causesOf(graph);
  expect(operationsOf.get(graph.findNode(query) ?? -1)).toEqual([0]);
  expect(operationsOf.get(graph.findNode(message) ?? -1)).toBeUndefined();
});

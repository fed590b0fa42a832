import { describe, expect, test } from 'vitest';
import { SeededClock, SeededIds } from './ids-and-clock';
import { checkImport } from './import-check';
import { Recorder } from './recorder';

const record = (context = {}): Recorder =>
  new Recorder(
    { userId: 'u', projectId: 'Mem0', metadata: {} },
    new SeededIds('test'),
    new SeededClock(0),
    context,
  );
const variable = (value: string) => ({ name: 'x', category: 'variable', value, comment: '' });
const faultsOf = (text: string) => checkImport(JSON.parse(text));

describe('the recorder', () => {
  test('takes the same identity with the same value for one variable', () => {
    const recorder = record();
    expect(recorder.variable(variable('1'))).toBe('x@1');
    expect(recorder.variable(variable('1'))).toBe('x@1');
    expect(recorder.export([]).match(/"full_node_id"/g)).toHaveLength(1);
  });

  test('refuses another value under a known identity, unless it is a new version', () => {
    const recorder = record();
    recorder.variable(variable('1'));
    expect(() => recorder.variable(variable('2'))).toThrow('another value');
    expect(recorder.newVersion(variable('2'))).toBe('x@2');
    expect(recorder.variableOrVersion(variable('1'))).toBe('x@1');
    expect(recorder.variableOrVersion(variable('3'))).toBe('x@3');
    expect(recorder.latest('x')).toBe('x@3');
    expect(recorder.valueOf('x@2')).toBe('2');
  });

  test('links every input to every output, and the sentinel where there is none', () => {
    const recorder = record();
    recorder.openSession({ category: 'c' });
    const operation = recorder.operation({ name: 'f', category: 'c' });
    const x = recorder.variable(variable('1'));
    const y = recorder.variable({ ...variable('2'), name: 'y' });
    const z = recorder.variable({ ...variable('3'), name: 'z' });
    operation.link([x, y], [z], {});
    operation.link([], [x], {});
    operation.link([y], [], {});
    const text = recorder.export([]);
    expect(text.match(/"edge_id"/g)).toHaveLength(4);
    expect(text.match(/"name": "COMMENT:NONE"/g)).toHaveLength(1);
    expect(text.match(/"session_name": "NONE sentinel"/g)).toHaveLength(1);
    expect(text).toContain('"source_full_node_id": "COMMENT:NONE@1"');
    expect(text).toContain('"target_full_node_id": "COMMENT:NONE@1"');
    expect(faultsOf(text)).toEqual([]);
  });

  test('an output that is also an input becomes a new version instead of a loop', () => {
    const recorder = record();
    recorder.openSession({ category: 'c' });
    const x = recorder.variable(variable('1'));
    expect(recorder.operation({ name: 'f', category: 'c' }).link([x], [x], {})).toEqual(['x@2']);
    expect(recorder.valueOf('x@2')).toBe('1');
    expect(faultsOf(recorder.export())).toEqual([]);
  });

  test('an operation without edges is still recorded', () => {
    const recorder = record();
    const { id } = recorder.operation({ name: 'f', category: 'retrieval' });
    expect(recorder.export([])).toContain(`"op_id": "${id}"`);
  });

  test('links outside any operation belong to the one that stands for none', () => {
    const recorder = record();
    recorder.openSession({ category: 'c' });
    recorder.linkOutside([recorder.variable(variable('1'))], []);
    recorder.linkOutside([], [recorder.variable(variable('1'))]);
    const text = recorder.export();
    expect(text.match(/"op_id": "__none_op__"/g)).toHaveLength(3);
    expect(text).toContain('"category": "link"');
    expect(faultsOf(text)).toEqual([]);
  });

  test('metadata of the graph, the session and the operation reaches the records below', () => {
    const recorder = record({ run: 1 });
    recorder.openSession({ category: 'c', context: { chat: 2 } });
    const x = recorder.variable({ ...variable('1'), metadata: { own: 3 } });
    recorder.operation({ name: 'f', category: 'c', context: { op: 4 } }).link([x], [], {});
    const text = recorder.export().replace(/\s+/g, '');
    expect(text).toContain('"metadata":{"run":1,"chat":2,"own":3}');
    expect(text).toContain('"metadata":{"run":1,"chat":2,"op":4}');
  });

  test('times are written as smartcomment writes them', () => {
    expect(new SeededClock(0).stamp()).toBe('1970-01-01 00:00:00.001');
  });

  test('the export is what JSON.stringify would print', () => {
    const recorder = record();
    recorder.openSession({ category: 'c', metadata: { a: [1, { b: [] }], é: '\n"' } });
    recorder.operation({ name: null, category: 'c' }).link([], [], {});
    const text = recorder.export([]);
    expect(JSON.stringify(JSON.parse(text), null, 4)).toBe(text);
  });
});

describe('the import check', () => {
  const good = (): string => {
    const recorder = record();
    recorder.openSession({ category: 'c', id: 's' });
    const x = recorder.variable(variable('1'));
    recorder.operation({ name: 'f', category: 'c' }).link([x], [], {});
    return recorder.export();
  };

  test.each([
    ['"session_id": "s"', '"session_id": "t"', 'nodes'],
    ['"version": 1', '"version": 0', 'nodes'],
    ['"name": "x"', '"name": "?"', 'nodes'],
    ['"full_node_id": "x@1"', '"full_node_id": "x@2"', 'nodes'],
    ['"op_name": "f"', '"op_name": "f", "op_id": "other"', 'edges'],
    ['"source_full_node_id": "x@1"', '"source_full_node_id": "y@1"', 'edges'],
    ['1970-01-01 ', '1970-01-01T', 'graph'],
    ['"lineno": 0', '"lineno": -1', 'nodes'],
  ])('finds %s replaced by %s', (from, to, list) => {
    expect(faultsOf(good())).toEqual([]);
    const text =
      from === '"op_name": "f"'
        ? good().replace(
            /"op_id": "op-[^"]*",\s*"op_name": "f"/,
            '"op_id": "other", "op_name": "f"',
          )
        : good().replace(from, to);
    expect(faultsOf(text).map((fault) => fault.list)).toContain(list);
  });

  test('refuses what is no graph', () => {
    expect(checkImport([])).toHaveLength(1);
    expect(checkImport({}).length).toBeGreaterThan(3);
  });
});

import { describe, expect, test } from 'vitest';
import { Recorder } from './recorder';
import { SeededClock, SeededIds } from './seeded';

const at = { file: 'a.py', line: 7 };
const record = (): Recorder =>
  new Recorder(
    { userId: 'u', projectId: 'Mem0', metadata: {} },
    new SeededIds('test'),
    new SeededClock(0),
  );
const variable = (value: string) => ({ name: 'x', category: 'variable', value, comment: '', at });

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
  });

  test('links every input to every output, and the sentinel where there is none', () => {
    const recorder = record();
    recorder.openSession('c', '', at);
    const operation = recorder.operation({ name: 'f', category: 'c', comment: '', at });
    const x = recorder.variable(variable('1'));
    const y = recorder.variable({ ...variable('2'), name: 'y' });
    operation.link([x, y], [x, y], { comment: '', at });
    operation.link([], [x], { comment: '', at });
    operation.link([y], [], { comment: '', at });
    const text = recorder.export([]);
    expect(text.match(/"edge_id"/g)).toHaveLength(6);
    expect(text.match(/"name": "COMMENT:NONE"/g)).toHaveLength(1);
    expect(text.match(/"session_name": "NONE sentinel"/g)).toHaveLength(1);
    expect(text).toContain('"source_full_node_id": "COMMENT:NONE@1"');
    expect(text).toContain('"target_full_node_id": "COMMENT:NONE@1"');
  });

  test('an operation without edges is still recorded', () => {
    const recorder = record();
    const { id } = recorder.operation({ name: 'f', category: 'retrieval', comment: '', at });
    expect(recorder.export([])).toContain(`"op_id": "${id}"`);
  });

  test('times are written as smartcomment writes them', () => {
    expect(new SeededClock(0).stamp()).toBe('1970-01-01 00:00:00.001');
  });
});

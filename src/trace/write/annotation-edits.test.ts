import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { graphObject, tinyGraph, utf8 } from '../../../test/support/graph-file';
import { readText, tracesOf } from '../../../test/support/read-text';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { MemoryBytes } from '../bytes';
import { objectField, toJsonObject } from '../json';
import { annotationEdits, editedParts } from './annotation-edits';
import { rewriteRecord } from './rewrite-record';
import { walkObject } from './walk-object';

const added = '{"query_id": "q@2", "final_error_type": "ResponseError"}';

/** The trace of a text with one annotation added, as text. */
async function withAdded(text: string): Promise<string> {
  const bytes = utf8(text);
  const [trace] = tracesOf(await readText(bytes));
  const ranges = trace?.columns.annotations ?? new Uint32Array();
  const edits = annotationEdits(new MemoryBytes(bytes), ranges, {
    replaced: new Map(),
    added: [added],
  });
  if (!edits.ok) throw new Error(edits.problem.detail);
  return new Blob([...editedParts(new Blob([bytes]), edits.value)]).text();
}

const parse = (text: string): unknown => JSON.parse(text);
const dataOf = (parsed: unknown) => objectField(toJsonObject(parsed), 'data');

function annotationsOf(parsed: unknown): readonly unknown[] {
  const list: unknown = dataOf(parsed).get('annotations');
  return Array.isArray(list) ? list : [];
}

const withoutAnnotations = (parsed: unknown) => [
  [...toJsonObject(parsed)].filter(([key]) => key !== 'data'),
  [...dataOf(parsed)].filter(([key]) => key !== 'annotations'),
];

const base = graphObject(tinyGraph);
const data = { ...tinyGraph, head: undefined };

/** A file whose `data` is written as given. */
const fileWith = (annotations: string): string =>
  JSON.stringify({ ...base, data: 0, odd: [1e400, 'ü'] }).replace(
    '"data":0',
    () =>
      `"data": {"nodes": ${JSON.stringify(data.nodes)}, "new": {"deep": [{}]} ${annotations}, "edges": []}`,
  );

describe('annotations added to a trace', () => {
  it.each([
    ['behind the last one', ', "annotations": [ {"query_id": "q@1", "n": 1.0} , 7 ]', 3],
    ['into an empty list', ', "annotations": [ \n ]', 1],
    ['into a list made for them', '', 1],
  ])('go %s, and everything else stays character by character', async (_, annotations, n) => {
    const text = fileWith(annotations);
    const written = await withAdded(text);
    const list = annotationsOf(parse(written));
    expect(list).toHaveLength(n);
    expect(list).toContainEqual(parse(added));
    const at = written.indexOf(added);
    // Without the record, its comma and the list made for it, the text is what it was.
    const without = written.slice(0, at) + written.slice(at + added.length);
    const stripped = without
      .replace(/,\n(?=[\] ,])/, '')
      .replace(/,\n"annotations": \[\]/, annotations.includes('annotations') ? '$&' : '');
    expect(stripped).toBe(text);
  });

  it('are refused where the end of the trace is missing', () => {
    const bytes = new MemoryBytes(utf8('{"data": {"nodes": [{"name": "x"'));
    const edits = annotationEdits(bytes, new Uint32Array(), {
      replaced: new Map(),
      added: [added],
    });
    expect(!edits.ok && edits.problem.kind).toBe('cannot-add-annotations');
  });
});

describe('a rewritten record', () => {
  it('changes the members asked for and not a character beside them', () => {
    const text =
      '{ "a" : 1.0,\n "final_op_id":"op-1", "big": 12345678901234567890, "ü": {"a": 2} }';
    const fields = new Map<string, unknown>([
      ['final_op_id', null],
      ['annotator', 'Ana "A"'],
    ]);
    expect(rewriteRecord(text, fields)).toBe(
      '{ "a" : 1.0,\n "final_op_id":null, "big": 12345678901234567890, "ü": {"a": 2}, "annotator": "Ana \\"A\\"" }',
    );
  });

  it('takes its first member in an empty object, and is undefined for what is no object', () => {
    expect(rewriteRecord('{}', new Map([['a', 1]]))).toBe('{"a": 1}');
    for (const text of ['[]', '{"a"', '{"a":}', ''])
      expect(rewriteRecord(text, new Map())).toBe(undefined);
  });

  it('means what the object with these members means, whatever the object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (object, value) => {
        const text = rewriteRecord(JSON.stringify(object), new Map([['key', value]]));
        const expected: unknown = JSON.parse(JSON.stringify({ ...object, key: value }));
        expect(JSON.parse(text ?? '')).toEqual(expected);
      }),
      { seed: 3 },
    );
  });
});

it('an object is walked the same in pieces of any size', () => {
  const text = JSON.stringify({
    ...base,
    long: 'x'.repeat(300),
    'key "q"': { a: [1, { b: null }] },
  });
  const bytes = new MemoryBytes(utf8(text));
  const whole = walkObject(bytes, 0);
  expect(whole?.members.at(-1)?.key).toBe('key "q"');
  for (const piece of [1, 7, 64, 333]) expect(walkObject(bytes, 0, piece)).toEqual(whole);
});

const folders = ['small/mem0', 'small/rag', 'small/evermemos', 'small/long_context'];

describe.skipIf(!hasSharedData(...folders))('with the shared traces (skipped when absent)', () => {
  const files = folders
    .filter((folder) => hasSharedData(folder))
    .flatMap((folder) => readdirSync(sharedPath(folder)).map((name) => `${folder}/${name}`))
    .filter((path) => !path.includes('membase'));

  test.each(files)('%s with a label more is the same in everything else', async (path) => {
    const text = readFileSync(sharedPath(path), 'utf8');
    const written = await withAdded(text);
    const at = written.indexOf(added);
    expect(written.slice(0, at - 2) + written.slice(at + added.length)).toBe(text);
    const before = parse(text);
    const after = parse(written);
    expect(annotationsOf(after)).toEqual([...annotationsOf(before), parse(added)]);
    expect(withoutAnnotations(after)).toEqual(withoutAnnotations(before));
  });
});

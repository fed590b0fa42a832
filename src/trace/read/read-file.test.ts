import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  graphObject,
  graphText,
  rawEdge,
  rawNode,
  tinyGraph,
  utf8,
  type RawGraph,
} from '../../../test/support/graph-file';
import { meaningOf, readText, tracesOf, verdictOn } from '../../../test/support/read-text';
import { NONE } from '../columns';
import { readFile } from './read-file';

const read = async (text: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  verdictOn(await readText(text));
const change = (part: Partial<RawGraph>): string => graphText({ ...tinyGraph, ...part });
const gzip = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(gzipSync(text));
const join = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts));

describe('readFile', () => {
  it('fills columns from the records and recomputes derived keys', async () => {
    const [trace] = tracesOf(await readText(graphText()));
    expect(trace && meaningOf(trace)).toEqual({
      nodes: [
        'U1:D1:1@1 | – | message | s-1 | 1 | 1772445602014',
        'extracted_facts:str:1@1 | extracted_facts | llm_response | s-1 | 1 | 1772445602014',
        'unit@home@2 | – | variable | s-1 | 2 | 1772445602014',
      ],
      edges: [
        'U1:D1:1@1 | extracted_facts:str:1@1 | op-1 | extraction',
        'extracted_facts:str:1@1 | unit@home@2 | op-2 | update',
      ],
      operations: [
        'op-1 | extract | extraction | s-1 | 1772445602014',
        'op-2 | – | update | s-1 | 1772445604028',
      ],
      sessions: ['s-1 | memory_construction | 1772445601007'],
    });
    expect(trace?.columns.header).toEqual({
      graphId: 'graph-tiny',
      userId: 'someone',
      projectId: 'Mem0',
      createdAt: '2026-03-02 10:00:00.000',
      metadata: '{"layer_type":"Mem0"}',
    });
  });

  it('points at records and values in the bytes of the trace', async () => {
    const text = `  [${graphText()}, ${graphText(tinyGraph, 2)}]`;
    const bytes = utf8(text);
    for (const trace of tracesOf(await readText(bytes))) {
      const own = bytes.subarray(trace.start, trace.end);
      const { nodes, edges, annotations } = trace.columns;
      const json = (start = 0, end = 0): unknown =>
        JSON.parse(new TextDecoder().decode(own.subarray(start, end)));
      expect(json(0, own.length)).toEqual(graphObject(tinyGraph));
      expect(json(nodes.recordStart[1], nodes.recordEnd[1])).toEqual(tinyGraph.nodes[1]);
      expect(json(nodes.valueStart[1], nodes.valueEnd[1])).toBe("['Cat is called Miso']");
      expect(json(edges.recordStart[1], edges.recordEnd[1])).toEqual(tinyGraph.edges[1]);
      expect(json(annotations[0], annotations[1])).toEqual(tinyGraph.annotations[0]);
    }
  });

  it('does not care about the order of keys and lists', async () => {
    const { nodes, edges, operations, sessions, annotations } = tinyGraph;
    const turned = [...edges].map((edge) => Object.fromEntries(Object.entries(edge).reverse()));
    const text = JSON.stringify({
      data: { annotations, edges: turned, operations, nodes: [...nodes].reverse(), sessions },
      ...tinyGraph.head,
    });
    const [ordered] = tracesOf(await readText(graphText()));
    const outcome = await readText(text);
    expect(verdictOn(outcome)).toBe('read');
    expect(tracesOf(outcome).map(meaningOf)).toEqual([ordered && meaningOf(ordered)]);
    expect(tracesOf(outcome)[0]?.columns.header).toEqual(ordered?.columns.header);
  });

  it('gives a graph one key however it is packed', async () => {
    const text = graphText();
    const other = graphText({ ...tinyGraph, head: { ...tinyGraph.head, graph_id: 'other' } });
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    const packed = [
      text,
      ` ${text}\n`,
      `[${other}, ${text}]`,
      `${text}\r\n${other}\r\n`,
      text + other,
      gzip(text),
      gzip(`\ufeff${text}`),
      utf16,
      utf16.slice(2),
      swapped(utf16),
      swapped(utf16.slice(2)),
      `\ufeff${text}`,
      join(gzip(text.slice(0, 100)), gzip(text.slice(100))),
    ];
    const alone = tracesOf(await readText(text))[0]?.key;
    expect(alone).toMatch(/^x128-[0-9a-f]{32}$/);
    for (const file of packed) {
      const keys = tracesOf(await readText(file)).map(({ key }) => key);
      expect(keys).toContain(alone);
    }
  });

  it('hands over the decoded text when it is not the file', async () => {
    const parts: Uint8Array[] = [];
    const outcome = await readText(gzip(`[${graphText()}]`), {
      onDecoded: (bytes) => parts.push(bytes.slice()),
    });
    expect(outcome).toMatchObject({ kind: 'read', bytes: 'decoded', traces: [{ start: 1 }] });
    expect(Buffer.concat(parts).toString()).toBe(`[${graphText()}]`);
    expect(await readText(graphText())).toMatchObject({ kind: 'read', bytes: 'file' });
  });

  it('survives lone surrogates, control characters, huge and strange names', async () => {
    const names = [
      'a\ud800b',
      'tab\there',
      'x'.repeat(200_000),
      '😀 | = , .',
      '__proto__',
      'a"b\\c',
      'é',
      '@',
      ':@1',
    ];
    const nodes = names.map((name) => rawNode(name, name, { class_name: 'c' }));
    const edges = names.map((name, i) => rawEdge(`e-${String(i)}`, 'op-1', `c:${name}@1`, 'c:é@1'));
    const outcome = await readText(
      change({ nodes, edges: edges.filter((_, i) => i !== 6), annotations: [] }),
    );
    expect(verdictOn(outcome)).toBe('read');
    expect(tracesOf(outcome)[0]?.columns.edges.source).toEqual(
      Uint32Array.of(0, 1, 2, 3, 4, 5, 7, 8),
    );
  });

  it('accepts control characters and bare numbers that JSON forbids', async () => {
    const text = change({ nodes: [rawNode('U1:D1:1', 'a')], edges: [], annotations: [] });
    expect(await read(text.replace('"value":"a"', '"value":"a\u0001\nb"'))).toBe('read');
    expect(
      await read(text.replace('"lineno":5', '"lineno":NaN,"x":[-Infinity,{"y":Infinity}]')),
    ).toBe('read');
  });

  it('keeps the file order when all times are equal', async () => {
    const nodes = ['b', 'a', 'c'].map((name) => rawNode(name, name));
    const [trace] = tracesOf(await readText(change({ nodes, edges: [], annotations: [] })));
    expect(trace?.columns.nodes.fullName).toEqual(Uint32Array.of(0, 1, 2));
  });

  it('numbers the versions of one thing alike', async () => {
    const nodes = [rawNode('a', '1'), rawNode('b', '1'), rawNode('a', '2', { version: 2 })];
    const [trace] = tracesOf(await readText(change({ nodes, edges: [], annotations: [] })));
    expect(trace?.columns.nodes.fullName).toEqual(Uint32Array.of(0, 1, 0));
    expect(trace?.columns.nodes.version).toEqual(Uint32Array.of(1, 1, 2));
  });

  const [first = rawNode('a', 'a')] = tinyGraph.nodes;
  it.each<[string, string, string]>([
    ['a repeated variable', change({ nodes: [...tinyGraph.nodes, first] }), 'duplicate-id 1'],
    [
      'a repeated edge',
      change({ edges: [...tinyGraph.edges, ...tinyGraph.edges] }),
      'duplicate-id 2',
    ],
    [
      'an edge into nothing',
      change({ edges: [rawEdge('e', 'op-1', 'U1:D1:1@1', 'gone@1')] }),
      'dangling-edge 1',
    ],
    [
      'an edge without a source',
      change({ edges: [rawEdge('e', 'op-1', 'U1:D1:1@1', 'gone', { source_full_node_id: null })] }),
      'dangling-edge 1',
    ],
    [
      'an edge of no operation',
      change({ edges: [rawEdge('e', 'op-9', 'U1:D1:1@1', 'unit@home@2')] }),
      'unknown-operation 1',
    ],
    ['no sessions', change({ sessions: [] }), 'unknown-session 5'],
    [
      'a variable without a name',
      change({ nodes: [...tinyGraph.nodes, rawNode('', 'x')] }),
      'bad-record 1',
    ],
    [
      'a version that is no number',
      change({ nodes: [...tinyGraph.nodes, rawNode('v', 'x', { version: 'two' })] }),
      'bad-record 1',
    ],
    [
      'a missing value',
      change({ nodes: [...tinyGraph.nodes, rawNode('v', 'x', { value: null })] }),
      'missing-field 1',
    ],
    [
      'a record that is no object',
      change({ nodes: [...tinyGraph.nodes, { ...rawNode('v', 'x') }] }).replace(
        /(,"operations":\[)/,
        '$17,',
      ),
      'bad-record 1',
    ],
    [
      'a record that is broken inside',
      graphText().replace('"lineno":5', '"lineno" 5'),
      'bad-record 1, dangling-edge 1, missing-evidence 1',
    ],
    [
      'a time in another form',
      change({ sessions: [{ ...tinyGraph.sessions[0], created_at: '2026-02-30 10:00:00.000' }] }),
      'bad-timestamp 1',
    ],
    [
      'evidence that is not there',
      change({ annotations: [{ source_evidence_ids: ['U1:D1:1@1', 'U1:D9:9@1'] }] }),
      'missing-evidence 1',
    ],
    [
      'question evidence that is not there',
      change({
        nodes: [
          ...tinyGraph.nodes,
          rawNode('q', 'x', { metadata: { evidence: ['U1:D1:1', 'D8:6; D9:17'] } }),
        ],
      }),
      'missing-evidence 1',
    ],
    [
      'a cycle',
      change({ edges: [...tinyGraph.edges, rawEdge('e-3', 'op-2', 'unit@home@2', 'U1:D1:1@1')] }),
      'cycle 1',
    ],
    [
      'a self loop',
      change({ edges: [rawEdge('e-3', 'op-2', 'unit@home@2', 'unit@home@2')] }),
      'cycle 1',
    ],
  ])('reads on past %s and says so', async (_, text, expected) => {
    expect(await read(text)).toBe(expected);
  });

  it('does not take paths through the sentinel for a cycle', async () => {
    const none = rawNode('COMMENT:NONE', 'NONE');
    const edges = [
      rawEdge('e-1', 'op-1', 'COMMENT:NONE@1', 'U1:D1:1@1'),
      rawEdge('e-2', 'op-2', 'U1:D1:1@1', 'COMMENT:NONE@1'),
    ];
    expect(await read(change({ nodes: [...tinyGraph.nodes, none], edges }))).toBe('read');
  });

  it('keeps an edge of an unknown operation and drops a dangling one', async () => {
    const edges = [
      rawEdge('e-1', 'op-1', 'gone@1', 'U1:D1:1@1'),
      rawEdge('e-2', 'op-9', 'U1:D1:1@1', 'unit@home@2'),
    ];
    const [trace] = tracesOf(await readText(change({ edges })));
    expect(trace?.columns.edges.op).toEqual(Uint32Array.of(NONE));
    expect(trace?.columns.edges.source).toEqual(Uint32Array.of(0));
    expect(
      trace?.skipped.find(({ problem }) => problem.kind === 'dangling-edge')?.places[0],
    ).toMatch(/^edges\[0\], byte \d+: gone@1$/);
  });

  it('reads a truncated file up to the last whole record', async () => {
    const text = graphText();
    const cut = text.lastIndexOf('"op-2"');
    const outcome = await readText(text.slice(0, cut));
    expect(tracesOf(outcome)[0]).toMatchObject({ start: 0, end: cut });
    expect(verdictOn(outcome)).toMatch(/^truncated 1/);
    expect(tracesOf(outcome)[0]?.columns.edges.source.length).toBe(2);
  });

  it('keeps the whole graphs before one that is cut off', async () => {
    const text = graphText();
    expect(await read(`${text}\n${text.slice(0, 40)}`)).toBe('truncated 1');
    expect(await read(`[${text},`)).toBe('truncated 1');
    expect(
      await read(`${text}\n${graphText({ ...tinyGraph, annotations: [] }).slice(0, -2)}`),
    ).toBe('truncated 1');
  });

  it('goes on with the next line after a broken one', async () => {
    const text = graphText();
    const outcome = await readText(`${text.replace('"strict":', '"strict"')}\n${text}\n`);
    expect(verdictOn(outcome)).toBe('not-json 1');
    expect(tracesOf(outcome).map(({ start }) => start)).toEqual([text.length]);
  });

  it.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    ['nothing', '', 'empty-file'],
    ['white space', ' \r\n\t', 'empty-file'],
    ['a byte order mark alone', '\ufeff', 'empty-file'],
    ['prose', 'hello', 'not-json'],
    ['a web page', '<!doctype html>', 'not-json'],
    ['a table', 'id,value\n1,2\n', 'not-json'],
    ['a number', '42', 'not-a-trace'],
    ['an empty object', '{}', 'not-a-trace'],
    ['an empty array', '[]', 'not-a-trace'],
    ['an array of numbers', '[1, 2]', 'not-a-trace'],
    ['a header without data', '{"graph_id": "g"}', 'no-data'],
    ['null data', '{"graph_id": "g", "data": null}', 'no-data'],
    ['data without lists', '{"data": {"x": []}}', 'not-a-trace'],
    [
      'a graph of another kind',
      '{"data": {"nodes": [{"id": 1}], "edges": [{"source": 1, "target": 1}]}}',
      'not-a-trace',
    ],
    ['a header that is cut off', '{"graph_id": "g', 'not-json'],
    ['deep nesting', '['.repeat(2000), 'too-deep'],
    ['deep nesting of objects', '{"a":'.repeat(2000), 'too-deep'],
    ['evaluation rows', '[{"qa_pair": {}, "prediction": "", "metrics": {}}]', 'nothing-in-format'],
    ['spans', '{"resourceSpans": []}', 'nothing-in-format'],
    ['half a zip', join(Uint8Array.of(0x50, 0x4b, 3, 4), new Uint8Array(40)), 'bad-compression'],
    ['half a Zstandard frame', Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0), 'bad-compression'],
    ['bzip2', Uint8Array.of(0x42, 0x5a, 0x68, 0x39), 'unsupported-format'],
    ['a gzip header alone', Uint8Array.of(0x1f, 0x8b, 8, 0), 'bad-compression'],
    ['noise', Uint8Array.from({ length: 500 }, (_, i) => (i * 197) % 256), 'not-json'],
  ])('refuses %s', async (_, file, kind) => {
    expect(await read(file)).toBe(`refused: ${kind}`);
  });

  it('reads what comes out of a damaged gzip file and says so', async () => {
    const nodes = Array.from({ length: 3000 }, (_, i) =>
      rawNode(`n${String(i)}`, String(i * 7919)),
    );
    const packed = gzip(change({ nodes, annotations: [], edges: [] }));
    expect(await read(packed.slice(0, packed.length >> 1))).toMatch(
      /truncated 1.*bad-compression 1$/,
    );
  });

  it.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['says that bytes follow', join(gzip(graphText()), utf8('trailing')), 'bad-compression 1'],
    ['passes over zeros behind', join(gzip(graphText()), new Uint8Array(512)), 'read'],
    ['notes a wrong checksum', withByte(gzip(graphText()), -8), 'bad-compression 1'],
    ['notes a wrong length', withByte(gzip(graphText()), -4), 'bad-compression 1'],
  ])('%s a gzip file', async (_, file, expected) => {
    expect(await read(file)).toBe(expected);
  });

  it('reports progress up to the size of the file', async () => {
    const done: number[] = [];
    const file = gzip(graphText());
    await readText(file, { onProgress: (progress) => done.push(progress.done / progress.total) });
    expect(done.at(-1)).toBe(1);
  });

  it('stops when it is cancelled, before and while reading', async () => {
    expect(verdictOn(await readText(graphText(), { signal: AbortSignal.abort() }))).toBe(
      'refused: cancelled',
    );
    const abort = new AbortController();
    const bytes = utf8(graphText());
    const source = {
      size: 1 << 30,
      read: (start: number, end: number) => {
        if (start > 0) abort.abort();
        return Promise.resolve(
          start === 0 ? bytes.slice(0, end) : new Uint8Array(end - start).fill(0x20),
        );
      },
    };
    expect(verdictOn(await readFile(source, { signal: abort.signal }))).toBe('refused: cancelled');
  });

  it('refuses a file that cannot be read', async () => {
    const source = { size: 10, read: () => Promise.reject(new Error('gone')) };
    expect(await readFile(source)).toMatchObject({
      kind: 'refused',
      problem: { kind: 'read-failed', detail: 'gone' },
    });
  });
});

/** The bytes with one changed, counted from the end. */
function withByte(bytes: Uint8Array<ArrayBuffer>, index: number): Uint8Array<ArrayBuffer> {
  const changed = bytes.slice();
  const at = changed.length + index;
  changed[at] = (changed[at] ?? 0) ^ 0x55;
  return changed;
}

function swapped(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(bytes).swap16());
}

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphText, rawEdge, rawNode, tinyGraph, utf8 } from '../../../test/support/graph-file';
import { atOnce } from '../../base/steps';
import { parseRecord } from '../json';
import type { DocumentContent } from './document-content';
import { DocumentReader } from './document-reader';
import { createTraceHasher, type TraceHasher } from './hasher';

let hasher: TraceHasher;
beforeAll(async () => {
  hasher = await createTraceHasher();
});

/** Reads bytes cut at the given places. */
function readCut(bytes: Uint8Array, cuts: Iterable<number>): DocumentContent {
  const reader = new DocumentReader(hasher);
  let from = 0;
  for (const cut of cuts) {
    reader.push(bytes.slice(from, cut));
    from = cut;
  }
  reader.push(bytes.slice(from));
  return atOnce(reader.finish());
}

function* every(size: number, length: number): Generator<number> {
  for (let at = size; at < length; at += size) yield at;
}

/** Everything a result says, comparable. */
const said = ({ traces, skipped, tolerated, problem }: DocumentContent): unknown => ({
  traces,
  skipped: skipped.list(),
  tolerated: tolerated.list(),
  problem,
});

const strange = {
  ...tinyGraph,
  nodes: [
    ...tinyGraph.nodes,
    rawNode('naïve 😀 \ud800', 'tab\tquote"back\\slash\u0001', { x: [-1.5e-7, true, { y: null }] }),
    rawNode('long', `${'x'.repeat(300)}"${'\\'.repeat(7)}${'y'.repeat(300)}`, {
      metadata: { evidence: ['gone'] },
    }),
  ],
  edges: [...tinyGraph.edges, rawEdge('e-9', 'op-9', 'gone@1', 'long@1')],
};
const broken = graphText(strange, 1).replace('"lineno": 5', '"lineno" 5');

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ['one graph', graphText(strange)],
  ['an indented graph with line ends of Windows', graphText(strange, 2).replaceAll('\n', '\r\n')],
  ['an array of graphs', `\ufeff[ ${graphText(strange)} ,${graphText()}, {"a": 1} ]`],
  ['JSON Lines', `${graphText()}\n${graphText(strange)}\n`],
  ['bare numbers', graphText(strange).replaceAll('"lineno":5', '"lineno":-Infinity')],
  ['a broken record', broken],
  [
    'all that is odd',
    `\ufeff[,${graphText(strange)
      .replace('"lineno":5', '"lineno":-Infinity,"a":1e999,"a":"\\x\t\u0001","b":{"":1,"":2}')
      .replace('"strict":', '"\\udc00\\x":1,"strict":0,"strict":')
      .replace(/\]\}\}$/, '],"nodes":[],},}')}${graphText()},]`,
  ],
  ['a truncated graph', graphText(strange).slice(0, -300)],
  [
    'a graph cut inside an escape',
    graphText(strange).slice(0, graphText(strange).indexOf('\\u0001') + 3),
  ],
  ['a structure that breaks', graphText().replace('"data":{', '"data":{,')],
  ['lines with a broken one', `${graphText().replace('"data":{', '"data":{,')}\n${graphText()}\n`],
  ['rows', '[{"qa_pair": {"id": 1}, "prediction": "x", "metrics": {}}, 3]'],
  ['deep nesting', `{"a": ${'['.repeat(600)}`],
  ['prose', 'This is no JSON at all.'],
];

describe('DocumentReader', () => {
  it.each(DOCUMENTS)('reads %s alike wherever chunks end', (_, text) => {
    const bytes = utf8(text);
    const whole = said(readCut(bytes, []));
    for (let size = 1; size <= 7; size++)
      expect(said(readCut(bytes, every(size, bytes.length)))).toEqual(whole);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
        expect(
          said(
            readCut(
              bytes,
              cuts.sort((a, b) => a - b),
            ),
          ),
        ).toEqual(whole);
      }),
      { seed: 5, numRuns: 40 },
    );
  });

  it('never throws on damaged files and always ends in traces or a reason', () => {
    const original = utf8(graphText(strange));
    const edit = fc.record({
      at: fc.nat(original.length - 1),
      kind: fc.nat(3),
      byte: fc.nat(255),
      length: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        let bytes = [...original];
        for (const { at, kind, byte, length } of edits) {
          if (kind === 0) bytes[at % bytes.length] = byte;
          else if (kind === 1) bytes.splice(at % bytes.length, length);
          else if (kind === 2) bytes.splice(at % bytes.length, 0, byte);
          else bytes = bytes.slice(0, Math.max(1, at));
        }
        const content = readCut(Uint8Array.from(bytes), []);
        expect(content.traces.length > 0).toBe(content.problem === undefined);
        for (const { start, end, columns } of content.traces) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(bytes.length);
          // Whatever was taken as a record can be shown as one.
          const own = Uint8Array.from(bytes).subarray(start, end);
          const { recordStart, recordEnd } = columns.nodes;
          for (const [i, from] of recordStart.entries())
            expect(
              parseRecord(new TextDecoder().decode(own.subarray(from, recordEnd[i]))).size,
            ).toBeGreaterThan(0);
        }
      }),
      { seed: 6, numRuns: 500 },
    );
  });

  it('never makes a property of a key', () => {
    const text = graphText().replaceAll('"metadata"', '"__proto__":{"polluted":1},"metadata"');
    expect(readCut(utf8(text), []).traces.length).toBe(1);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it('looks at a huge value a few times only, however small the chunks', () => {
    const value = 'x'.repeat(16_000_000);
    const bytes = utf8(graphText({ ...tinyGraph, nodes: [rawNode('U1:D1:1', value)], edges: [] }));
    const start = performance.now();
    const content = readCut(bytes, every(4096, bytes.length));
    expect(content.traces[0]?.columns.nodes.valueEnd[0]).toBeGreaterThan(16_000_000);
    // Reading it again for each of the 4,000 chunks would take over 16 s.
    expect(performance.now() - start).toBeLessThan(6000);
  });
});

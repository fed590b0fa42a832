import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TraceScript } from '../../../test/support/trace-script';
import { encodingsOf } from './encodings';
import { quoteTextSpans } from './quotes';

/** A one-variable graph and its only variable. */
async function graphWith(value: string) {
  const script = new TraceScript('Mem0');
  const id = script.variable('unit', value, 'memory_entry');
  const { graph } = await script.open();
  return { graph, node: graph.findNode(id) ?? 0 };
}

// What Python's repr and json.dumps write for ordinary text: every character that either escapes.
const words = fc
  .array(
    fc.constantFrom(
      'cat',
      'Miso',
      "it's",
      '"so"',
      'a\\b',
      'line\nbreak',
      'tab\tbed',
      '猫',
      '😀',
      'é',
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((list) => list.join(' '));

const pythonRepr = (text: string): string => {
  const body = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
  return text.includes("'") && !text.includes('"')
    ? `"${body}"`
    : `'${body.replaceAll("'", "\\'")}'`;
};

describe('quotes', () => {
  it('are slices of the value as recorded, in JSON, Python repr and bare text', async () => {
    const run = fc.asyncProperty(
      words,
      fc.constantFrom('json', 'ascii', 'repr', 'bare'),
      fc.nat(),
      fc.nat(),
      async (text, encoding, a, b) => {
        const json = JSON.stringify({ memory: text });
        const value = {
          json,
          ascii: json.replace(
            /[^\x20-\x7e]/g,
            (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
          ),
          repr: pythonRepr(text),
          bare: text,
        }[encoding];
        const letters = Array.from(text);
        const from = a % letters.length;
        const to = from + 1 + (b % (letters.length - from));
        const start = letters.slice(0, from).join('').length;
        const end = letters.slice(0, to).join('').length;
        const { graph, node } = await graphWith(value);
        const [quote] = quoteTextSpans(graph, node, text, [{ start, end }]);
        expect(quote).toBeDefined();
        if (quote === undefined) return;
        expect(graph.rawValue(node).slice(quote.start, quote.end)).toBe(quote.text);
        expect([...encodingsOf(text.slice(start, end))]).toContain(quote.text);
      },
    );
    await fc.assert(run, { numRuns: 200, seed: 7 });
  });

  it('point at the same occurrence in the value as in the text', async () => {
    const { graph, node } = await graphWith(JSON.stringify({ memory: 'a cat, a cat, a cat' }));
    const text = 'a cat, a cat, a cat';
    const [quote] = quoteTextSpans(graph, node, text, [{ start: 9, end: 12 }]);
    expect(quote?.start).toBe(graph.rawValue(node).indexOf(text) + 9);
  });

  it('fall back to the longest line when lines were joined that the value keeps apart', async () => {
    const { graph, node } = await graphWith(JSON.stringify(['short', 'a longer line']));
    const text = 'short\na longer line';
    const [quote] = quoteTextSpans(graph, node, text, [{ start: 0, end: text.length }]);
    expect(quote?.text).toBe('a longer line');
  });

  it('are never made up: a span that the value lacks yields none', async () => {
    const { graph, node } = await graphWith('"something else"');
    expect(quoteTextSpans(graph, node, 'a cat', [{ start: 0, end: 5 }])).toEqual([]);
  });
});

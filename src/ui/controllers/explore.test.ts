import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeId, queryId, traceKey } from '../../base/brand';
import { formatAddress, parseAddress } from './address';
import { formatExplore, parseExplore, type Explore } from './explore';

const id = fc.string({ minLength: 1, unit: 'grapheme' });
const explore: fc.Arbitrary<Explore> = fc.oneof(
  fc.record({
    view: fc.constant('search' as const),
    by: fc.constantFrom('words' as const, 'pattern' as const),
    text: fc.string({ unit: 'grapheme' }),
  }),
  fc.record({
    view: fc.constant('lifelines' as const),
    traceKey: id.map(traceKey),
    unit: id.map(nodeId),
    versions: fc.option(fc.tuple(id.map(nodeId), id.map(nodeId)), { nil: undefined }),
  }),
  fc.record({
    view: fc.constant('funnel' as const),
    traceKey: id.map(traceKey),
    queryId: id.map(queryId),
  }),
  fc.record({
    view: fc.constant('graph' as const),
    traceKey: id.map(traceKey),
    node: id.map(nodeId),
    steps: fc.array(
      fc.record({
        side: fc.constantFrom('before' as const, 'after' as const),
        pages: fc.integer({ min: 1, max: 9_999 }),
        node: id.map(nodeId),
      }),
    ),
  }),
  fc.record({
    view: fc.constant('timeline' as const),
    traceKey: id.map(traceKey),
    session: fc.option(fc.nat(999), { nil: undefined }),
    row: fc.option(fc.nat(99_999), { nil: undefined }),
  }),
  fc.record({
    view: fc.constant('compare' as const),
    first: fc.option(id.map(traceKey), { nil: undefined }),
    second: fc.option(id.map(traceKey), { nil: undefined }),
  }),
);

test('what is explored survives being written and read back', () => {
  fc.assert(
    fc.property(explore, (value) => {
      expect(parseExplore(formatExplore(value))).toEqual(value);
    }),
    { seed: 12 },
  );
});

test('it stands in an address beside the case and the inspector', () => {
  fc.assert(
    fc.property(explore, (value) => {
      const key = traceKey('t');
      const quote = { start: 4, end: 19 };
      const address = {
        case: { traceKey: key, queryId: queryId('q&=?') },
        look: { kind: 'variable' as const, traceKey: key, nodeId: nodeId('n'), quote },
        explore: value,
      };
      expect(parseAddress(formatAddress(address))).toEqual(address);
      const alone = { case: undefined, look: undefined, explore: value };
      expect(parseAddress(formatAddress(alone))).toEqual(alone);
    }),
    { seed: 13 },
  );
});

test('anything else explores nothing', () => {
  for (const text of ['', 'search', 'search/else/a', 'funnel/a', 'lifelines', '%', 'x/y'])
    expect(parseExplore(text)).toBeUndefined();
});

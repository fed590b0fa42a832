import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeId, opId, queryId, traceKey } from '../../base/brand';
import { formatAddress, NOWHERE, parseAddress, type Address } from './address';

const id = fc.string({ minLength: 1, unit: 'grapheme' });
const key = id.map(traceKey);
const span = fc.record({ start: fc.nat(), end: fc.nat() });
const address = key.chain((trace) =>
  fc.record<Address>({
    case: fc.option(fc.record({ traceKey: fc.constant(trace), queryId: id.map(queryId) }), {
      nil: undefined,
    }),
    look: fc.option(
      fc.oneof(
        fc.record({
          kind: fc.constant('operation' as const),
          traceKey: fc.constant(trace),
          opId: id.map(opId),
        }),
        fc.record({
          kind: fc.constant('variable' as const),
          traceKey: fc.constant(trace),
          nodeId: id.map(nodeId),
          quote: fc.option(span, { nil: undefined }),
        }),
      ),
      { nil: undefined },
    ),
  }),
);

test('every address survives being written into the location and read back', () => {
  fc.assert(
    fc.property(address, (a) => {
      expect(parseAddress(formatAddress(a))).toEqual(a);
    }),
    { seed: 11 },
  );
});

test('a variable of another trace than the open case is addressed by its own trace', () => {
  const look = { kind: 'operation' as const, traceKey: traceKey('b'), opId: opId('1') };
  const open = { traceKey: traceKey('a'), queryId: queryId('q') };
  expect(formatAddress({ case: open, look })).toBe('#/trace/b/operation/1');
});

test('anything else leads nowhere', () => {
  for (const hash of ['', '#', '#/', '#/case/a', '#/case/%/q', '#/else/a/b', '#cell-3'])
    expect(parseAddress(hash)).toEqual(NOWHERE);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../test/support/graph-file';
import { readTimestamp } from './timestamp';

function read(text: string): number {
  const bytes = utf8(`"${text}"`);
  return readTimestamp(bytes, 0, bytes.length);
}

describe('readTimestamp', () => {
  it('reads any millisecond of the calendar as UTC', () => {
    const any = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2199-12-31'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(any, (date) => {
        expect(read(date.toISOString().replace('T', ' ').replace('Z', ''))).toBe(date.getTime());
      }),
      { seed: 31, numRuns: 1000 },
    );
  });

  it.each([
    '',
    'yesterday',
    '2026-03-02T09:00:00.000',
    '2026-03-02 09:00:00',
    '2026-02-29 00:00:00.000',
    '2026-13-01 00:00:00.000',
    '2026-00-10 00:00:00.000',
    '2026-04-31 00:00:00.000',
    '2026-01-01 24:00:00.000',
    '2026-01-01 00:60:00.000',
    '2026-01-01 00:00:61.000',
    '2026-01-01 00:00:00.0x0',
    '٢026-01-01 00:00:00.00',
  ])('refuses %j', (text) => {
    expect(read(text)).toBeNaN();
  });
});

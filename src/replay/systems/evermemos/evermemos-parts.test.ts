import { describe, expect, test } from 'vitest';
import { combine, fuse } from './fusion';
import { parseObject } from './parse-json';
import type { EpisodeUnit } from './ranked-list';
import { TimeGap } from './time-gap';
import { documentsText, episodeTime, eventTime, withZone, type BufferedMessage } from './wording';

const at = (timestamp: string): BufferedMessage => ({
  content: '',
  role: 'user',
  speaker_id: 'A',
  speaker_name: 'A',
  timestamp,
});

const unit = (id: string): EpisodeUnit => ({
  name: `memory-unit-${id}`,
  id,
  held: { id, value: '', recorded: undefined },
  text: id,
  subject: id,
  episode: id,
  facts: [],
  fields: new Map(),
});

describe('the wording of EverMemOS', () => {
  test('times stand in its prompts as it writes them', () => {
    expect(episodeTime('2023-11-09T21:13:00')).toBe('November 09, 2023 (Thursday) at 09:13 PM UTC');
    expect(eventTime('2023-02-01T00:48:00+00:00')).toBe('February 01, 2023(Wednesday) at 12:48 AM');
    expect(withZone('2023-02-01T00:48:00')).toBe('2023-02-01T00:48:00+00:00');
    expect(withZone('2023-02-01T00:48:00+02:00')).toBe('2023-02-01T00:48:00+02:00');
  });

  test('a gap is told in its largest unit', () => {
    const gap = new TimeGap(undefined);
    const between = (a: string, b: string) => gap.text([at(a)], [at(b)]);
    expect(between('2023-01-01T10:00:00', '2023-01-01T10:00:00')).toBe(
      'Time gap: 0 seconds (immediate response)',
    );
    expect(between('2023-01-01T10:00:00', '2023-01-01T10:05:10')).toMatch(/^Time gap: 5 minutes/);
    expect(between('2023-01-01T10:00:00', '2023-01-01T13:00:00')).toMatch(/^Time gap: 3 hours/);
    expect(between('2023-01-29T14:32:00', '2023-02-01T00:48:00')).toBe(
      'Time gap: 2 days (long gap, likely new conversation)',
    );
    expect(gap.text([], [at('2023-01-01T10:00:00')])).toMatch(/^No time gap/);
  });

  test('documents are cut after five hundred characters', () => {
    const text = documentsText([{ subject: 'S', episode: 'é'.repeat(501) }]);
    expect(text).toBe(`Document 1:\n  Title: S\n  Content: ${'é'.repeat(500)}...\n`);
  });

  test('an object is found bare, fenced, or between words', () => {
    for (const response of ['{"a": 1}', '```json\n{"a": 1}\n```', 'Yes: {"a": 1}.'])
      expect(parseObject(response)?.get('a')).toBe(1);
    expect(parseObject('no')).toBeUndefined();
  });
});

describe('fusing lists', () => {
  const [a, b, c] = [unit('a'), unit('b'), unit('c')];
  const list = (...units: readonly EpisodeUnit[]) =>
    units.map((each) => ({ unit: each, score: 1 }));

  test('ranks count, ties keep the order in which units were met', () => {
    const fused = fuse([list(a, b), list(b, a)], 60);
    expect(fused.map(({ unit: { id } }) => id)).toEqual(['a', 'b']);
    expect(fused[0]?.score).toBeCloseTo(1 / 61 + 1 / 62);
    expect(fuse([list(a), list(c, b)], 60).map(({ unit: { id } }) => id)).toEqual(['a', 'c', 'b']);
  });

  test('the second round adds what the first has not', () => {
    const ids = combine(list(a, b), list(b, c), 4).map(({ unit: { id } }) => id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(combine(list(a, b), list(c), 2)).toHaveLength(2);
  });
});

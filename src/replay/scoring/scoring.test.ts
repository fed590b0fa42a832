import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { isObject } from '../../trace/json';
import { normalised, scoreAnswer, tokenF1 } from './answer-scores';
import { bleu1, tokens13a } from './bleu';

describe('scores without a model', () => {
  test('texts are compared without case, punctuation and articles', () => {
    expect(normalised('The  "Answer", is: a CAT!')).toBe('answer is cat');
    expect(tokenF1('the cat', 'A cat.')).toBe(1);
    expect(tokenF1('cat cat', 'cat')).toBeCloseTo(2 / 3);
    expect(tokenF1('', 'the')).toBe(1);
    expect(tokenF1('dog', 'cat')).toBe(0);
  });

  test('the best reference counts', () => {
    const scores = scoreAnswer('It was 7 May 2023.', ['8 May', '7 May 2023']);
    expect(scores).toMatchObject({ exactMatch: 0, containsGold: 1 });
    expect(scores.f1).toBeCloseTo(0.75);
    expect(scoreAnswer('x', [])).toEqual({ f1: 0, bleu1: 0, exactMatch: 0, containsGold: 0 });
  });

  test('gold stands in an answer as whole words only', () => {
    expect(scoreAnswer('the catalogue', ['cat']).containsGold).toBe(0);
  });

  test('BLEU-1 punishes short answers and never gives a plain zero', () => {
    expect(bleu1('the cat sat', 'the cat sat')).toBe(1);
    expect(bleu1('cat', 'cat sat')).toBeCloseTo(Math.exp(-1));
    expect(bleu1('dog', 'cat')).toBeCloseTo(0.1);
    expect(bleu1('', 'cat')).toBe(0);
  });

  test('numbers keep their points and commas', () => {
    expect(tokens13a('It cost 1,200.50, (roughly).')).toEqual([
      'It',
      'cost',
      '1,200.50',
      ',',
      '(',
      'roughly',
      ')',
      '.',
    ]);
    expect(tokens13a('7-May &amp; "x"')).toEqual(['7', '-', 'May', '&', '"', 'x', '"']);
  });
});

test.skipIf(!hasSharedData('small'))('F1 is that of published evaluation rows', () => {
  for (const system of ['mem0', 'rag']) {
    const path = sharedPath(`small/${system}/locomo_locomo-1.membase_eval.json`);
    const rows: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!Array.isArray(rows)) throw new Error('rows are a list');
    for (const row of rows) {
      if (!isObject(row) || !isObject(row['qa_pair']) || !isObject(row['metrics'])) continue;
      const golds: unknown = row['qa_pair']['golden_answers'];
      const f1: unknown = row['metrics']['f1'];
      const references = Array.isArray(golds) ? golds.map(String) : [];
      const { f1: ours } = scoreAnswer(String(row['prediction']), references);
      expect(ours).toBeCloseTo(isObject(f1) ? Number(f1['value']) : Number.NaN, 6);
    }
  }
});

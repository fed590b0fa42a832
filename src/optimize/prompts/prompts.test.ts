import { describe, expect, test } from 'vitest';
import { findLeaks } from './leak-check';
import { checkPlaceholders, mayRun, placeholdersOf } from './placeholders';
import { freeVersionId, onlySpaceDiffers, treeOf, type PromptVersion } from './versions';

describe('placeholders of a prompt', () => {
  test('are those of both Python ways of filling in', () => {
    expect(placeholdersOf('$question and ${context}, costs $$5')).toEqual([
      '$question',
      '$context',
    ]);
    expect(placeholdersOf('{history} {{"a": 1}} {"b": 2}')).toEqual(['{history}']);
  });

  test('must survive an edit; new ones are named, and so are lost keys of the answer', () => {
    const check = checkPlaceholders(
      'Use $context for $question. Reply {"facts": []}',
      'Use $context. $anything',
    );
    expect(check).toEqual({ missing: ['$question'], unknown: ['$anything'], lostKeys: ['facts'] });
    expect(mayRun(check)).toBe(false);
    expect(mayRun(checkPlaceholders('$a', 'b $a'))).toBe(true);
  });
});

describe('the leak check', () => {
  const cases = {
    golds: ['7 May 2023', 'no', 'Bruno'],
    texts: ['When did Odile first go to the sailing course in the harbour?'],
    names: ['Odile'],
  };

  test('finds gold answers, names, copied words and words of the optimiser', () => {
    const leaks = findLeaks(
      'Answer briefly.',
      'Answer briefly. Based on the feedback: Odile, first go to the sailing course in May; 7 May, 2023.',
      cases,
    );
    expect(new Set(leaks.map(({ kind }) => kind))).toEqual(
      new Set(['optimiser-words', 'gold-answer', 'name', 'case-text']),
    );
  });

  test('lets through what stood there before, and general instructions', () => {
    const before = 'For example: Bruno, 7 May 2023. Give feedback to Odile.';
    expect(findLeaks(before, `${before} Keep every date.`, cases)).toEqual([]);
    expect(findLeaks('', 'Say no when the memories do not tell.', cases)).toEqual([]);
  });
});

describe('versions of a prompt', () => {
  const version = (id: string, parent?: string): PromptVersion => ({
    id,
    parent,
    target: 'p',
    text: id,
    note: '',
    origin: 'hand',
    at: 0,
  });

  test('are read as a tree, each before those made from it', () => {
    const versions = [version('v1'), version('v2', 'v1'), version('v3', 'v1'), version('v4', 'v2')];
    expect(treeOf(versions, 'p').map((l) => `${l.depth}${l.version.id}`)).toEqual([
      '0v1',
      '1v2',
      '2v4',
      '1v3',
    ]);
    expect(freeVersionId(versions)).toBe('v5');
  });

  test('that differ in white space alone are told apart from real changes', () => {
    expect(onlySpaceDiffers('a  b\n', 'a b')).toBe(true);
    expect(onlySpaceDiffers('a b', 'a b')).toBe(false);
    expect(onlySpaceDiffers('a b', 'ab')).toBe(false);
  });
});

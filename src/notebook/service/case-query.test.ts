import { describe, expect, test } from 'vitest';
import { opId, queryId } from '../../base/brand';
import { exampleCase, exampleLabel, exampleVerdict } from '../../../test/support/example-case';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import { queryCases } from './case-query';
import { caseRow } from './case-rows';
import type { CaseQuery } from './contract';

const row = (id: string, changes: Partial<Case>, verdict?: Partial<Verdict>) =>
  caseRow(
    exampleCase({ queryId: queryId(id), ...changes }),
    verdict && { verdict: exampleVerdict(verdict), opName: 'op' },
  );

const doubt = { about: 'label', confidence: 0.9, sentence: '', quotes: [] } as const;
const rows = [
  row('q10', { question: 'What 10?', dataset: 'RealMem' }, { confidence: 0.4 }),
  row('q2', { question: 'What 2?', prediction: 'Miso, the CAT' }, { errorType: 'RetrievalError' }),
  row('q3', { question: 'Who?', label: exampleLabel() }),
  row('q4', { question: 'Passed', outcome: 'passed', system: 'rag' }),
  row('q5', { question: 'Doubted', questionType: '' }, { doubts: [doubt] }),
];

const ask = (changes: Partial<CaseQuery>) =>
  queryCases(rows, { outcomes: ['failed'], sort: undefined, offset: 0, limit: 10, ...changes });
const ids = (changes: Partial<CaseQuery>) => ask(changes).rows.map((r) => r.queryId);

describe('the table of cases', () => {
  test('keeps the order of the traces until it is sorted', () => {
    expect(ids({})).toEqual(['q10', 'q2', 'q3', 'q5']);
    expect(ids({ outcomes: ['passed', 'failed'] })).toHaveLength(5);
  });

  test('joins filters by "and"', () => {
    expect(ids({ datasets: ['LoCoMo'], verdicts: ['RetrievalError', 'none'] })).toEqual([
      'q2',
      'q3',
    ]);
    expect(ids({ labels: ['UpdateError'] })).toEqual(['q3']);
    expect(ids({ systems: ['rag'] })).toEqual([]);
  });

  test('searches question, gold answer and prediction, whatever the case of the letters', () => {
    expect(ids({ text: ' the cat ' })).toEqual(['q2']);
    expect(ids({ text: 'WHAT' })).toEqual(['q10', 'q2']);
  });

  test('filters by the type that is shown: a confident doubt replaces the error type', () => {
    expect(ids({ verdicts: ['AnnotationError'] })).toEqual(['q5']);
    expect(ask({}).rows[3]?.verdict?.confidence).toBe(0.9);
  });

  test('sorts numbers in texts as numbers, and what is unknown last in either direction', () => {
    const sort = (column: 'question' | 'confidence', descending: boolean) =>
      ids({ sort: { column, descending } });
    expect(sort('question', false)).toEqual(['q5', 'q2', 'q10', 'q3']);
    expect(sort('question', true)).toEqual(['q3', 'q10', 'q2', 'q5']);
    expect(sort('confidence', false)).toEqual(['q10', 'q2', 'q5', 'q3']);
    expect(sort('confidence', true)).toEqual(['q2', 'q5', 'q10', 'q3']);
  });

  test('gives a page and the counts of everything', () => {
    const page = ask({ offset: 1, limit: 2, text: 'what' });
    expect(page.rows.map((r) => r.queryId)).toEqual(['q2']);
    expect(page).toMatchObject({ matching: 2, total: 5 });
    expect(page.facets.outcomes).toEqual([
      { value: 'failed', count: 4 },
      { value: 'passed', count: 1 },
    ]);
    expect(page.facets.verdicts).toEqual([
      { value: 'AnnotationError', count: 1 },
      { value: 'UpdateError', count: 1 },
      { value: 'RetrievalError', count: 1 },
      { value: 'none', count: 1 },
    ]);
  });

  test('shows long texts shortened and searches them as shown', () => {
    const long = row('q', { question: 'x'.repeat(5_000) }, { opId: opId('op-9') });
    expect(long.question).toHaveLength(300);
    expect(long.verdict?.opId).toBe('op-9');
  });
});

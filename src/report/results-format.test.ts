import { describe, expect, test } from 'vitest';
import { opId } from '../base/brand';
import { exampleCase, exampleLabel, exampleVerdict } from '../../test/support/example-case';
import { resultsFile } from './results-format';

const labelDoubt = {
  about: 'label',
  confidence: 0.95,
  sentence: 'The gold answer is not in the evidence.',
  quotes: [],
} as const;

describe('the results format', () => {
  test('carries type and operation of every verdict, and the proof beside them', () => {
    const file = resultsFile([
      { case: exampleCase(), verdict: exampleVerdict(), path: 'a/b.json' },
    ]);
    expect(file.split).toBe('mem0');
    expect(file.results[0]).toMatchObject({
      query_id: 'query:q1@1',
      graph_path: 'a/b.json',
      error_attribution_result: { error_type: 'UpdateError', op_id: 'op-update' },
      verdict: { confidence: 0.9, stages: [{ stage: 'evidence', status: 'held' }] },
    });
  });

  test('says nothing about correctness where there is no label', () => {
    const file = resultsFile([{ case: exampleCase(), verdict: exampleVerdict(), path: 'a.json' }]);
    expect(file.results[0]).not.toHaveProperty('is_error_type_correct');
    expect(file.results[0]).not.toHaveProperty('is_op_id_correct');
    expect(file.metrics.error_type_prediction_accuracy).toBeNull();
    expect(file.metrics.labelled_memory_errors).toBe(0);
  });

  test('lets only a confident doubt replace the type, and then names no operation', () => {
    const doubted = exampleVerdict({ doubts: [labelDoubt] });
    const shaken = exampleVerdict({ doubts: [{ ...labelDoubt, confidence: 0.4 }] });
    const pipeline = exampleVerdict({ doubts: [{ ...labelDoubt, about: 'pipeline' }] });
    const file = resultsFile(
      [doubted, shaken, pipeline].map((verdict) => ({ case: exampleCase(), verdict, path: 'a' })),
    );
    expect(file.results.map((r) => r.error_attribution_result.error_type)).toEqual([
      'AnnotationError',
      'UpdateError',
      'UpdateError',
    ]);
    expect(file.results.map((r) => r.error_attribution_result.op_id)).toEqual([
      null,
      'op-update',
      'op-update',
    ]);
    expect(file.results[0]).toMatchObject({ verdict: { error_type: 'UpdateError' } });
  });

  test('agrees with a label without operation when the verdict names none', () => {
    const label = exampleLabel({ errorType: 'AnnotationError', opId: undefined });
    const verdict = exampleVerdict({ doubts: [labelDoubt] });
    const file = resultsFile([{ case: exampleCase({ label }), verdict, path: 'a' }]);
    expect(file.results[0]).toMatchObject({
      final_op_id: null,
      is_error_type_correct: true,
      is_op_id_correct: true,
    });
    expect(file.metrics.labelled_memory_errors).toBe(0);
  });

  test('counts labelled memory errors alone, a missing verdict as wrong', () => {
    const right = { case: exampleCase({ label: exampleLabel() }), verdict: exampleVerdict() };
    const wrongOp = exampleVerdict({ opId: opId('op-other') });
    const { metrics, results } = resultsFile(
      [
        right,
        { ...right, verdict: wrongOp },
        { ...right, verdict: undefined },
        { case: exampleCase(), verdict: exampleVerdict() },
      ].map((entry, i) => ({ ...entry, path: `${i % 2}.json` })),
    );
    expect(results).toHaveLength(3);
    expect(metrics).toMatchObject({
      total_cases: 3,
      labelled_memory_errors: 3,
      without_verdict: 1,
      error_type_prediction_accuracy: 2 / 3,
      operation_identifier_prediction_accuracy: 1 / 3,
      joint_prediction_accuracy: 1 / 3,
      cases_by_graph: { '0.json': 1, '1.json': 2 },
    });
  });

  test('writes unknown numbers as null', () => {
    const verdict = exampleVerdict({ confidence: Number.NaN });
    const c = exampleCase({ score: undefined });
    const text = JSON.stringify(resultsFile([{ case: c, verdict, path: 'a' }], Number.NaN));
    expect(text).not.toContain('NaN');
    expect(JSON.parse(text)).toMatchObject({
      results: [{ judge_score: null, verdict: { confidence: null } }],
      metrics: { error_attribution_cost: { average_minutes: null } },
    });
  });

  test('keeps keys of the annotation it does not know, even __proto__', () => {
    const annotation = new Map<string, unknown>([
      ['reviewer', 7],
      ['__proto__', { polluted: true }],
    ]);
    const entry = { case: exampleCase(), verdict: exampleVerdict(), path: 'a', annotation };
    const text = JSON.stringify(resultsFile([entry]));
    expect(text).toContain('"reviewer":7');
    expect('polluted' in {}).toBe(false);
  });

  test('names the split mixed when several systems are reported', () => {
    const file = resultsFile([
      { case: exampleCase(), verdict: exampleVerdict(), path: 'a' },
      { case: exampleCase({ system: 'rag' }), verdict: exampleVerdict(), path: 'b' },
    ]);
    expect(file.split).toBe('mixed');
    expect(file.sampled_graph_paths).toEqual(['a', 'b']);
  });
});

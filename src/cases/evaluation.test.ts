import { describe, expect, it } from 'vitest';
import { opId, queryId, traceKey } from '../base/brand';
import type { MemorySystem } from '../graph/system';
import type { Case } from './case';
import type { ErrorType, MemoryErrorType } from './error-type';
import { evaluate, type Judged } from './evaluation';
import type { Doubt, Verdict } from './verdict';

const key = traceKey('x128-test');

function labelled(system: MemorySystem, errorType: ErrorType, op: string | undefined): Case {
  return {
    traceKey: key,
    queryId: queryId('query:q@1'),
    question: 'q',
    goldAnswers: ['a'],
    goldAnswersId: undefined,
    prediction: 'p',
    predictionId: undefined,
    judgeResponse: '',
    score: 0,
    outcome: 'failed',
    system,
    dataset: '',
    questionType: '',
    evidence: [],
    missingEvidence: [],
    retrievalOps: [],
    answerOp: undefined,
    judgeOp: undefined,
    label: {
      errorType,
      opId: op === undefined ? undefined : opId(op),
      reason: '',
      annotator: 'file',
    },
  };
}

function verdict(errorType: MemoryErrorType, op: string, doubts: readonly Doubt[] = []): Verdict {
  return {
    traceKey: key,
    queryId: queryId('query:q@1'),
    method: 'flow',
    evidenceMode: 'labelled',
    evidenceQuery: undefined,
    errorType,
    opId: opId(op),
    confidence: 1,
    unsure: false,
    settle: undefined,
    sentence: '',
    stages: [],
    laterLosses: [],
    doubts,
    evidence: [],
  };
}

const judgeDoubt: Doubt = { about: 'judge', confidence: 0.9, sentence: '', quotes: [] };

/** Five memory errors and one judge error, worked out by hand in the assertions below. */
const TABLE: readonly Judged[] = [
  { case: labelled('mem0', 'UpdateError', 'op-1'), verdict: verdict('UpdateError', 'op-1') },
  { case: labelled('mem0', 'UpdateError', 'op-1'), verdict: verdict('UpdateError', 'op-10') },
  { case: labelled('mem0', 'ExtractionError', 'op-2'), verdict: verdict('UpdateError', 'op-2') },
  { case: labelled('rag', 'RetrievalError', 'op-3'), verdict: undefined },
  {
    case: labelled('rag', 'ResponseError', 'op-4'),
    verdict: verdict('ResponseError', 'op-4', [judgeDoubt]),
  },
  {
    case: labelled('rag', 'LLMAsAJudgeError', undefined),
    verdict: verdict('ResponseError', 'op-5', [judgeDoubt]),
  },
];

describe('evaluation of verdicts', () => {
  const evaluation = evaluate(TABLE);

  it('counts types over all labelled memory errors, a missing verdict as wrong', () => {
    expect(evaluation.overall.errorType).toMatchObject({ hits: 2, n: 5, share: 0.4 });
    expect(evaluation.overall.missing).toBe(1);
  });

  it('compares operations by equality, so that op-1 is not op-10', () => {
    expect(evaluation.overall.operation).toMatchObject({ hits: 2, n: 5 });
    expect(evaluation.overall.joint).toMatchObject({ hits: 1, n: 5 });
  });

  it('tells the systems apart', () => {
    expect(evaluation.bySystem.map((s) => [s.name, s.scores.errorType.hits])).toEqual([
      ['mem0', 2],
      ['rag', 0],
    ]);
  });

  it('puts every labelled case once into the confusion matrix, doubts included', () => {
    const { rows, columns, counts } = evaluation.confusion;
    const at = (row: ErrorType, column: ErrorType | 'none') =>
      counts[rows.indexOf(row)]?.[columns.indexOf(column)];
    expect(at('UpdateError', 'UpdateError')).toBe(2);
    expect(at('ExtractionError', 'UpdateError')).toBe(1);
    expect(at('RetrievalError', 'none')).toBe(1);
    expect(at('ResponseError', 'LLMAsAJudgeError')).toBe(1);
    expect(at('LLMAsAJudgeError', 'LLMAsAJudgeError')).toBe(1);
    expect(counts.flat().reduce((a, b) => a + b, 0)).toBe(6);
  });

  it('counts from which evidence the verdicts started', () => {
    expect(evaluation.evidence).toEqual({ labelled: 5, retrieved: 0 });
  });

  it('leaves out cases without a label', () => {
    const unlabelled = { ...labelled('mem0', 'UpdateError', 'op-1'), label: undefined };
    expect(evaluate([{ case: unlabelled, verdict: undefined }]).overall.errorType.n).toBe(0);
  });
});

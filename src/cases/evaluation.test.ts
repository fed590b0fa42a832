import { describe, expect, it } from 'vitest';
import { opId, queryId, traceKey } from '../base/brand';
import type { MemorySystem } from '../graph/system';
import type { Case } from './case';
import type { ErrorType, MemoryErrorType } from './error-type';
import { evaluate, type Judged, type ScoredGroup } from './evaluation';
import type { Doubt, Verdict } from './verdict';

const key = traceKey('x128-test');

function labelled(
  system: MemorySystem,
  errorType: ErrorType,
  op: string | undefined,
  more: Partial<Case> = {},
): Case {
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
    ...more,
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

  it('finds the same stage where construction errors are mixed up, and never in a missing verdict', () => {
    // Both updates and the extraction blame construction; of the rag cases none is right.
    expect(evaluation.overall.stage).toMatchObject({ hits: 3, n: 5, share: 0.6 });
  });

  it('knows no distance where no order is known', () => {
    expect(evaluation.overall.distance).toEqual({
      n: 0,
      mean: undefined,
      median: undefined,
      early: 0,
      late: 0,
    });
  });
});

/**
 * Worked out by hand. Distances of the verdicts that name an operation: 0, 9, 2, 5; the doubted one
 * names none, the missing one has none.
 *
 * | case | system | data set | question | label        | verdict         | steps | type | op | stage |
 * | 1    | mem0   | LoCoMo   | 1        | Update op-1  | Update op-1     | 0     | yes  | yes| yes   |
 * | 2    | mem0   | LoCoMo   | 2        | Update op-1  | Extraction op-10| 9     | no   | no | yes   |
 * | 3    | mem0   | RealMem  | 2        | Retrieval op-4| Response op-2  | −2    | no   | no | no    |
 * | 4    | rag    | RealMem  |          | Retrieval op-4| Retrieval op-9 | 5     | yes  | no | yes   |
 * | 5    | rag    | RealMem  | 1        | Response op-7| doubted op-7    | (0)   | no   | no | no    |
 * | 6    | rag    | LoCoMo   | 1        | Response op-7| none            |       | no   | no | no    |
 */
const LARGER: readonly Judged[] = [
  judged('mem0', 'LoCoMo', '1', ['UpdateError', 'op-1'], verdict('UpdateError', 'op-1'), 0),
  judged('mem0', 'LoCoMo', '2', ['UpdateError', 'op-1'], verdict('ExtractionError', 'op-10'), 9),
  judged('mem0', 'RealMem', '2', ['RetrievalError', 'op-4'], verdict('ResponseError', 'op-2'), -2),
  judged('rag', 'RealMem', '', ['RetrievalError', 'op-4'], verdict('RetrievalError', 'op-9'), 5),
  judged(
    'rag',
    'RealMem',
    '1',
    ['ResponseError', 'op-7'],
    verdict('ResponseError', 'op-7', [judgeDoubt]),
    0,
  ),
  judged('rag', 'LoCoMo', '1', ['ResponseError', 'op-7'], undefined, undefined),
];

function judged(
  system: MemorySystem,
  dataset: string,
  questionType: string,
  [type, op]: readonly [ErrorType, string],
  found: Verdict | undefined,
  stepsLate: number | undefined,
): Judged {
  return {
    case: labelled(system, type, op, { dataset, questionType }),
    verdict: found,
    stepsLate,
  };
}

describe('evaluation by group', () => {
  const evaluation = evaluate(LARGER);
  const rows = (groups: readonly ScoredGroup[]) =>
    groups.map(({ name, scores: s }) => [
      name,
      s.errorType.n,
      s.errorType.hits,
      s.operation.hits,
      s.joint.hits,
      s.stage.hits,
      s.missing,
    ]);

  it('agrees with the table made by hand, overall and in every group', () => {
    expect(rows([{ name: 'all', scores: evaluation.overall }])).toEqual([
      ['all', 6, 2, 1, 1, 3, 1],
    ]);
    expect(rows(evaluation.bySystem)).toEqual([
      ['mem0', 3, 1, 1, 1, 2, 0],
      ['rag', 3, 1, 0, 0, 1, 1],
    ]);
    expect(rows(evaluation.byDataset)).toEqual([
      ['LoCoMo', 3, 1, 1, 1, 2, 1],
      ['RealMem', 3, 1, 0, 0, 1, 0],
    ]);
    expect(rows(evaluation.byQuestionType)).toEqual([
      ['', 1, 1, 0, 0, 1, 0],
      ['1', 3, 1, 1, 1, 1, 1],
      ['2', 2, 0, 0, 0, 1, 0],
    ]);
    expect(rows(evaluation.byErrorType)).toEqual([
      ['UpdateError', 2, 1, 1, 1, 2, 0],
      ['RetrievalError', 2, 1, 0, 0, 1, 0],
      ['ResponseError', 2, 0, 0, 0, 0, 1],
    ]);
  });

  it('measures distance without sign over the verdicts that name an operation', () => {
    expect(evaluation.overall.distance).toEqual({ n: 4, mean: 4, median: 3.5, early: 1, late: 2 });
    expect(evaluation.bySystem[1]?.scores.distance).toEqual({
      n: 1,
      mean: 5,
      median: 5,
      early: 0,
      late: 1,
    });
  });

  it('gives each share its Wilson interval', () => {
    // 2 of 6 by hand: centre (1/3 + 0.32012) / 1.64024 = 0.39840, half 0.3016.
    expect(evaluation.overall.errorType.low).toBeCloseTo(0.0968, 3);
    expect(evaluation.overall.errorType.high).toBeCloseTo(0.7, 3);
  });
});

import { nodeId, opId, queryId, traceKey } from '../../src/base/brand';
import type { Case, Label } from '../../src/cases/case';
import type { Verdict } from '../../src/cases/verdict';

/** A failed case with every field filled; `changes` replace fields. */
export function exampleCase(changes: Partial<Case> = {}): Case {
  return {
    traceKey: traceKey('trace-1'),
    queryId: queryId('query:q1@1'),
    question: 'When did Ana adopt her cat?',
    goldAnswers: ['in May 2023'],
    goldAnswersId: nodeId('golden_answers:q1@1'),
    prediction: 'I do not know.',
    predictionId: nodeId('prediction:q1@1'),
    judgeResponse: 'wrong',
    score: 0,
    outcome: 'failed',
    system: 'mem0',
    dataset: 'LoCoMo',
    questionType: 'category 2',
    evidence: [nodeId('D1:3@1')],
    missingEvidence: [],
    retrievalOps: [opId('op-retrieve')],
    answerOp: opId('op-answer'),
    judgeOp: opId('op-judge'),
    label: undefined,
    ...changes,
  };
}

export function exampleLabel(changes: Partial<Label> = {}): Label {
  return {
    errorType: 'UpdateError',
    opId: opId('op-update'),
    reason: 'The date was overwritten.',
    annotator: 'file',
    ...changes,
  };
}

/** A sure verdict for `exampleCase`; `changes` replace fields. */
export function exampleVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    traceKey: traceKey('trace-1'),
    queryId: queryId('query:q1@1'),
    method: 'flow',
    evidenceMode: 'labelled',
    evidenceQuery: undefined,
    errorType: 'UpdateError',
    opId: opId('op-update'),
    confidence: 0.9,
    unsure: false,
    settle: undefined,
    sentence: 'The update replaced the date.',
    stages: [
      {
        stage: 'evidence',
        status: 'held',
        opId: undefined,
        variable: nodeId('D1:3@1'),
        quotes: [{ variable: nodeId('D1:3@1'), start: 4, end: 12, text: 'May 2023' }],
        sentence: 'The message holds the date.',
      },
    ],
    laterLosses: [],
    doubts: [],
    evidence: [nodeId('D1:3@1')],
    ...changes,
  };
}

import { graphObject, tinyGraph } from '../support/graph-file';

/** The files that are read besides traces, each as small as it can be with everything in it. */

const label = {
  query_id: 'q1',
  final_error_type: 'UpdateError',
  final_op_id: 'op-1',
  final_reason: 'The year was lost.',
  annotator: 'Ana',
  graph_id: 'graph-tiny',
};

export const LABEL_LISTS: Readonly<Record<string, unknown>> = {
  'annotations.json': { data: { annotations: [label, { ...label, query_id: 'q2' }, { x: 1 }] } },
  'interface.json': [
    {
      saved_at: '2026-03-02T10:00:00',
      graph_id: 'a.json',
      query_id: 'q1',
      query: 'When?',
      manual_error_attribution: {
        op_id: 'op-1',
        error_type: 'UpdateError',
        edge_id: 'edge-1',
        reason: 'r',
      },
    },
    { query_id: 'q2', manual_error_attribution: { error_type: 'ResponseError' } },
  ],
};

const turn = { speaker: 'Ana', dia_id: 'D1:1', text: 'I moved in May.', img_url: ['x'] };

export const CONVERSATIONS: Readonly<Record<string, unknown>> = {
  'locomo.json': [
    {
      conversation: {
        speaker_a: 'Ana',
        speaker_b: 'Bo',
        session_1_date_time: '1:56 pm on 8 May, 2023',
        session_1: [turn, { ...turn, speaker: 'Bo', dia_id: 'D1:2' }],
      },
      session_summary: { session_1_summary: 's' },
      observation: { session_1_observation: {} },
      qa: [{ question: 'When?', answer: 2023, category: 2, evidence: ['D1:1'] }],
    },
  ],
  'longmemeval.json': [
    {
      question_id: 'q1_abs',
      question: 'When?',
      answer: 'May',
      question_type: 'temporal',
      question_date: '2023/05/20 (Sat) 02:21',
      haystack_session_ids: ['s1'],
      haystack_dates: ['2023/05/20 (Sat) 02:21'],
      haystack_sessions: [[{ role: 'user', content: 'In May.', has_answer: true }]],
      answer_session_ids: ['s1'],
    },
  ],
  'membase.json': {
    metadata: { dataset_cls: 'LoCoMo' },
    trajectories: [
      {
        id: 't1',
        sessions: [
          {
            id: 's1',
            messages: [{ id: 'm1', name: 'Ana', content: 'x', role: 'user', timestamp: 't' }],
          },
        ],
      },
    ],
    qa_pair_lists: [[{ id: 'q1', question: '?', golden_answers: ['x'], metadata: {} }]],
  },
  'realmem.json': {
    _metadata: { person_name: 'Ana' },
    dialogues: [
      {
        session_uuid: 's1',
        session_identifier: 'one',
        current_time: '2025-12-15 (Monday)',
        extracted_memory: [{ content: 'moved', source_turn: 1 }],
        dialogue_turns: [
          { speaker: 'User', content: 'When?', is_query: true, query_id: 'q1', topic: 't' },
          {
            speaker: 'Assistant',
            content: 'In May.',
            memory_used: [{ session_uuid: 's1', content: 'moved' }],
          },
        ],
      },
    ],
  },
};

const target = 'question-answering-prompt@1';

export const RUN_FOLDER: Readonly<Record<string, unknown>> = {
  'run/iteration_1/update_results.json': { [target]: '\'Be brief.\\nAnswer "it"\'' },
  'run/iteration_1/feedbacks.json': { [target]: ['too long', 'no date'] },
  'run/iteration_1/aggregated_feedbacks.json': { [target]: 'shorter' },
  'run/iteration_1/iteration_summary.json': { metrics: { judge: 0.5, f1: 0.25 }, other: [] },
};

const traceKey = 'a'.repeat(32);
const quotes = [{ variable: 'msg@1', start: 0, end: 3, text: 'May' }];
const frame = { folded: false };
const verdict = {
  traceKey,
  queryId: 'q1',
  method: 'flow',
  evidenceMode: 'labelled',
  errorType: 'UpdateError',
  opId: 'op-1',
  confidence: 0.8,
  unsure: false,
  sentence: 'The update lost the month.',
  stages: [
    {
      stage: 'construction',
      status: 'held',
      opId: 'op-1',
      variable: 'msg@1',
      quotes,
      sentence: 's',
    },
  ],
  laterLosses: [{ errorType: 'ResponseError', opId: 'op-2', sentence: 's' }],
  doubts: [{ about: 'label', confidence: 0.2, sentence: 's', quotes }],
  evidence: ['msg@1'],
};
const proof = {
  queryId: 'q1',
  opId: 'op-1',
  outcome: 'proved',
  reason: 'r',
  decisive: 'op-1',
  steps: [{ part: 'input', speaksFor: true, opId: 'op-1', quotes, sentence: 's' }],
};

const spent = { calls: 1, cachedCalls: 0, inputTokens: 2 };

export const NOTEBOOK_PARTS: Readonly<Record<string, unknown>> = {
  'manifest.json': {
    format: 'memtrace-notebook',
    version: 1,
    title: 'One',
    traces: [{ key: traceKey, name: 'a.json', path: 'a.json', file: 'traces/1.json' }],
    replays: [{ ref: 'lab-1/trial-0001/t', file: 'replays/1.json' }],
  },
  'notebook.json': {
    format: 2,
    id: 'n1',
    title: 'One',
    cells: [
      { ...frame, id: 'c1', kind: 'traces' },
      {
        ...frame,
        id: 'c2',
        kind: 'failed',
        table: { outcomes: ['failed'], text: 'x', sort: { column: 'question', descending: true } },
        attribution: { evidence: 'labelled', evidenceQuery: 'gold' },
        ran: { at: 1, inputs: 'i' },
      },
      { ...frame, id: 'c3', kind: 'case', shown: { trace: traceKey, query: 'q1' } },
      { ...frame, id: 'c4', kind: 'labels', annotator: 'Ana' },
      { ...frame, id: 'c5', kind: 'note', text: '# Note', title: 't' },
      { ...frame, id: 'c6', kind: 'lab', lab: 'lab-1' },
    ],
  },
  'verdicts.json': [{ verdict, opName: 'update', foundAt: 5, proof }],
  'labels.json': [
    {
      traceKey,
      queryId: 'q1',
      annotator: 'Ana',
      label: { errorType: 'UpdateError', opId: 'op-1', reason: 'r', annotator: 'Ana' },
      changedAt: 7,
      edgeId: 'edge-1',
    },
  ],
  'labs.json': [
    {
      lab: {
        id: 'lab-1',
        system: 'mem0',
        traces: [{ key: traceKey, name: 'a.json', conversation: 'c' }],
        split: { by: 'question', seed: 1, tune: ['t q1'], holdOut: ['t q2'] },
        share: 0.5,
        createdAt: 1,
        versions: [
          { id: 'v1', target: 'p', text: '$question', note: '', origin: 'recorded', at: 1 },
        ],
        kept: [['p', 'v1']],
      },
      trials: [
        {
          ...{ labId: 'lab-1', id: 'trial-0001', at: 2, kind: 'trial', scope: 'answers' },
          ...{ judgeRepeats: 1, model: 'm', versions: [['p', 'v1']], spent },
          tried: [
            { traceKey, ref: 'lab-1/trial-0001/t', answers: [], errors: [], changedOperations: 1 },
          ],
        },
      ],
      suggestions: [],
      runs: [],
      steps: [{ runId: 'lab-1/run-0001', key: 'k', step: { kind: 'lost', key: 'k', spent } }],
    },
  ],
  'traces/1.json': graphObject(tinyGraph),
  'replays/1.json': graphObject(tinyGraph),
};

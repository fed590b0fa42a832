import { nodeId, opId, queryId, traceKey } from '../../src/base/brand';
import { problem } from '../../src/base/problem';
import { err, ok } from '../../src/base/result';
import { evaluate } from '../../src/cases/evaluation';
import { shownType, STAGES, type ProofStage, type Verdict } from '../../src/cases/verdict';
import type {
  CaseQuery,
  CaseRow,
  OperationBrief,
  OperationView,
  TraceService,
  TraceSummary,
  VariableView,
} from '../../src/notebook/service/contract';
import { exampleCase, exampleLabel, exampleVerdict } from './example-case';

export const TRACE: TraceSummary = {
  key: traceKey('trace-1'),
  name: 'run.json',
  path: 'runs/run.json',
  graphId: 'graph-1',
  system: 'mem0',
  dataset: 'LoCoMo',
  bytes: 1_950_000,
  counts: { nodes: 359, edges: 500, operations: 96, sessions: 3, annotations: 1 },
  judged: 300,
  failed: 250,
  unscored: 0,
  labelled: 1,
  hasEvidence: true,
  addedAt: 0,
};

export const BRIEF: OperationBrief = {
  opId: opId('op-update'),
  name: 'memory_system.update',
  category: 'construction',
  comment: 'Rewrites a unit.',
  createdAt: Date.UTC(2023, 4, 8, 13, 37),
  sessionId: 'session-2',
  sessionComment: 'second session',
};

/** A value whose quote is written differently once it is decoded. */
export const RAW = String.raw`{"text": "It\u2019s May 2023"}`;

export const VARIABLE: VariableView = {
  id: nodeId('D1:3@1'),
  category: 'message',
  className: undefined,
  comment: '',
  createdAt: NaN,
  metadata: '{}',
  encoding: 'json',
  decoded: 'text: It’s May 2023',
  decodedLength: 19,
  nested: undefined,
  nestedLength: 0,
  raw: RAW,
  offset: 0,
  rawLength: RAW.length,
  valueBytes: 31,
  versions: [{ id: nodeId('D1:3@1'), createdAt: NaN }],
  writtenBy: [],
  readBy: [BRIEF],
  readByCount: 1,
};

export const OPERATION: OperationView = {
  operation: BRIEF,
  metadata: [['prompt', 'Update the unit.']],
  nodes: [
    node('D1:3@1', 'variable', 'input', 'message', 0),
    node('step 0', 'operation', 'operation', 'memory_system.update', 180),
    node('unit@2', 'variable', 'output', 'memory_unit', 360),
  ],
  edges: [
    { id: 'a', source: 'D1:3@1', target: 'step 0', label: '' },
    { id: 'b', source: 'step 0', target: 'unit@2', label: '' },
  ],
  hidden: 4,
};

function node(
  id: string,
  kind: 'variable' | 'operation',
  role: 'input' | 'operation' | 'output',
  label: string,
  x: number,
) {
  return { id, kind, role, label, detail: id, preview: 'attended a group', x, y: 0 };
}

const start = RAW.indexOf('It');

/** A verdict with all seven stations: held up to the update, lost from there on. */
export const VERDICT: Verdict = exampleVerdict({
  stages: STAGES.map((stage, i): ProofStage => ({
    stage,
    status: i < 2 ? 'held' : i === 2 ? 'lost' : 'not-recorded',
    opId: i === 2 ? opId('op-update') : undefined,
    variable: undefined,
    quotes:
      i === 0
        ? [{ variable: VARIABLE.id, start, end: RAW.length - 2, text: RAW.slice(start, -2) }]
        : [],
    sentence: `What ${stage} shows.`,
  })),
});

/** Row `i` of the scripted table; the first is labelled and, once attributed, has a verdict. */
function row(i: number, verdict: Verdict | undefined): CaseRow {
  return {
    traceKey: TRACE.key,
    queryId: i === 0 ? queryId('query:q1@1') : queryId(`query-${i}`),
    question: i === 0 ? exampleCase().question : `Question number ${i}?`,
    gold: 'in May 2023',
    prediction: 'I do not know.',
    system: i % 2 === 0 ? 'mem0' : 'rag',
    dataset: 'LoCoMo',
    questionType: 'temporal',
    outcome: 'failed',
    score: 0,
    label: i === 0 ? { errorType: 'UpdateError', opId: opId('op-update') } : undefined,
    verdict: verdict && {
      shownType: shownType(verdict),
      opId: verdict.opId,
      opName: BRIEF.name,
      confidence: verdict.confidence,
      unsure: verdict.unsure,
      sentence: verdict.sentence,
      evidenceMode: verdict.evidenceMode,
    },
  };
}

/** A scripted stand-in for the trace worker: 250 failed questions, one of which gets a verdict. */
export class ScriptedService implements TraceService {
  /** Every query for rows, in order. */
  readonly queries: CaseQuery[] = [];
  readonly cancelled: string[] = [];
  removed: string[] = [];
  verdict: Verdict | undefined;
  archiveMembers: TraceService['archiveMembers'] = () =>
    Promise.resolve({ members: [], passedOver: [] });

  importFile: TraceService['importFile'] = () =>
    Promise.resolve({ kind: 'read', traces: [TRACE], alreadyThere: [], milliseconds: 12 });

  async cancel(id: string) {
    await Promise.resolve(this.cancelled.push(id));
  }

  choose = () => Promise.resolve();

  traces = () => Promise.resolve(this.removed.includes(TRACE.key) ? [] : [TRACE]);

  removeTrace: TraceService['removeTrace'] = (key) => {
    this.removed.push(key);
    return Promise.resolve(ok(undefined));
  };

  cases: TraceService['cases'] = (query) => {
    this.queries.push(query);
    const all = Array.from({ length: 250 }, (_, i) => row(i, i === 0 ? this.verdict : undefined));
    const rows = all.filter(
      ({ system, question }) =>
        (query.systems?.includes(system) ?? true) &&
        question.toLowerCase().includes((query.text ?? '').toLowerCase()),
    );
    return Promise.resolve({
      rows: rows.slice(query.offset, query.offset + query.limit),
      matching: rows.length,
      total: 300,
      facets: {
        outcomes: [
          { value: 'failed', count: 250 },
          { value: 'passed', count: 50 },
        ],
        systems: [
          { value: 'mem0', count: 125 },
          { value: 'rag', count: 125 },
        ],
        datasets: [{ value: 'LoCoMo', count: 250 }],
        questionTypes: [{ value: 'temporal', count: 250 }],
        verdicts: this.verdict
          ? [
              { value: 'UpdateError', count: 1 },
              { value: 'none', count: 249 },
            ]
          : [{ value: 'none', count: 250 }],
        labels: [{ value: 'UpdateError', count: 1 }],
      },
    });
  };

  attribute: TraceService['attribute'] = (_id, _options, report) => {
    this.verdict = VERDICT;
    report({ done: 1, total: 1 });
    return Promise.resolve(ok({ done: 1, total: 1, cancelled: false, milliseconds: 5 }));
  };

  prove: TraceService['prove'] = () => Promise.resolve(err(problem('replay-unsupported')));

  caseView: TraceService['caseView'] = (_key, query) =>
    Promise.resolve(
      query === VERDICT.queryId
        ? ok({
            case: exampleCase({ label: exampleLabel() }),
            trace: TRACE,
            verdict: this.verdict,
            operations: [BRIEF],
          })
        : err(problem('trace-missing')),
    );

  operationView: TraceService['operationView'] = () => Promise.resolve(ok(OPERATION));
  variableView: TraceService['variableView'] = () => Promise.resolve(ok(VARIABLE));

  evaluation: TraceService['evaluation'] = () =>
    Promise.resolve(
      evaluate([{ case: exampleCase({ label: exampleLabel() }), verdict: this.verdict }]),
    );

  exportResults: TraceService['exportResults'] = () =>
    Promise.resolve(new Blob(['[]'], { type: 'application/json' }));
}

import { describe, expect, it } from 'vitest';
import { opId, queryId, traceKey } from '../../base/brand';
import { exampleCase, exampleLabel } from '../../../test/support/example-case';
import type { Label } from '../case';
import type { ErrorType } from '../error-type';
import { agreementOf } from './agreement';
import { annotationList, interfaceList, readLabelList, type LabelToWrite } from './label-lists';
import { labelQueue } from './label-queue';

const caseNumber = (i: number, trace = 'trace-1') =>
  exampleCase({ traceKey: traceKey(trace), queryId: queryId(`query:q${i}@1`) });

describe('the queue of labelling', () => {
  const cases = Array.from({ length: 40 }, (_, i) => caseNumber(i, `trace-${i % 3}`));

  it('does not depend on the order in which traces were dropped', () => {
    expect(labelQueue([...cases].reverse())).toEqual(labelQueue(cases));
  });

  it('holds every failed case once, mixed over the traces', () => {
    const passed = exampleCase({ outcome: 'passed', queryId: queryId('query:p@1') });
    const queue = labelQueue([...cases, passed]);
    expect(new Set(queue)).toEqual(new Set(cases));
    const changes = queue.filter((c, i) => i > 0 && c.traceKey !== queue[i - 1]?.traceKey).length;
    expect(changes).toBeGreaterThan(15);
  });
});

const says = (errorType: ErrorType, op?: string): Label =>
  exampleLabel({ errorType, opId: op === undefined ? undefined : opId(op), annotator: 'x' });

describe('agreement of two annotators', () => {
  const twice = [
    {
      case: caseNumber(1),
      first: says('UpdateError', 'op-1'),
      second: says('UpdateError', 'op-1'),
    },
    {
      case: caseNumber(2),
      first: says('UpdateError', 'op-1'),
      second: says('UpdateError', 'op-10'),
    },
    {
      case: caseNumber(3),
      first: says('UpdateError', 'op-1'),
      second: says('ResponseError', 'op-1'),
    },
    { case: caseNumber(4), first: says('AnnotationError'), second: says('AnnotationError') },
  ];

  it('is κ over the types, and a share over the operations that both named', () => {
    // Types: 3 of 4 equal; by chance (3·2 + 0·1 + 1·1) / 16 = 7/16; κ = (12/16 − 7/16) / (9/16).
    const { errorType, operation } = agreementOf(twice);
    expect(errorType.kappa).toBeCloseTo(5 / 9, 12);
    expect(operation).toMatchObject({ hits: 2, n: 3 });
  });

  it('lists another type and another operation, op-10 for op-1 among them', () => {
    expect(agreementOf(twice).disagreements).toEqual([twice[1], twice[2]]);
  });
});

const toWrite: readonly LabelToWrite[] = [
  {
    case: caseNumber(1),
    label: exampleLabel({ annotator: 'Ana' }),
    graphId: 'graph-1',
    fileName: 'run.json',
    edgeId: undefined,
    savedAt: Date.UTC(2026, 2, 2, 10),
  },
  {
    case: caseNumber(2),
    label: { errorType: 'AnnotationError', opId: undefined, reason: '', annotator: 'Bo' },
    graphId: 'graph-1',
    fileName: 'run.json',
    edgeId: 'edge-7',
    savedAt: Date.UTC(2026, 2, 2, 11),
  },
];

describe('lists of labels', () => {
  const essence = toWrite.map(({ case: c, label }) => ({ queryId: c.queryId, ...label }));

  it('come back equal from the list of annotations', () => {
    const read = readLabelList(JSON.stringify(annotationList(toWrite)));
    if (!read.ok) throw new Error(read.problem.title);
    expect(read.value.kind).toBe('annotations');
    expect(read.value.labels).toMatchObject(essence);
    expect(read.value.labels[0]?.trace).toBe('graph-1');
  });

  it("come back equal from the annotation interface's list, its edges included", () => {
    const read = readLabelList(JSON.stringify(interfaceList(toWrite)));
    if (!read.ok) throw new Error(read.problem.title);
    expect(read.value.kind).toBe('interface');
    expect(read.value.labels).toMatchObject(essence);
    expect(read.value.labels.map((label) => label.edgeId)).toEqual([undefined, 'edge-7']);
    expect(read.value.labels[0]?.trace).toBe('run.json');
  });

  it('are written with the keys of the annotation interface', () => {
    expect(interfaceList(toWrite)[1]).toEqual({
      saved_at: '2026-03-02T11:00:00',
      graph_id: 'run.json',
      query_id: 'query:q2@1',
      query: 'When did Ana adopt her cat?',
      manual_error_attribution: {
        op_id: null,
        error_type: 'AnnotationError',
        edge_id: 'edge-7',
        reason: '',
      },
      annotator: 'Bo',
    });
  });

  it('take the word null of the interface for no operation, and name what they cannot read', () => {
    const list = [
      {
        query_id: 'q@1',
        manual_error_attribution: { op_id: 'null', error_type: 'LLMAsAJudgeError' },
      },
      { query_id: 'q@1', manual_error_attribution: { error_type: 'unknown' } },
      7,
    ];
    const read = readLabelList(JSON.stringify(list));
    expect(read.ok && read.value.labels.map((label) => label.opId)).toEqual([undefined]);
    expect(read.ok && read.value.unread).toEqual([1, 2]);
  });

  it('are read from a whole trace file as well', () => {
    const file = { graph_id: 'g', data: { annotations: annotationList(toWrite) } };
    const read = readLabelList(JSON.stringify(file));
    expect(read.ok && read.value.labels.length).toBe(2);
  });

  it('refuse what is neither', () => {
    for (const text of ['[]', '{"a": 1}', '[1, 2]']) {
      const read = readLabelList(text);
      expect(!read.ok && read.problem.kind).toBe('not-labels');
    }
    const broken = readLabelList('[{');
    expect(!broken.ok && broken.problem.kind).toBe('not-json');
  });
});

import { ok } from '../../src/base/result';
import { wilson } from '../../src/base/statistics/wilson';
import { evaluate } from '../../src/cases/evaluation';
import type {
  NewLabel,
  QueueItem,
  ScoringService,
} from '../../src/notebook/service/scoring/contract';
import { exampleCase, exampleLabel } from './example-case';
import { BRIEF, TRACE, VERDICT, type ScriptedService } from './scripted-service';

const QUERIES = [VERDICT.queryId];

/** A scripted stand-in for the scoring part of the worker: one case to label, one run. */
export class ScriptedScoring implements ScoringService {
  readonly labels: NewLabel[] = [];

  constructor(private readonly service: ScriptedService) {}

  sideBySide: ScoringService['sideBySide'] = () => {
    const { verdict } = this.service;
    const run = {
      id: 'flow labelled',
      method: 'flow',
      evidence: 'labelled',
      evidenceQuery: undefined,
      verdicts: 1,
    } as const;
    const evaluation = evaluate([{ case: exampleCase({ label: exampleLabel() }), verdict }]);
    return Promise.resolve({
      runs: verdict === undefined ? [] : [run],
      annotators: ['file'],
      left: verdict === undefined ? undefined : { run, evaluation },
      right: undefined,
      comparison: undefined,
    });
  };

  labelDesk: ScoringService['labelDesk'] = (annotator, seed) => {
    const queue = QUERIES.map((query) => this.item(query, annotator));
    return Promise.resolve({
      annotator,
      seed,
      queue,
      done: queue.filter(({ said }) => said !== undefined).length,
      annotators: [{ name: 'file', labels: 1 }],
    });
  };

  labelChoices: ScoringService['labelChoices'] = () => Promise.resolve(ok([BRIEF]));

  setLabel: ScoringService['setLabel'] = (label) => {
    this.labels.push(label);
    return Promise.resolve(ok(undefined));
  };

  removeLabel: ScoringService['removeLabel'] = () => Promise.resolve(ok(undefined));

  undoLabel: ScoringService['undoLabel'] = (annotator) => {
    const taken = this.labels.pop();
    return Promise.resolve(ok(taken && this.item(taken.queryId, annotator)));
  };

  agreement: ScoringService['agreement'] = (first, second) =>
    Promise.resolve({
      first,
      second,
      errorType: { n: 0, observed: undefined, expected: undefined, kappa: undefined },
      operation: wilson(0, 0),
      disagreements: [],
    });

  importLabels: ScoringService['importLabels'] = () =>
    Promise.resolve(ok({ kind: 'annotations', taken: 0, remarks: [] }));

  exportLabels: ScoringService['exportLabels'] = () => Promise.resolve(new Blob(['[]']));
  exportTrace: ScoringService['exportTrace'] = () => Promise.resolve(ok(new Blob(['{}'])));
  benchmarkFiles: ScoringService['benchmarkFiles'] = () => Promise.resolve(ok([]));

  downloadBenchmark: ScoringService['downloadBenchmark'] = () =>
    Promise.resolve(ok({ done: 0, failed: 0, cancelled: false }));

  runBenchmark: ScoringService['runBenchmark'] = (_id, options) => {
    const row = {
      split: 'overall',
      graphs: 0,
      cases: 0,
      errorType: wilson(0, 0),
      operation: wilson(0, 0),
      joint: wilson(0, 0),
      recall: { k: 8, cases: 0, micro: undefined, macro: undefined },
      milliseconds: 0,
      attributed: 0,
      modelCalls: 0,
    };
    return Promise.resolve(ok({ options, rows: [], overall: row, cancelled: false }));
  };

  stop: ScoringService['stop'] = () => Promise.resolve();

  private item(queryId: QueueItem['queryId'], annotator: string): QueueItem {
    const label = this.labels.findLast(
      (made) => made.annotator === annotator && made.queryId === queryId,
    );
    const said = label && { errorType: label.errorType, opId: label.opId };
    return { traceKey: TRACE.key, queryId, said, reason: label?.reason ?? '' };
  }
}

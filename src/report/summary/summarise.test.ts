import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exampleCase, exampleVerdict } from '../../../test/support/example-case';
import { nodeId, opId, queryId, traceKey } from '../../base/brand';
import { needsVerdict } from '../../cases/case';
import { MEMORY_ERROR_TYPES } from '../../cases/error-type';
import { STAGES, shownType } from '../../cases/verdict';
import type { ReportEntry } from './contract';
import { summarise } from './summarise';

const status = fc.constantFrom('held', 'partly', 'lost', 'not-recorded');

const verdict = fc
  .record({
    errorType: fc.constantFrom(...MEMORY_ERROR_TYPES),
    statuses: fc.array(status, { minLength: STAGES.length, maxLength: STAGES.length }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    unsure: fc.boolean(),
  })
  .map(({ statuses, ...rest }) =>
    exampleVerdict({
      ...rest,
      stages: STAGES.map((stage, i) => ({
        stage,
        status: statuses[i] ?? 'not-recorded',
        opId: undefined,
        variable: undefined,
        quotes: [{ variable: nodeId('m:1@1'), start: 0, end: 4, text: stage }],
        sentence: '',
      })),
    }),
  );

const entry: fc.Arbitrary<ReportEntry> = fc
  .record({
    trace: fc.constantFrom('a', 'b'),
    system: fc.constantFrom('mem0', 'rag', 'generic'),
    outcome: fc.constantFrom('failed', 'passed', 'unscored'),
    questionType: fc.constantFrom('', 'temporal', '__proto__'),
    verdict: fc.option(verdict, { nil: undefined }),
    opName: fc.constantFrom('memory_update', 'constructor', 'retrieve'),
  })
  .map(({ trace, verdict: found, opName, ...rest }) => ({
    case: exampleCase({ ...rest, traceKey: traceKey(trace) }),
    path: `${trace}.json`,
    verdict: found,
    opName: found === undefined ? '' : opName,
  }));

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe('the summary of verdicts', () => {
  test('counts every verdict exactly once in each table, in the classes and by trace', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const summary = summarise(entries);
        const attributed = entries.filter((e) => e.verdict !== undefined).length;
        expect(summary.totals.attributed).toBe(attributed);
        for (const { rows } of [summary.bySystem, summary.byOperation, summary.byQuestionType]) {
          expect(sum(rows.map((row) => row.attributed))).toBe(attributed);
          expect(sum(rows.flatMap((row) => row.counts))).toBe(attributed);
        }
        expect(sum(summary.classes.map((c) => c.n))).toBe(attributed);
        expect(sum(summary.traces.map((trace) => trace.attributed))).toBe(attributed);
        expect(sum(summary.traces.map((trace) => trace.cases))).toBe(entries.length);
        expect(sum(summary.ways.map((way) => way.n))).toBe(attributed);
        expect(summary.totals.toAttribute).toBe(entries.filter((e) => needsVerdict(e.case)).length);
      }),
      { seed: 1 },
    );
  });

  test('never lets a fact come back further down the funnel', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        const { attributed, stages } = summarise(entries).funnel;
        let before = attributed;
        for (const stage of stages) {
          expect(sum(Object.values(stage.status))).toBe(attributed);
          expect(stage.survived).toBeLessThanOrEqual(before);
          expect(stage.survived).toBeGreaterThanOrEqual(before - stage.status.lost);
          before = stage.survived;
        }
      }),
      { seed: 2 },
    );
  });

  test('shows examples of their own class only, each operation before the second case of one', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        for (const c of summarise(entries, { examples: 3 }).classes) {
          expect(c.examples.length).toBe(Math.min(3, c.n));
          const operations = new Set(c.examples.map((example) => example.opName));
          expect(operations.size).toBe(Math.min(c.examples.length, c.operations.length));
          for (const example of c.examples) expect(example.quotes.length).toBeLessThanOrEqual(4);
        }
      }),
      { seed: 3 },
    );
  });

  test('prefers a proved case, then a sure one, as the example', () => {
    const named = (name: string, changes: Partial<ReportEntry>): ReportEntry => ({
      case: exampleCase({ queryId: queryId(name) }),
      path: 'a.json',
      verdict: exampleVerdict({ queryId: queryId(name), confidence: 0.6 }),
      opName: 'memory_update',
      ...changes,
    });
    const proof = {
      queryId: queryId('proved'),
      opId: opId('op-update'),
      outcome: 'proved',
      reason: '',
      decisive: undefined,
      steps: [],
    } as const;
    const summary = summarise([
      named('unsure', { verdict: exampleVerdict({ unsure: true, confidence: 0.99 }) }),
      named('sure', {}),
      named('proved', { proof }),
    ]);
    expect(summary.classes[0]?.examples.map((example) => example.queryId)).toEqual([
      'proved',
      'sure',
    ]);
    expect(summary.totals).toMatchObject({ proved: 1, refuted: 0, unsure: 1 });
  });

  test('counts a confident doubt as what it says, and a broken run once', () => {
    const doubt = { confidence: 0.95, quotes: [] } as const;
    const doubted = exampleVerdict({
      doubts: [
        { ...doubt, about: 'label', sentence: 'The gold answer is wrong.' },
        { ...doubt, about: 'pipeline', sentence: 'All answers are empty.' },
      ],
    });
    const entries = [1, 2].map(() => ({
      case: exampleCase(),
      path: 'a.json',
      verdict: doubted,
      opName: 'answer',
    }));
    const summary = summarise(entries);
    expect(shownType(doubted)).toBe('AnnotationError');
    expect(summary.classes.map((c) => [c.type, c.n])).toEqual([['AnnotationError', 2]]);
    expect(summary.brokenRuns).toEqual(['a.json: All answers are empty.']);
  });
});

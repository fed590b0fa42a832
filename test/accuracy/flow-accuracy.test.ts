import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Case } from '../../src/cases/case';
import { wilson } from '../../src/base/statistics/wilson';
import { evaluate, type Evaluation } from '../../src/cases/evaluation';
import { toMemoryErrorType } from '../../src/cases/error-type';
import {
  confidentDoubt,
  STAGES,
  type EvidenceMode,
  type Quote,
  type Verdict,
} from '../../src/cases/verdict';
import { hasSharedData, sharedPath } from '../support/shared-data';
import { attributeFile, type AttributedTrace } from './attributed';

const FOLDERS = {
  small: ['small/mem0', 'small/rag', 'small/evermemos', 'small/long_context'],
  natural: ['natural/mem0', 'natural/rag', 'natural/evermemos'],
  human: ['human'],
} as const;
const MODES: readonly EvidenceMode[] = ['labelled', 'retrieved'];
const present = hasSharedData(...Object.values(FOLDERS).flat());

const traces = new Map<string, AttributedTrace[]>();

async function attributeSet(set: keyof typeof FOLDERS, evidence: EvidenceMode): Promise<void> {
  const found: AttributedTrace[] = [];
  for (const folder of FOLDERS[set])
    for (const name of readdirSync(sharedPath(folder)))
      if (!name.includes('membase'))
        found.push(...(await attributeFile(sharedPath(folder, name), { evidence })));
  traces.set(`${set} ${evidence}`, found);
}

const of = (set: keyof typeof FOLDERS, evidence: EvidenceMode): readonly AttributedTrace[] =>
  traces.get(`${set} ${evidence}`) ?? [];
const judgedOf = (set: keyof typeof FOLDERS, evidence: EvidenceMode) =>
  of(set, evidence).flatMap(({ judged }) => judged);

// The bars are about the five memory error types: doubts are measured apart.
const evaluateTypes = (set: keyof typeof FOLDERS, evidence: EvidenceMode): Evaluation =>
  evaluate(
    judgedOf(set, evidence).map(({ case: c, verdict }) => ({
      case: c,
      verdict: { ...verdict, doubts: [] },
    })),
  );

const isMemory = (c: Case): boolean =>
  c.label !== undefined && toMemoryErrorType(c.label.errorType) !== undefined;

const share = (hits: number, all: number): number => hits / Math.max(1, all);

describe.skipIf(!present)('flow on the labelled traces (skipped where they are absent)', () => {
  beforeAll(async () => {
    for (const set of ['small', 'natural', 'human'] as const)
      for (const mode of MODES) await attributeSet(set, mode);
  }, 120_000);

  it('names type and operation of the copied traces', () => {
    const labelled = evaluateTypes('small', 'labelled');
    expect(labelled.overall.errorType.share).toBeGreaterThanOrEqual(0.98);
    expect(labelled.overall.operation.share).toBeGreaterThanOrEqual(0.97);
    for (const { scores } of labelled.bySystem) {
      expect(scores.errorType.share).toBeGreaterThanOrEqual(0.95);
      expect(scores.operation.share).toBeGreaterThanOrEqual(0.95);
    }
    const retrieved = evaluateTypes('small', 'retrieved');
    expect(retrieved.overall.errorType.share).toBeGreaterThanOrEqual(0.93);
    expect(retrieved.overall.operation.share).toBeGreaterThanOrEqual(0.9);
  });

  it('names type and operation where a language model chose the words', () => {
    const labelled = evaluateTypes('natural', 'labelled');
    expect(labelled.overall.errorType.share).toBeGreaterThanOrEqual(0.9);
    expect(labelled.overall.operation.share).toBeGreaterThanOrEqual(0.9);
    for (const { scores } of labelled.bySystem)
      expect(scores.errorType.share).toBeGreaterThanOrEqual(0.7);
    const retrieved = evaluateTypes('natural', 'retrieved');
    expect(retrieved.overall.errorType.share).toBeGreaterThanOrEqual(0.8);
    expect(retrieved.overall.operation.share).toBeGreaterThanOrEqual(0.8);
  });

  it('names the stage that people named on a real run', () => {
    expect(evaluateTypes('human', 'labelled').overall.errorType.share).toBeGreaterThanOrEqual(0.76);
    expect(evaluateTypes('human', 'retrieved').overall.errorType.share).toBeGreaterThanOrEqual(0.7);
  });

  it('is worth something where no gold answer could guide the search', async () => {
    // Measured: .651 on the model-worded traces; guessing the majority gives .556 there.
    const judged: { readonly case: Case; readonly verdict: Verdict }[] = [];
    for (const folder of FOLDERS.natural)
      for (const name of readdirSync(sharedPath(folder)))
        if (!name.includes('membase'))
          for (const trace of await attributeFile(sharedPath(folder, name), {
            evidence: 'retrieved',
            evidenceQuery: 'question',
          }))
            judged.push(...trace.judged);
    const memory = judged.filter(({ case: c }) => isMemory(c));
    const right = memory.filter(({ case: c, verdict }) => verdict.errorType === c.label?.errorType);
    expect(share(right.length, memory.length)).toBeGreaterThanOrEqual(0.6);
  });

  it('doubts annotations and judges where people did, and hardly anything else', () => {
    const judged = judgedOf('natural', 'labelled').filter(({ case: c }) => c.label !== undefined);
    const memory = judged.filter(({ case: c }) => isMemory(c));
    const others = judged.filter(({ case: c }) => !isMemory(c));
    const doubted = memory.filter(({ verdict }) => confidentDoubt(verdict) !== undefined);
    const recognised = others.filter(({ verdict }) => confidentDoubt(verdict) !== undefined);
    expect(doubted.length).toBeLessThanOrEqual(1);
    expect(2 * recognised.length).toBeGreaterThanOrEqual(others.length);
  });

  it('quotes nothing that does not stand in the trace at the stated place', () => {
    let quotes = 0;
    for (const set of ['small', 'natural', 'human'] as const)
      for (const mode of MODES)
        for (const { graph, judged } of of(set, mode))
          for (const { verdict } of judged)
            for (const quote of quotesOf(verdict)) {
              const node = graph.findNode(quote.variable);
              const raw = node === undefined ? '' : graph.rawValue(node);
              expect(raw.slice(quote.start, quote.end)).toBe(quote.text);
              quotes++;
            }
    expect(quotes).toBeGreaterThan(1000);
  });

  it('gives every verdict an operation that exists and one entry a station, in order', () => {
    for (const set of ['small', 'natural', 'human'] as const)
      for (const mode of MODES)
        for (const { graph, judged } of of(set, mode))
          for (const { verdict } of judged) {
            expect(graph.findOperation(verdict.opId)).toBeDefined();
            expect(verdict.stages.map(({ stage }) => stage)).toEqual(STAGES);
            expect(verdict.sentence).not.toBe('');
            expect(verdict.unsure).toBe(verdict.settle !== undefined);
          }
  });

  it('is right as often as it says', () => {
    const bins = new Map<number, { cases: number; right: number; said: number }>();
    for (const set of ['small', 'natural', 'human'] as const)
      for (const mode of MODES)
        for (const { case: c, verdict } of judgedOf(set, mode)) {
          if (!isMemory(c)) continue;
          const edge = Math.floor(verdict.confidence * 5) / 5;
          const bin = bins.get(edge) ?? { cases: 0, right: 0, said: 0 };
          bins.set(edge, bin);
          bin.cases++;
          bin.said += verdict.confidence;
          if (verdict.errorType === c.label?.errorType) bin.right++;
        }
    const table = [...bins].sort(([a], [b]) => a - b);
    for (const [edge, { cases, right, said }] of table) {
      const seen = wilson(right, cases);
      const text = `${edge.toFixed(1)}: said ${share(said, cases).toFixed(2)}, right ${share(right, cases).toFixed(2)} of ${String(cases)}`;
      expect(share(said, cases), text).toBeGreaterThanOrEqual((seen.low ?? 0) - 0.02);
      expect(share(said, cases), text).toBeLessThanOrEqual((seen.high ?? 1) + 0.02);
    }
  });
});

const quotesOf = ({ stages, doubts }: Verdict): readonly Quote[] =>
  [...stages, ...doubts].flatMap(({ quotes }) => quotes);

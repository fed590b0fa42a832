import { describe, expect, it } from 'vitest';
import { buildAdjacency } from '../../graph/adjacency';
import { EvolutionGraph } from '../../graph/evolution-graph';
import { MemoryBytes } from '../../trace/bytes';
import { needsVerdict, type Case } from '../../cases/case';
import { collectCases } from '../../cases/collect';
import { caseRemarks } from '../../cases/remarks';
import type { Verdict } from '../../cases/verdict';
import { readText, tracesOf, verdictOn } from '../../../test/support/read-text';
import { attributeFlow } from './attribute-flow';

const COLUMNS = ['question', 'gold', 'prediction', 'context', 'evidence', 'score'] as const;
type Asked = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

/** A question whose answer was wrong; what is `undefined` is no column of the table. */
const ASKED: Asked = {
  question: 'Where did Ida leave her blue bicycle?',
  gold: 'at the harbour',
  prediction: 'In the cellar.',
  score: '0',
};
const HELD = 'Ida said on Monday that she left her blue bicycle at the harbour.';
const OTHER = 'Noor cooks soup on Sundays and likes long walks.';

async function attributed(asked: Asked): Promise<{ cases: readonly Case[]; verdicts: Verdict[] }> {
  const columns = COLUMNS.filter((name) => asked[name] !== undefined);
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const table = [columns.join(','), columns.map((name) => cell(asked[name] ?? '')).join(',')];
  const outcome = await readText(table.join('\n'));
  const [read] = tracesOf(outcome);
  if (outcome.kind === 'refused' || read === undefined || typeof outcome.bytes === 'string')
    throw new Error(verdictOn(outcome));
  const bytes = new MemoryBytes(new Uint8Array(await outcome.bytes.arrayBuffer()));
  const graph = new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), bytes);
  const cases = collectCases(graph);
  const verdicts = attributeFlow(graph, cases.filter(needsVerdict), { evidence: 'labelled' });
  return { cases, verdicts: [...verdicts] };
}

async function verdictFor(asked: Asked): Promise<Verdict> {
  const { verdicts } = await attributed({ ...ASKED, ...asked });
  const [verdict] = verdicts;
  if (verdict === undefined || verdicts.length > 1) throw new Error('There is not one verdict.');
  return verdict;
}

const statusOf = (verdict: Verdict, stage: string) =>
  verdict.stages.find((station) => station.stage === stage)?.status;
const quotesOf = (verdict: Verdict, stage: string) =>
  verdict.stages.find((station) => station.stage === stage)?.quotes.map(({ text }) => text) ?? [];

describe('a wrong answer of a file that holds contexts', () => {
  const EVIDENCE = 'I left my blue bicycle at the harbour.';

  it.each([
    ['by the gold answer', {}],
    ['by the text of the evidence', { evidence: EVIDENCE }],
  ])('is a response error when the context held the answer, told %s', async (_, more) => {
    const verdict = await verdictFor({ context: HELD, ...more });
    expect(verdict.errorType).toBe('ResponseError');
    expect(statusOf(verdict, 'context')).toBe('held');
    expect(quotesOf(verdict, 'context').join(' ')).toContain('harbour');
    expect(verdict.sentence).toContain('but the answer said ‘In the cellar.’');
  });

  it.each([
    ['by the gold answer', {}],
    ['by the text of the evidence', { evidence: EVIDENCE }],
  ])('is a retrieval error when it did not, told %s, and never sure', async (_, more) => {
    const verdict = await verdictFor({ context: OTHER, ...more });
    expect(verdict.errorType).toBe('RetrievalError');
    expect(statusOf(verdict, 'context')).toBe('lost');
    // It may have been lost before retrieval, of which the file says nothing.
    expect(verdict.unsure).toBe(true);
    expect(verdict.settle).toContain('Drop the trace of the run');
    expect(verdict.sentence).toContain('whether a memory ever held it cannot be told');
  });

  it.each([HELD, OTHER])('says that earlier stages were not recorded: %s', async (context) => {
    for (const evidence of [undefined, EVIDENCE]) {
      const verdict = await verdictFor({
        context,
        ...(evidence === undefined ? {} : { evidence }),
      });
      expect(verdict.sentence).toContain('Earlier stages were not recorded in this file');
      expect([statusOf(verdict, 'construction'), statusOf(verdict, 'memory')]).toEqual([
        'not-recorded',
        'not-recorded',
      ]);
      expect(verdict.opId).not.toBe('');
    }
  });

  it('has the evidence as its first station where the file has its text', async () => {
    const verdict = await verdictFor({ context: OTHER, evidence: EVIDENCE });
    expect(verdict.evidenceMode).toBe('labelled');
    expect(verdict.evidence).toHaveLength(1);
    expect(statusOf(verdict, 'evidence')).toBe('held');
    expect(quotesOf(verdict, 'evidence').join(' ')).toContain('harbour');
    expect((await verdictFor({ context: OTHER })).evidence).toEqual([]);
  });

  it('is surer when the evidence says it too, and unsure where only evidence says it was given', async () => {
    expect((await verdictFor({ context: HELD })).unsure).toBe(false);
    const absent = await verdictFor({ context: OTHER });
    const proven = await verdictFor({ context: OTHER, evidence: EVIDENCE });
    expect(proven.confidence).toBeGreaterThan(absent.confidence);
    expect((await verdictFor({ context: HELD, evidence: EVIDENCE })).unsure).toBe(true);
  });

  it('is unsure without a right answer, or where the right answer is that there is none', async () => {
    const unknown = await verdictFor({ context: HELD, gold: '' });
    expect(unknown).toMatchObject({ errorType: 'ResponseError', unsure: true });
    expect(unknown.sentence).toContain('No right answer is recorded');
    const silent = await verdictFor({ context: HELD, gold: 'This was not mentioned.' });
    expect(silent).toMatchObject({ errorType: 'ResponseError', unsure: true });
    expect(silent.sentence).toContain('The right answer was that there is none');
    expect(statusOf(silent, 'context')).toBe('not-recorded');
  });

  it('was given nothing when its cell is empty', async () => {
    const verdict = await verdictFor({ context: '' });
    expect(verdict).toMatchObject({ errorType: 'RetrievalError', unsure: true });
  });
});

describe('a wrong answer of a file without contexts', () => {
  it('gets no verdict, and the case says why', async () => {
    const { cases, verdicts } = await attributed(ASKED);
    expect(verdicts).toEqual([]);
    expect(cases).toMatchObject([{ outcome: 'failed', limit: 'judge-only' }]);
    const [remark] = caseRemarks(cases);
    expect(remark?.problem).toMatchObject({ kind: 'judge-only', detail: '1 of 1 questions.' });
    expect(remark?.problem.next).toContain('context');
  });
});

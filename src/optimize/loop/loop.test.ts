import { beforeAll, describe, expect, test } from 'vitest';
import { LOOP_SETTINGS, memoryHost, openTalks, simulatedRun } from '../../../test/support/lab-host';
import { SimulatedMemoryLlm } from '../../../test/support/simulated-memory-llm';
import { BARE_PROMPTS, HALF_PROMPTS } from '../../../test/support/simulated-talks';
import type { AnsweredQuestion } from '../compare/answers';
import { SUGGEST_DEFAULTS } from '../suggest/suggest';
import type { TrialTrace } from '../trial/scope';
import { runLoop, type LoopHost } from './loop';

const shareOf = (answers: readonly AnsweredQuestion[], part: 'tune' | 'hold-out'): number => {
  const own = answers.filter((each) => each.part === part);
  return own.filter(({ judge }) => judge === 1).length / own.length;
};

describe('the loop from verdicts to better prompts', () => {
  let bare: readonly TrialTrace[];
  let half: readonly TrialTrace[];
  beforeAll(async () => {
    bare = await openTalks([1, 2, 3, 4], BARE_PROMPTS, { dates: 3, advice: 2, plain: 1 });
    half = await openTalks([1, 2], HALF_PROMPTS, { dates: 2, advice: 1, plain: 3 });
  }, 60_000);

  test('finds the missing instructions and raises the hold-out score', async () => {
    const result = await simulatedRun(bare, { optimiser: 'good' });
    expect(result.stopped).toBeUndefined();
    const kept = new Map(result.kept);
    expect(kept.get('fact-extraction-system-prompt')).toMatch(
      /date[\s\S]*assistant|assistant[\s\S]*date/,
    );
    expect(kept.get('question-answering-prompt')).toContain('brief');
    expect(shareOf(result.before, 'hold-out')).toBe(0);
    expect(shareOf(result.after, 'hold-out')).toBe(1);
    expect(result.errorsAfter.length).toBeLessThan(result.errorsBefore.length);
    const [first] = result.rounds;
    expect(first?.gate?.kept).toBe(true);
    expect(first?.suggestions.flatMap(({ feedbacks }) => feedbacks).length).toBeGreaterThan(5);
    expect(first?.suggestions[0]?.feedbacks[0]?.calls[0]?.messages.length).toBe(2);
  });

  test('never shows a question of hold-out to the optimiser', async () => {
    const { host, made } = memoryHost(bare);
    await runLoop({ id: 'run', settings: LOOP_SETTINGS, host, model: new SimulatedMemoryLlm() });
    const seen = made.flatMap((step) => (step.kind === 'feedback' ? [step.value] : []));
    expect(seen.length).toBeGreaterThan(0);
    for (const { traceKey, queryId } of seen) expect(host.partOf(traceKey, queryId)).toBe('tune');
  });

  test('rejects every prompt of an optimiser that makes them worse', async () => {
    for (let seed = 0; seed < 4; seed++) {
      const suggest = { ...SUGGEST_DEFAULTS, seed };
      const { kept, rounds } = await simulatedRun(half, { optimiser: 'worse' }, { suggest });
      expect(kept).toEqual([]);
      expect(rounds).toHaveLength(2);
      for (const { gate } of rounds) expect(gate?.kept).toBe(false);
    }
  }, 20_000);

  test('refuses prompts that hold answers of the cases, before they are tried', async () => {
    const result = await simulatedRun(bare, { optimiser: 'leaky' }, { rounds: 1 });
    expect(result.kept).toEqual([]);
    expect(result.rounds[0]?.trial).toEqual([]);
    const refused = result.rounds[0]?.suggestions.flatMap(({ update }) => update?.refused ?? []);
    expect(refused?.join(' ')).toContain('right answer of a case');
  });

  test('stops on its budget and says so, with what there is', async () => {
    const result = await simulatedRun(bare, {}, { budget: { calls: 40 } });
    expect(result.stopped?.kind).toBe('lab-budget');
    expect(result.spent.calls).toBe(40);
    expect(result.kept).toEqual([]);
  });

  test('comes out the same when it was stopped after any of its steps', async () => {
    const two = await openTalks([5, 6], BARE_PROMPTS, { dates: 1, advice: 1, plain: 1 });
    const whole = memoryHost(two);
    const settings = { ...LOOP_SETTINGS, rounds: 1, control: true };
    const model = (): SimulatedMemoryLlm => new SimulatedMemoryLlm();
    const expected = await runLoop({ id: 'run', settings, host: whole.host, model: model() });
    const steps = whole.made.length;
    expect(steps).toBeGreaterThan(8);
    for (let stopAt = 1; stopAt < steps; stopAt += 3) {
      const first = memoryHost(two);
      const stopping = new AbortController();
      const host: LoopHost = {
        ...first.host,
        keepStep: async (step) => {
          const kept = await first.host.keepStep(step);
          if (first.made.length === stopAt) stopping.abort();
          return kept;
        },
      };
      const { signal } = stopping;
      const cut = await runLoop({ id: 'run', settings, host, model: model(), signal });
      expect(cut.ok ? cut.value.stopped?.kind : '').toBe('cancelled');
      // What was kept crosses a store.
      const stored = structuredClone(first.made);
      const second = memoryHost(two, stored);
      for (const [ref, bytes] of first.kept) second.kept.set(ref, bytes);
      const resumed = await runLoop({ id: 'run', settings, host: second.host, model: model() });
      expect(resumed).toEqual(expected);
    }
  }, 20_000);
});

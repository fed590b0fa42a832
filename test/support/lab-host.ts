import type { TraceKey } from '../../src/base/brand';
import { ok } from '../../src/base/result';
import { collectCases } from '../../src/cases/collect';
import { questionKey } from '../../src/optimize/compare/answers';
import {
  runLoop,
  type LoopHost,
  type LoopResult,
  type LoopSettings,
} from '../../src/optimize/loop/loop';
import type { LoopStep } from '../../src/optimize/loop/steps';
import { partOf, splitQuestions } from '../../src/optimize/split/split';
import { SUGGEST_DEFAULTS } from '../../src/optimize/suggest/suggest';
import { flowVerdictsOf, openReplayed } from '../../src/optimize/trial/run-trial';
import type { TrialTrace } from '../../src/optimize/trial/scope';
import { graphOfText } from './graph-of-text';
import { SimulatedMemoryLlm, type SimulatedOptions } from './simulated-memory-llm';
import { recordTalk, simulatedTalk, type TalkSize } from './simulated-talks';

export const LOOP_SETTINGS: LoopSettings = {
  rounds: 2,
  scope: 'conversation',
  judgeRepeats: 1,
  control: false,
  suggest: SUGGEST_DEFAULTS,
  budget: {},
};

/** Recorded talks, opened. */
export async function openTalks(
  numbers: readonly number[],
  prompts: ReadonlyMap<string, string>,
  size: TalkSize,
): Promise<readonly TrialTrace[]> {
  return Promise.all(
    numbers.map(async (number) => {
      const graph = await graphOfText(await recordTalk(simulatedTalk(number, size), prompts));
      const cases = collectCases(graph);
      return { graph, cases, verdicts: flowVerdictsOf(graph, cases) };
    }),
  );
}

/** A host in memory, with the steps and traces it was given to keep. */
export function memoryHost(traces: readonly TrialTrace[], steps: readonly LoopStep[] = []) {
  const split = splitQuestions(
    traces.flatMap(({ graph, cases }) =>
      cases.map((each) => ({
        id: questionKey(each),
        conversation: graph.columns.header.userId ?? '',
        question: each.question,
        failed: each.outcome === 'failed',
      })),
    ),
    { seed: 3, share: 0.4 },
  );
  const part = partOf(split);
  const byKey = new Map<TraceKey, TrialTrace>(traces.map((trace) => [trace.graph.key, trace]));
  const kept = new Map<string, Uint8Array>();
  const made: LoopStep[] = [...steps];
  const host: LoopHost = {
    traces: [...byKey.keys()],
    open: (key) => {
      const trace = byKey.get(key);
      if (trace === undefined) throw new Error('no such trace');
      return Promise.resolve(ok(trace));
    },
    partOf: (traceKey, queryId) => part(questionKey({ traceKey, queryId })),
    keepTrace: (ref, bytes) => {
      kept.set(ref, bytes);
      return Promise.resolve(ok(undefined));
    },
    openTrace: async (ref, cases) =>
      ok(await openReplayed(kept.get(ref) ?? new Uint8Array(), cases)),
    steps,
    keepStep: (step) => {
      made.push(step);
      return Promise.resolve(ok(undefined));
    },
  };
  return { host, made, kept };
}

/** A whole run with the simulated model. */
export async function simulatedRun(
  traces: readonly TrialTrace[],
  options: SimulatedOptions,
  settings: Partial<LoopSettings> = {},
): Promise<LoopResult> {
  const result = await runLoop({
    id: 'run',
    settings: { ...LOOP_SETTINGS, ...settings },
    host: memoryHost(traces).host,
    model: new SimulatedMemoryLlm(options),
  });
  if (!result.ok) throw new Error(result.problem.detail);
  return result.value;
}

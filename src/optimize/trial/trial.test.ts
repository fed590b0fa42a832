import { beforeAll, describe, expect, test } from 'vitest';
import { ScriptedChat } from '../../../test/support/scripted-chat';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import { graphOfFile } from '../../../test/support/shared-graph';
import { collectCases } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { checkImport } from '../../replay/recorder';
import { findTargets } from '../targets/targets';
import { promptVariables } from '../targets/optimisable';
import { priceTrial } from './price';
import { flowVerdictsOf, tryTrace, type TrialParts } from './run-trial';
import type { TrialTrace } from './scope';
import { MeteredChat } from './spending';

const sample = new URL('../../../public/samples/first-steps.json', import.meta.url).pathname;

async function openTrace(path: string): Promise<TrialTrace> {
  const graph = await graphOfFile(path);
  const cases = collectCases(graph);
  return { graph, cases, verdicts: flowVerdictsOf(graph, cases) };
}

const partsOf = (
  graph: EvolutionGraph,
  model: TrialParts['model'],
  wish: Partial<TrialParts> = {},
): TrialParts => ({
  scope: 'answers',
  prompts: new Map([['question-answering-prompt', 'Say it. $question $context']]),
  judgeRepeats: 1,
  model,
  partOf: () => 'tune',
  traceKey: graph.key,
  mark: 'test',
  ...wish,
});

const countsOf = (model: ScriptedChat) => {
  const counts: Record<string, number> = {};
  for (const { purpose } of model.asked) counts[purpose] = (counts[purpose] ?? 0) + 1;
  return counts;
};

describe.skipIf(!hasSharedData('small/mem0'))('a trial on a shared Mem0 trace', () => {
  test('that only changes the answer prompt makes exactly one answer call and one judge call a question', async () => {
    const trace = await openTrace(sharedPath('small/mem0/locomo_locomo-1.json'));
    const model = new ScriptedChat((_request, purpose) =>
      purpose === 'judgement' ? '{"label": "CORRECT"}' : 'Nobody can say.',
    );
    const price = await priceTrial([trace], partsOf(trace.graph, model), undefined);
    const tried = await tryTrace(trace, partsOf(trace.graph, model));
    if (!tried.ok) throw new Error(tried.problem.detail);
    const n = trace.cases.length;
    expect(n).toBeGreaterThan(10);
    expect(countsOf(model)).toEqual({ answer: n, judgement: n });
    expect(price.calls).toEqual({ least: n, most: 2 * n });
    expect(price.cost).toBeUndefined();
    expect(tried.value.answers).toHaveLength(n);
    expect(tried.value.answers.every(({ judge }) => judge === 1)).toBe(true);
    expect(tried.value.changedOperations).toBe(2 * n);
  });

  test('names the three prompts that Mem0 can be given, with the cases that read them', async () => {
    const { graph, cases, verdicts } = await openTrace(
      sharedPath('small/mem0/locomo_locomo-1.json'),
    );
    expect(promptVariables(graph).map(({ name, role }) => `${name} ${role}`)).toEqual([
      'fact-extraction-system-prompt construction',
      'memory-update-decision-prompt construction',
      'question-answering-prompt answer',
    ]);
    const accused = cases
      .filter(({ outcome }) => outcome === 'failed')
      .map((failed) => ({ failed, verdict: verdicts.get(failed.queryId) }));
    const { targets, unfixable, open } = findTargets(graph, accused);
    expect(open).toBe(0);
    const assigned = targets.flatMap(({ failed }) => failed);
    expect(new Set([...assigned, ...unfixable.map((each) => each.failed)]).size).toBe(
      accused.length,
    );
    for (const { failed, because, parameters } of unfixable)
      if (because === 'no-prompt' && failed.errorType === 'RetrievalError')
        expect(parameters[0]).toMatchObject({ name: 'top_k' });
    for (const { name, failed } of targets)
      for (const { errorType } of failed)
        expect(name === 'question-answering-prompt').toBe(errorType === 'ResponseError');
  });

  test.each(['rag', 'long_context', 'evermemos'])(
    'finds at least question answering in %s',
    async (system) => {
      const graph = await graphOfFile(sharedPath(`small/${system}/locomo_locomo-1.json`));
      const roles = promptVariables(graph).map(({ role }) => role);
      expect(roles).toContain('answer');
      expect(promptVariables(graph).some(({ name }) => name.startsWith('judge'))).toBe(false);
    },
  );
});

describe('a trial', () => {
  let trace: TrialTrace;
  beforeAll(async () => {
    trace = await openTrace(sample);
  });
  const recordedAnswer = (text: string): string =>
    trace.cases.find(({ question }) => text.includes(question))?.prediction ?? '';

  test('of the broken operations asks for the accused step and what follows, and leaves the rest as recorded', async () => {
    const model = new ScriptedChat((request, purpose) => {
      const text = request.messages.map((message) => message.text).join('\n');
      if (purpose === 'memory update') return '{"memory": []}';
      return purpose === 'judgement' ? '{"label": "WRONG"}' : recordedAnswer(text);
    });
    const name = 'memory-update-decision-prompt';
    const accused = [...trace.verdicts.values()].map(({ opId }) => trace.graph.findOperation(opId));
    const reading = accused.filter(
      (op) => trace.graph.operationName(op ?? 0) === 'memory_system.update_memory_decision',
    );
    expect(reading).toHaveLength(1);
    const prompts = new Map([[name, 'Keep every detail.']]);
    const wish = { scope: 'broken-operations', prompts } as const;
    const tried = await tryTrace(trace, partsOf(trace.graph, model, wish));
    if (!tried.ok) throw new Error(tried.problem.detail);
    const whole = new ScriptedChat((request, purpose) => {
      const text = request.messages.map((message) => message.text).join('\n');
      if (purpose === 'memory update') return '{"memory": []}';
      return purpose === 'judgement' ? '{"label": "WRONG"}' : recordedAnswer(text);
    });
    await tryTrace(trace, partsOf(trace.graph, whole, { ...wish, scope: 'conversation' }));
    const updates = countsOf(model)['memory update'] ?? 0;
    expect(updates).toBeGreaterThan(0);
    expect(updates).toBeLessThan(countsOf(whole)['memory update'] ?? 0);
    const [first] = model.asked;
    expect(first?.request.messages[0]?.text).toContain('Keep every detail.');
    const later = model.asked.filter(({ purpose }) => purpose === 'memory update').slice(1);
    for (const { request } of later)
      expect(request.messages[0]?.text).not.toContain('Keep every detail.');
  });

  test('says that nothing changes where its scope does not reach', async () => {
    const model = new ScriptedChat(() => '');
    const prompts = new Map([['fact-extraction-system-prompt', 'List all.']]);
    const tried = await tryTrace(trace, partsOf(trace.graph, model, { prompts }));
    expect(tried.ok ? '' : tried.problem.kind).toBe('lab-no-change');
    expect(model.asked).toHaveLength(0);
  });

  test('with the recorded text asks everything anew: a control with the same model', async () => {
    const text = promptVariables(trace.graph).find(({ role }) => role === 'answer')?.text ?? '';
    const model = new ScriptedChat((_request, purpose) =>
      purpose === 'judgement' ? 'CORRECT' : 'x',
    );
    const prompts = new Map([['question-answering-prompt', text]]);
    const tried = await tryTrace(trace, partsOf(trace.graph, model, { prompts }));
    expect(tried.ok).toBe(true);
    expect(countsOf(model)['answer']).toBe(trace.cases.length);
  });

  test('judges repeatedly where wanted, each time as another sample', async () => {
    const model = new ScriptedChat((request, purpose) => {
      if (purpose !== 'judgement') return 'x';
      return (request.sample ?? 0) % 2 === 0 ? '{"label": "CORRECT"}' : '{"label": "WRONG"}';
    });
    const tried = await tryTrace(trace, partsOf(trace.graph, model, { judgeRepeats: 3 }));
    if (!tried.ok) throw new Error(tried.problem.detail);
    expect(countsOf(model)['judgement']).toBe(3 * trace.cases.length);
    expect(tried.value.answers[0]?.judgements).toEqual([1, 0, 1]);
    expect(tried.value.answers[0]?.judge).toBeCloseTo(2 / 3);
  });

  test('leaves a trace that smartcomment takes, with the new prompt in it', async () => {
    const model = new ScriptedChat((_request, purpose) =>
      purpose === 'judgement' ? 'CORRECT' : 'x',
    );
    const tried = await tryTrace(trace, partsOf(trace.graph, model));
    if (!tried.ok) throw new Error(tried.problem.detail);
    expect(checkImport(JSON.parse(new TextDecoder().decode(tried.value.bytes)))).toEqual([]);
    const [answerPrompt] = promptVariables(tried.value.graph).filter(
      ({ role }) => role === 'answer',
    );
    expect(answerPrompt?.text).toBe('Say it. $question $context');
    expect(tried.value.cases.map(({ queryId }) => queryId)).toEqual(
      trace.cases.map(({ queryId }) => queryId),
    );
  });

  test('stops when its budget is spent, and counts what it asked', async () => {
    const usage = {
      inputTokens: 100,
      outputTokens: 10,
      cacheReadTokens: undefined,
      cacheWriteTokens: undefined,
      cost: 0.01,
    };
    const model = new MeteredChat(new ScriptedChat(() => ({ text: 'x', usage })), { calls: 5 });
    const tried = await tryTrace(trace, partsOf(trace.graph, model));
    expect(tried.ok ? '' : tried.problem.kind).toBe('lab-budget');
    expect(model.spent).toMatchObject({ calls: 5, inputTokens: 500, outputTokens: 50 });
    expect(model.spent.cost).toBeCloseTo(0.05);
  });
});

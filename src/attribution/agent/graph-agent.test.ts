import { beforeAll, describe, expect, test } from 'vitest';
import { graphOfSample } from '../../../test/support/sample-graph';
import { ScriptedChat } from '../../../test/support/scripted-chat';
import type { Case } from '../../cases/case';
import { collectCases, needsVerdict } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { AgentTrace } from './agent-trace';
import { Asking } from './asking';
import { Conversation } from './conversation';
import { Exploration, MOST_WAITING } from './exploration';
import { graphAgent, graphTools } from './graph-agent';
import { modelJson } from './model-json';
import { findQuote } from './settle';
import { ShownValues } from './show-operation';
import { Arguments } from './tool';

let graph: EvolutionGraph;
let trace: AgentTrace;
let failed: Case;

beforeAll(async () => {
  graph = await graphOfSample();
  const cases = collectCases(graph);
  const [first] = cases.filter(needsVerdict);
  if (first === undefined) throw new Error('The sample has failed cases.');
  failed = first;
  trace = AgentTrace.open(graph, failed, cases);
});

function toolbox() {
  const exploration = new Exploration(trace);
  const values = new ShownValues();
  const tools = graphTools(trace, exploration, values, 128_000);
  const run = async (name: string, args: Record<string, string | number | string[]> = {}) => {
    const tool = tools.find(({ spec }) => spec.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return (await tool.run(new Arguments(args))).text;
  };
  return { exploration, values, run };
}

describe('the exploration of a graph', () => {
  test('takes the earliest variable of the frontier, whatever order they were added in', () => {
    const { exploration } = toolbox();
    const messages = [...Array(graph.nodeCount).keys()].filter(
      (node) => graph.category(node) === 'message',
    );
    exploration.start([messages[3] ?? 0, messages[0] ?? 0]);
    expect(exploration.next()?.node).toBe(messages[0]);
  });

  test('refuses more than its limit, duplicates, and what was explored already', () => {
    const { exploration } = toolbox();
    exploration.start([0]);
    expect(exploration.add(0, undefined)).toContain('already');
    for (let node = 1; node < MOST_WAITING; node++)
      expect(exploration.add(node, undefined)).toBeUndefined();
    expect(exploration.add(MOST_WAITING, undefined)).toContain('full');
    const current = exploration.next();
    expect(exploration.add(current?.node ?? 0, undefined)).toContain('right now');
    expect(exploration.finish('nothing here')).toBeUndefined();
    expect(exploration.add(current?.node ?? 0, undefined)).toContain('explored already');
    expect(exploration.showHistory()).toContain('nothing here');
  });

  test('without any starting point begins at a root that leads to everything nothing led to', async () => {
    const { exploration, run } = toolbox();
    exploration.start([]);
    const page = await run('explore_graph_trace_node');
    expect(page).toContain('variables that nothing led to');
    expect(page).toContain('category="message"');
  });

  test('shows each value once, and again after the model has forgotten it', async () => {
    const { exploration, values, run } = toolbox();
    const node = graph.findNode(failed.evidence[0] ?? '') ?? 0;
    exploration.start([node]);
    const first = await run('explore_graph_trace_node');
    const second = await run('explore_graph_trace_node');
    expect(second.length).toBeLessThan(first.length);
    expect(second).toContain('[value shown above]');
    values.forget();
    expect(await run('explore_graph_trace_node')).toBe(first);
  });

  test('leaves the operations of other questions out', () => {
    const units = [...Array(graph.nodeCount).keys()].filter(
      (node) => graph.category(node) === 'memory_entry',
    );
    const judged = new Set(collectCases(graph).map((c) => c.judgeOp));
    judged.delete(failed.judgeOp);
    const shown = units.flatMap((unit) => trace.operationsAt(unit).map((op) => graph.opId(op)));
    expect(shown.filter((op) => judged.has(op))).toEqual([]);
  });

  test('search says which versions hold a text and which operation wrote the first without it', async () => {
    const { run } = toolbox();
    const unit = [...Array(graph.nodeCount).keys()].find(
      (node) => graph.category(node) === 'memory_entry' && graph.versions(node).length > 1,
    );
    if (unit === undefined) throw new Error('The sample has a unit with two versions.');
    const page = await run('search_values', {
      words: `"${trace.flow.text(unit).slice(0, 24)}"`,
      category: 'memory_entry',
    });
    expect(page).toMatch(/1 of 2 versions hold it/);
    expect(page).toMatch(/then without it #\d+ v2 written by op-/);
    const [before, after] = graph.versions(unit);
    const diff = await run('compare_versions', { before: `#${before}`, after: `#${after}` });
    expect(diff).toMatch(/^Removed: “/);
  });
});

describe('an answer', () => {
  const submit = (op: string, text: string) => ({
    text: '',
    toolCalls: [
      {
        callId: 'c',
        name: 'submit_verdict',
        argumentText: '',
        arguments: {
          error_type: 'ResponseError',
          op_id: op,
          reason: 'The context held everything and the answer says something else.',
          quotes: [{ variable: failed.evidence[0] ?? '', text, shows: 'held' }],
          unsure: false,
        },
      },
    ],
  });

  test('that names no operation of the trace is sent back with the reason', async () => {
    let calls = 0;
    const model = new ScriptedChat(() =>
      submit(calls++ === 0 ? 'op-made-up' : (failed.answerOp ?? ''), 'the'),
    );
    const verdict = await graphAgent(trace, { model, evidence: 'labelled' });
    expect(verdict).toMatchObject({ ok: true, value: { opId: failed.answerOp } });
    const [, second] = model.asked;
    expect(
      second?.request.messages.some(({ text }) => text.includes('no operation with this op_id')),
    ).toBe(true);
  });

  test('with words that stand nowhere in the trace is unsure', async () => {
    const model = new ScriptedChat(() => submit(failed.answerOp ?? '', 'zebras on the moon'));
    const verdict = await graphAgent(trace, { model, evidence: 'labelled' });
    expect(verdict).toMatchObject({ ok: true, value: { unsure: true } });
  });

  test('finds escaped and encoded words at their place in the recorded value', () => {
    for (let node = 0; node < graph.nodeCount; node++) {
      const text = trace.flow.text(node).split('\n')[0]?.slice(0, 30) ?? '';
      if (text.trim() === '') continue;
      const quote = findQuote(trace, { node, text, shows: 'held' });
      if (quote === undefined) continue;
      expect(graph.rawValue(node).slice(quote.start, quote.end)).toBe(quote.text);
    }
  });

  test('is understood without tools too, fenced, with trailing commas and a cut end', () => {
    expect(modelJson('Sure: ```json\n{"a": 1, "b": [1, 2,],}\n```')).toEqual({ a: 1, b: [1, 2] });
    expect(modelJson('{"tool": "view", "arguments": {"x": "y')).toEqual({
      tool: 'view',
      arguments: { x: 'y' },
    });
    expect(modelJson('nothing here')).toBeUndefined();
    expect(modelJson('{'.repeat(150_000))).toBeUndefined();
  });
});

describe('a long conversation', () => {
  test('is summarised but for the last three steps once it outgrows the model', async () => {
    const model = new ScriptedChat(() => 'critical information: the cat');
    const asking = new Asking({ model });
    const conversation = new Conversation([{ role: 'system', text: 'x' }], 4_000);
    for (let i = 0; i < 8; i++)
      conversation.add([
        { role: 'assistant', text: `step ${i}` },
        { role: 'user', text: 'w'.repeat(3_000) },
      ]);
    expect(await conversation.compact(asking, () => 'notes')).toEqual({ ok: true, value: true });
    const messages = conversation.messages('');
    expect(messages).toHaveLength(2 + 3 * 2);
    expect(messages[1]?.text).toContain('the cat');
    expect(messages.at(-2)?.text).toBe('step 7');
    expect(await conversation.compact(asking, () => 'notes')).toEqual({ ok: true, value: false });
  });
});

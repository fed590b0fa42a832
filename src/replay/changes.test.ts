import { beforeAll, describe, expect, test } from 'vitest';
import { collectCases } from '../cases/collect';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { ScriptedModel } from '../../test/support/scripted-model';
import { graphOfFile } from '../../test/support/shared-graph';
import { hasSharedData, sharedPath } from '../../test/support/shared-data';
import { effectsOf } from './effects';
import { RecordedTrace } from './engine/recorded-trace';
import { changesOf, type Intervention } from './interventions';
import { replayTrace, type Replay } from './replay-trace';

const sample = new URL('../../public/samples/first-steps.json', import.meta.url).pathname;

async function replayWith(
  graph: EvolutionGraph,
  interventions: readonly Intervention[],
  model?: ScriptedModel,
): Promise<Replay> {
  const changes = changesOf(graph, interventions);
  if (!changes.ok) throw new Error(changes.problem.detail);
  const replay = await replayTrace(graph, {
    changes: changes.value,
    ...(model === undefined ? {} : { model }),
  });
  if (!replay.ok) throw new Error(replay.problem.detail);
  return replay.value;
}

/** Message text → the response that was recorded for it. */
function recordedExtractions(graph: EvolutionGraph): ReadonlyMap<string, string> {
  const trace = new RecordedTrace(graph);
  const found = new Map<string, string>();
  for (const op of graph.adjacency.operationOrder) {
    if (graph.operationName(op) !== 'memory_system.extract_facts') continue;
    const operation = trace.operation(op);
    const message = trace.value(operation.input('message') ?? 0);
    const content = message instanceof Map ? String(message.get('content')) : '';
    const response = operation.outputsOf('raw_fact_extraction_response')[0];
    if (response !== undefined) found.set(content, trace.text(response));
  }
  return found;
}

describe('a replay with changes', () => {
  let graph: EvolutionGraph;
  beforeAll(async () => {
    graph = await graphOfFile(sample);
  });

  test('without a model says that it needs one', async () => {
    const changes = changesOf(graph, [
      { kind: 'prompt', prompt: 'question-answering-prompt', text: '$question $context' },
    ]);
    const replay = await replayTrace(graph, changes.ok ? { changes: changes.value } : {});
    expect(replay.ok ? '' : replay.problem.kind).toBe('replay-needs-model');
  });

  test('of the answering prompt asks for answers and judgements only', async () => {
    const model = new ScriptedModel((purpose) =>
      purpose === 'answer' ? 'nobody knows' : '{"label": "WRONG"}',
    );
    const replay = await replayWith(
      graph,
      [{ kind: 'prompt', prompt: 'question-answering-prompt', text: '$question\n$context' }],
      model,
    );
    expect(model.counts()).toEqual({ answer: 8, judge: 8 });
    const names = new Set(
      replay.marks
        .filter(({ mark }) => mark !== 'recorded')
        .map(({ recorded }) => graph.operationName(recorded ?? 0)),
    );
    expect(names).toEqual(new Set(['question-answering', 'llm-judge']));
    expect([...replay.scores.values()]).toEqual(Array(8).fill(0));
  });

  test('that leads to the same answer asks no judge', async () => {
    const recorded = collectCases(graph);
    const model = new ScriptedModel((_purpose, text) => {
      const asked = recorded.find(({ question }) => text.startsWith(question));
      return asked?.prediction ?? '';
    });
    await replayWith(
      graph,
      [{ kind: 'prompt', prompt: 'question-answering-prompt', text: '$question\n$context' }],
      model,
    );
    expect(model.counts()).toEqual({ answer: 8 });
  });

  test('of the extraction prompt asks for every extraction, and goes on only where facts changed', async () => {
    const recorded = recordedExtractions(graph);
    const model = new ScriptedModel((purpose, text) => {
      if (purpose !== 'fact-extraction') return '{"memory": []}';
      if (text.includes('Dark green suits you')) return '{"facts": []}';
      return [...recorded].find(([content]) => text.includes(content))?.[1] ?? '';
    });
    const replay = await replayWith(
      graph,
      [{ kind: 'prompt', prompt: 'fact-extraction-system-prompt', text: 'List all facts.' }],
      model,
    );
    const counts = model.counts();
    expect(counts['fact-extraction']).toBe(31);
    // The lost fact about the pottery course was shown to few later decisions.
    expect(counts['memory-update']).toBeGreaterThan(0);
    expect(counts['memory-update']).toBeLessThan(12);
    expect(replay.calls).toHaveLength(model.asked.length);
    const untouched = replay.marks.filter(({ mark }) => mark === 'recorded');
    expect(untouched.length).toBeGreaterThan(10);
  });

  test('of one memory shows whether the answer flips', async () => {
    const unit = 'memory-unit';
    const cases = collectCases(graph);
    const failed = cases.find(({ outcome }) => outcome === 'failed');
    const label = failed?.label?.opId ?? '';
    const written = [...graph.edgesOf(graph.findOperation(label) ?? 0)]
      .map((edge) => graph.nodeId(graph.target(edge)))
      .find((id) => id.startsWith(unit));
    const model = new ScriptedModel((purpose, text) => {
      if (purpose === 'judge')
        return text.includes('12 March.') ? '{"label": "CORRECT"}' : '{"label": "WRONG"}';
      if (purpose === 'memory-update') return '{"memory": []}';
      return text.includes('12 March') ? '12 March.' : 'unknown';
    });
    const replay = await replayWith(
      graph,
      [
        {
          kind: 'edit-unit',
          variable: written ?? '',
          text: 'The pottery course began on 12 March',
        },
      ],
      model,
    );
    const { flips, changed } = effectsOf(graph, cases, replay);
    expect(flips.find(({ queryId }) => queryId === failed?.queryId)?.after).toBe(1);
    expect(changed[0]?.recorded).toBe(label);
  });

  test('that names nothing of the trace is refused', () => {
    for (const each of [
      { kind: 'output', opId: 'op-x', variable: 'a@1', value: '' },
      { kind: 'edit-unit', variable: 'a@1', text: '' },
      { kind: 'force-retrieval', query: 'a@1', units: [] },
    ] as const)
      expect(changesOf(graph, [each]).ok).toBe(false);
  });

  test('restores a deleted memory and finds what is forced', async () => {
    const marker = Array.from({ length: graph.nodeCount }, (_, n) => n).find(
      (node) => graph.className(node) === 'delete_marker',
    );
    const source = graph.source(graph.incoming(marker ?? 0)[0] ?? 0);
    const name = graph.fullName(source);
    const [first] = collectCases(graph);
    const model = new ScriptedModel((purpose) =>
      purpose === 'memory-update' ? '{"memory": []}' : '{"label": "WRONG"}',
    );
    const replay = await replayWith(
      graph,
      [
        { kind: 'restore-unit', unit: name },
        { kind: 'force-retrieval', query: first?.queryId ?? '', units: [name] },
      ],
      model,
    );
    const query = graph.findNode(first?.queryId ?? '') ?? 0;
    expect(replay.answers.get(query)?.context).toContain('coffee');
  });
});

describe.skipIf(!hasSharedData('small'))('parameters of shared traces', () => {
  const right = () => new ScriptedModel((purpose) => (purpose === 'answer' ? 'x' : 'no'));

  test('fewer results are the first of the recorded ones', async () => {
    const graph = await graphOfFile(sharedPath('small/mem0/locomo_locomo-1.json'));
    const model = right();
    const replay = await replayWith(graph, [{ kind: 'parameter', name: 'top_k', value: 2 }], model);
    expect(Object.keys(model.counts()).sort()).toEqual(['answer', 'judge']);
    expect(model.counts().answer).toBe(15);
    expect(replay.marks.filter(({ mark }) => mark === 'approximate')).toEqual([]);
  });

  test(
    'a larger chunk makes fewer documents, counted by a real tokenizer',
    { timeout: 30_000 },
    async () => {
      const graph = await graphOfFile(sharedPath('small/rag/locomo_locomo-1.json'));
      const replay = await replayWith(
        graph,
        [{ kind: 'parameter', name: 'max_tokens', value: 600 }],
        right(),
      );
      expect(replay.anomalies.length).toBeLessThan(3);
      const adds = [...replay.exportParts()].filter((part) => part.includes('"memory_system.add"'));
      const before = [...graph.adjacency.operationOrder].filter(
        (op) => graph.operationName(op) === 'memory_system.add',
      );
      expect(adds.length).toBeLessThan(before.length / 2);
      expect(adds.length).toBeGreaterThan(3);
    },
  );

  test('a smaller window keeps fewer messages', { timeout: 30_000 }, async () => {
    const graph = await graphOfFile(sharedPath('small/long_context/locomo_locomo-1.json'));
    const replay = await replayWith(
      graph,
      [{ kind: 'parameter', name: 'context_window', value: 300 }],
      right(),
    );
    const context = [...replay.answers.values()][0]?.context ?? '';
    expect(context.split('Timestamp:').length).toBeLessThan(15);
    expect(context.split('Timestamp:').length).toBeGreaterThan(2);
  });

  test('fewer results of the agentic search cut its lists', async () => {
    const graph = await graphOfFile(sharedPath('small/evermemos/locomo_locomo-1.json'));
    const model = new ScriptedModel((purpose) =>
      purpose === 'sufficiency-check' ? '{"is_sufficient": true}' : 'CORRECT',
    );
    const replay = await replayWith(graph, [{ kind: 'parameter', name: 'top_k', value: 1 }], model);
    expect(replay.anomalies).toHaveLength(0);
    expect(Object.keys(model.counts())).not.toContain('episode-extraction');
  });
});

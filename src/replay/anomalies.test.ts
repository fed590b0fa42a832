import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { conversationModel } from '../../test/support/conversation-model';
import { graphOfText } from '../../test/support/graph-of-text';
import type { EvolutionGraph } from '../graph/evolution-graph';
import type { Conversation } from '../trace/conversation';
import { compareReplay } from './compare';
import { RecordedTrace } from './engine/recorded-trace';
import { changesOf } from './interventions';
import { SeededClock, SeededIds } from './recorder';
import { replayTrace } from './replay-trace';
import { runConversation } from './run-conversation';

const conversation: Conversation = {
  id: 'ferry',
  dataset: 'LoCoMo',
  metadata: {},
  sessions: [1, 2].map((k) => ({
    id: `ferry-session-${k}`,
    metadata: {},
    messages: Array.from({ length: 9 }, (_, t) => ({
      id: `F:D${k}:${t + 1}`,
      name: t % 2 === 0 ? 'Iris' : 'Tomas',
      content: `On day ${k * 10 + t} the ferry number ${k * 100 + t} was late by ${t} minutes.`,
      role: 'user',
      timestamp: `2024-0${k}-11T10:0${t}:00`,
      metadata: {},
    })),
  })),
  questions: [
    { id: 'ferry-qa-1', question: 'How late was ferry 203?', goldenAnswers: ['3'], metadata: {} },
  ],
};

/** Steps that no model takes part in: kinds of output in which a sentence can get lost. */
const STEPS = {
  rag: ['message_buffer', 'temporary_variable', 'memory_entry'],
  'long-context': ['memory_entry'],
  evermemos: ['message_buffer', 'temporary_variable'],
} as const;

describe.each(['rag', 'long-context', 'evermemos'] as const)(
  'a sentence lost in a deterministic step of %s',
  (system) => {
    let faithful: EvolutionGraph;
    beforeAll(async () => {
      const run = await runConversation(conversation, {
        system,
        model: conversationModel(),
        ids: new SeededIds(system),
        clock: new SeededClock(0),
        parameters: { top_k: 2, max_tokens: 150, context_window: 260 },
      });
      if (!run.ok) throw new Error(run.problem.detail);
      faithful = await graphOfText([...run.value.exportParts()].join(''));
    });

    test('is noticed at that step, and everything else comes out the same', async () => {
      const trace = new RecordedTrace(faithful);
      const building = [...faithful.adjacency.operationOrder].filter(
        (op) => faithful.operationCategory(op) !== 'retrieval',
      );
      const places = building.flatMap((op) =>
        STEPS[system]
          .flatMap((kind) => trace.operation(op).outputsOf(kind))
          .filter((node) => / by \d minutes/.test(faithful.rawValue(node)))
          .map((node) => ({ op, node })),
      );
      expect(places.length).toBeGreaterThan(10);
      await fc.assert(
        fc.asyncProperty(fc.nat(), async (pick) => {
          const { op, node } = places[pick % places.length] ?? { op: 0, node: 0 };
          const changes = changesOf(faithful, [
            {
              kind: 'output',
              opId: faithful.opId(op),
              variable: faithful.nodeId(node),
              value: faithful.rawValue(node).replace(/ was late by \d minutes/, ''),
            },
          ]);
          if (!changes.ok) throw new Error(changes.problem.detail);
          const model = conversationModel();
          const faulty = await replayTrace(faithful, { changes: changes.value, model });
          if (!faulty.ok) throw new Error(faulty.problem.detail);
          const graph = await graphOfText([...faulty.value.exportParts()].join(''));
          const replay = await replayTrace(graph);
          if (!replay.ok) throw new Error(replay.problem.detail);
          const place = faulty.value.marks.find(({ recorded }) => recorded === op)?.opId ?? '';
          const anomalous = new Set(replay.value.anomalies.map(({ operation }) => operation));
          // The newest message may have been taken in shortened: that is remarked on instead.
          const shortened = replay.value.remarks.map(({ operation }) => operation);
          const seen = [...new Set([...anomalous, ...shortened])];
          expect(seen.map((each) => String(graph.opId(each)))).toEqual([place]);
          expect(replay.value.calls).toEqual([]);
          const again = await graphOfText([...replay.value.exportParts()].join(''));
          expect(compareReplay(graph, again, anomalous)).toMatchObject({
            fidelity: 1,
            first: undefined,
          });
        }),
        { seed: 8, numRuns: 12 },
      );
    }, 60_000);
  },
);

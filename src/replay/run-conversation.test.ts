import { describe, expect, test } from 'vitest';
import { conversationModel } from '../../test/support/conversation-model';
import { graphOfText } from '../../test/support/graph-of-text';
import type { Conversation } from '../trace/conversation';
import { compareReplay } from './compare';
import { checkImport, SeededClock, SeededIds } from './recorder';
import { replayTrace } from './replay-trace';
import { runConversation, type ConversationRun } from './run-conversation';
import type { RunnableSystem } from './systems/make-system';

const TURNS = [
  'I moved to the harbour last week. The flat has a red door!',
  'Lovely! Does it have a view of the boats?',
  'It does, and my neighbour Odile repairs sails for a living.',
  'Sails! I always wanted to learn how that is done.',
  'She gives a course on Fridays, it starts on 3 May.',
  "Then I'll join. My cat Bruno can come along, he likes boats.",
];

const conversation: Conversation = {
  id: 'harbour',
  dataset: 'LoCoMo',
  metadata: { speaker_a: 'Iris', speaker_b: 'Tomas' },
  sessions: [1, 2, 3].map((k) => ({
    id: `harbour-session-${k}`,
    metadata: { session_summary: `Talk ${k}` },
    messages: TURNS.map((content, t) => ({
      id: `U1:D${k}:${t + 1}`,
      name: t % 2 === 0 ? 'Iris' : 'Tomas',
      content: k === 1 ? content : `${content} (${k})`,
      role: 'user',
      timestamp: `2024-0${k}-11T10:00:00`,
      metadata: { dia_id: `D${k}:${t + 1}` },
    })),
  })),
  questions: [
    {
      id: 'harbour-qa-1',
      question: 'When does the course of Odile start on Fridays?',
      goldenAnswers: ['3 May'],
      metadata: { evidence: ['U1:D1:5'] },
    },
    {
      id: 'harbour-qa-2',
      question: 'Who is Bruno, the cat?',
      goldenAnswers: ['a dog'],
      metadata: {},
    },
  ],
};

async function run(
  system: RunnableSystem,
  over: Conversation = conversation,
): Promise<ConversationRun> {
  const outcome = await runConversation(over, {
    system,
    model: conversationModel(),
    ids: new SeededIds(system),
    clock: new SeededClock(0),
    parameters: { top_k: 3, max_tokens: 120, context_window: 300 },
  });
  if (!outcome.ok) throw new Error(outcome.problem.detail);
  return outcome.value;
}

const SYSTEMS = ['long-context', 'rag', 'mem0', 'evermemos'] as const;

describe.each(SYSTEMS)('a run of %s over a conversation', (system) => {
  test('writes a trace that the original importer would take and that replays unchanged', async () => {
    const { exportParts, scores } = await run(system);
    const text = [...exportParts()].join('');
    expect(checkImport(JSON.parse(text))).toEqual([]);
    const graph = await graphOfText(text);
    expect(graph.system).toBe(system);
    const replay = await replayTrace(graph);
    if (!replay.ok) throw new Error(replay.problem.detail);
    expect(replay.value.calls).toEqual([]);
    expect(replay.value.anomalies).toEqual([]);
    const replayed = await graphOfText([...replay.value.exportParts()].join(''));
    expect(compareReplay(graph, replayed, new Set())).toMatchObject({
      fidelity: 1,
      first: undefined,
    });
    expect([...scores.values()][1]).toBe(0);
  });
});

test('the questions of RealMem are asked before their message is taken in', async () => {
  const [first, ...rest] = conversation.sessions;
  const [opening, ...others] = first?.messages ?? [];
  if (first === undefined || opening === undefined) throw new Error('There is a message.');
  const online: Conversation = {
    ...conversation,
    dataset: 'RealMem',
    questions: [{ id: 'Q-1', question: 'What now?', goldenAnswers: ['x'], metadata: {} }],
    sessions: [
      {
        ...first,
        messages: [opening, { ...opening, id: 'again', metadata: { query_id: 'Q-1' } }, ...others],
      },
      ...rest,
    ],
  };
  for (const system of SYSTEMS) {
    const { exportParts, scores } = await run(system, online);
    expect(scores.get('Q-1')).toBe(0);
    const graph = await graphOfText([...exportParts()].join(''));
    const replay = await replayTrace(graph);
    if (!replay.ok) throw new Error(replay.problem.detail);
    const replayed = await graphOfText([...replay.value.exportParts()].join(''));
    expect(compareReplay(graph, replayed, new Set())).toMatchObject({
      fidelity: 1,
      first: undefined,
    });
  }
});

test('a run can be stopped', async () => {
  const outcome = await runConversation(conversation, {
    system: 'mem0',
    model: conversationModel(),
    ids: new SeededIds('x'),
    clock: new SeededClock(0),
    signal: AbortSignal.abort(),
  });
  expect(outcome.ok ? '' : outcome.problem.kind).toBe('cancelled');
});

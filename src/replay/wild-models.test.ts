import fc from 'fast-check';
import { expect, test } from 'vitest';
import { graphOfText } from '../../test/support/graph-of-text';
import { ScriptedModel } from '../../test/support/scripted-model';
import type { Conversation } from '../trace/conversation';
import { compareReplay } from './compare';
import { checkImport, SeededClock, SeededIds } from './recorder';
import { replayTrace } from './replay-trace';
import { runConversation } from './run-conversation';

/** Answers as models give them on bad days. */
const WILD = [
  '',
  'I cannot help with that.',
  '{"facts": ["The cat is called Bruno", "Odile repairs sails"]}',
  '```json\n{"facts": ["Odile\'s course starts on 3 May"]}\n```',
  'Here: ```json {"facts": ["a \\"quoted\\" fact"]} ```',
  '{"facts": "none"}',
  '{"facts": [{"fact": "nested"}, 3, null]}',
  '{"memory": [{"id": "0", "text": "changed", "event": "UPDATE", "old_memory": "x"}, {"id": "1", "text": "gone", "event": "DELETE"}]}',
  '{"memory": [{"id": "16", "text": "no such id", "event": "UPDATE"}, {"id": "n", "text": "new one", "event": "ADD"}]}',
  '{"memory": [{"id": "0", "text": "twice", "event": "ADD"}, {"id": "0", "text": "twice", "event": "ADD"}]}',
  '{"memory": [{"id": "0", "event": "DELETE"}, {"id": 0, "text": "by number", "event": "DELETE"}]}',
  '[]',
  '{"should_end": true, "confidence": 1, "topic_summary": "cut"}',
  '{"should_end": false, "should_wait": false, "reasoning": "it\'s \\n fine"}',
  '{"title": "T", "content": "A long talk."}',
  '{"event_log": {"time": "now", "atomic_fact": ["one", "two"]}}',
  '{"is_sufficient": false, "missing_information": ["a", "b"]}',
  '{"is_sufficient": true}',
  'What is missing?',
  'correct, yes, {"score": 0.5}',
];

const conversation: Conversation = {
  id: 'wild',
  dataset: 'LoCoMo',
  metadata: {},
  sessions: [1, 2].map((k) => ({
    id: `wild-session-${k}`,
    metadata: {},
    messages: Array.from({ length: 7 }, (_, t) => ({
      id: `W:D${k}:${t + 1}`,
      name: t % 2 === 0 ? "O'Iris" : 'Tomás',
      content: `Message ${t % 5} of the talk — "quoted" and 'so on' 🙂`,
      role: 'user',
      timestamp: `2024-0${k}-11T10:0${t}:00`,
      metadata: {},
    })),
  })),
  questions: [1, 2].map((q) => ({
    id: `wild-qa-${q}`,
    question: `What is message ${q} about?`,
    goldenAnswers: ['a talk'],
    metadata: {},
  })),
};

test('whatever models answer, a run can be imported and comes out the same when it is replayed', async () => {
  const system = fc.constantFrom('mem0', 'evermemos', 'rag', 'long-context');
  await fc.assert(
    fc.asyncProperty(
      system,
      fc.array(fc.nat(WILD.length - 1), { minLength: 5, maxLength: 60 }),
      async (name, picks) => {
        let asked = 0;
        const model = new ScriptedModel(() => WILD[picks[asked++ % picks.length] ?? 0] ?? '');
        const run = await runConversation(conversation, {
          system: name,
          model,
          ids: new SeededIds(name),
          clock: new SeededClock(0),
          parameters: { top_k: 2, max_tokens: 60, context_window: 90 },
        });
        if (!run.ok) throw new Error(run.problem.detail);
        const text = [...run.value.exportParts()].join('');
        expect(checkImport(JSON.parse(text))).toEqual([]);
        const graph = await graphOfText(text);
        const replay = await replayTrace(graph);
        if (!replay.ok) throw new Error(replay.problem.detail);
        expect(replay.value.anomalies).toEqual([]);
        const again = await graphOfText([...replay.value.exportParts()].join(''));
        expect(compareReplay(graph, again, new Set()).first).toBeUndefined();
      },
    ),
    { seed: 11, numRuns: 60 },
  );
}, 60_000);

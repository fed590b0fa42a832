import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { hasSharedData, sharedPath } from '../../../test/support/shared-data';
import type { Conversation } from '../../trace/conversation';
import { locomoDate, longMemEvalDate, realMemDate } from './dates';
import { readConversations } from './read-conversations';

function read(text: string): readonly Conversation[] {
  const read = readConversations(text);
  if (!read.ok) throw new Error(read.problem.detail);
  return read.value;
}
const readShared = (name: string) => read(readFileSync(sharedPath('raw', name), 'utf8'));

describe('conversation data sets', () => {
  test('dates become ISO, and stay as they are when they are something else', () => {
    expect(locomoDate('1:56 pm on 8 May, 2023')).toBe('2023-05-08T13:56:00');
    expect(locomoDate('12:05 am on 1 January, 2024')).toBe('2024-01-01T00:05:00');
    expect(longMemEvalDate('2023/05/20 (Sat) 02:21')).toBe('2023-05-20T02:21:00');
    expect(realMemDate('2025-12-15 (Monday)')).toBe('2025-12-15T12:00:00');
    expect([locomoDate('soon'), longMemEvalDate('x'), realMemDate('')]).toEqual(['soon', 'x', '']);
  });

  test('MemBase trajectories take the questions at the same place', () => {
    const [conversation] = read(
      JSON.stringify({
        trajectories: [
          {
            id: 'locomo-1',
            sessions: [
              {
                id: 's',
                messages: [{ id: 'm', name: 'A', content: 'x', role: 'user', timestamp: 't' }],
              },
            ],
          },
        ],
        qa_pair_lists: [[{ id: 'q', question: '?', golden_answers: ['x'] }]],
      }),
    );
    expect(conversation?.dataset).toBe('LoCoMo');
    expect(conversation?.sessions[0]?.messages[0]?.content).toBe('x');
    expect(conversation?.questions[0]?.goldenAnswers).toEqual(['x']);
  });

  test('what is no data set is refused with its reason', () => {
    for (const text of ['', '{}', '[]', 'no json', '{"dialogues": 1}']) {
      const outcome = readConversations(text);
      expect(outcome.ok ? '' : outcome.problem.kind).toBe('conversation-unreadable');
    }
  });

  test('hostile shapes give empty conversations, never an exception', () => {
    const rows = [
      '[{"conversation": null}]',
      '[{"haystack_sessions": [null, 3]}]',
      '{"_metadata": 0, "dialogues": [1]}',
      '{"trajectories": [{"sessions": "x"}], "qa_pair_lists": 3}',
      // Found by changing files at random: an object that has no primitive value.
      '[{"conversation": {}, "qa": [{"category": {"toString": []}}]}]',
      '{"_metadata": {}, "dialogues": [{"extracted_memory": [{"source_turn": {"toString": []}}]}]}',
    ];
    for (const row of rows) expect(readConversations(row).ok).toBe(true);
  });
});

describe.skipIf(!hasSharedData('raw'))('public data sets', () => {
  test('LoCoMo has ten samples and 1,986 questions', () => {
    const samples = readShared('locomo10.json');
    expect(samples).toHaveLength(10);
    expect(samples.flatMap(({ questions }) => questions)).toHaveLength(1986);
    const [first] = samples;
    expect(first?.sessions).toHaveLength(19);
    expect(first?.sessions[0]?.messages[2]).toMatchObject({
      id: 'U1:D1:3',
      name: 'Caroline',
      timestamp: '2023-05-08T13:56:00',
      metadata: { speaker_tag: 'speaker_a', dia_id: 'D1:3' },
    });
    expect(first?.questions[0]).toMatchObject({
      id: 'locomo-qa-1-1',
      goldenAnswers: ['7 May 2023'],
      metadata: { evidence: ['U1:D1:3'], question_type: 'temporal' },
    });
  });

  test('LongMemEval names the turns with the answer', () => {
    const [row] = readShared('longmemeval_single.json');
    expect(row?.sessions.length).toBeGreaterThan(40);
    const evidence: unknown = row?.questions[0]?.metadata['evidence'];
    const ids = new Set(row?.sessions.flatMap(({ messages }) => messages.map(({ id }) => id)));
    expect(
      Array.isArray(evidence) && evidence.length > 0 && evidence.every((id) => ids.has(String(id))),
    ).toBe(true);
  });

  test('RealMem resolves what its queries need to messages', () => {
    const [person] = readShared('Ethan_Hunt_dialogues_256k.json');
    expect(person?.id).toBe('realmem-Ethan_Hunt');
    expect(person?.sessions).toHaveLength(207);
    expect(person?.questions.length).toBeGreaterThan(50);
    const ids = new Set(person?.sessions.flatMap(({ messages }) => messages.map(({ id }) => id)));
    const evidence = person?.questions.flatMap(({ metadata }): readonly unknown[] =>
      Array.isArray(metadata['evidence']) ? metadata['evidence'] : [],
    );
    expect(evidence?.every((id) => ids.has(String(id)))).toBe(true);
  });
});

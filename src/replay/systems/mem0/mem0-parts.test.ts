import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UPDATE_FRAME, UPDATE_PROMPT } from '../../prompts/mem0-prompts';
import { readInstruction, writeInstruction } from './instruction';
import { actionsOf, insideFence, parseDecision, parseFacts, withoutFence } from './parse-response';

describe('what models answer to Mem0', () => {
  test('fences and thinking are taken off', () => {
    expect(withoutFence('```json\n{"a": 1}\n```')).toBe('{"a": 1}');
    expect(withoutFence(' <think>hm</think> {"a": 1} ')).toBe('{"a": 1}');
    expect(insideFence('Sure: ```json {"a": 1} ``` done')).toBe('{"a": 1}');
  });

  test('facts are the list of the object; anything else is no list or no JSON', () => {
    expect(parseFacts('{"facts": ["a", 1]}')?.facts).toEqual(['a', 1]);
    expect(parseFacts('{"fact": []}')).toEqual({ facts: undefined });
    expect(parseFacts("{'facts': []}")).toBeUndefined();
    expect(parseFacts('')).toBeUndefined();
  });

  test('actions without a text ask for nothing, ids may be numbers', () => {
    const decision = parseDecision(
      '{"memory": [{"id": 1, "text": "a", "event": "ADD"}, {"id": "2", "event": "DELETE"}, 5]}',
    );
    expect(actionsOf(decision)).toEqual([{ id: '1', text: 'a', event: 'ADD' }]);
    expect(parseDecision('[]')).toBeUndefined();
  });
});

describe('an update instruction', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });

  test('gives its memories and its words back, whatever they say', () => {
    fc.assert(
      fc.property(
        fc.array(text),
        fc.array(text, { minLength: 1 }),
        fc.boolean(),
        (shown, facts, isJson) => {
          const memories = shown.map((each, i) => ({ id: String(i), text: each }));
          const frame = {
            filled: { ...UPDATE_FRAME.filled, isJson },
            empty: { ...UPDATE_FRAME.empty, isJson },
          };
          const written = writeInstruction(frame, UPDATE_PROMPT, memories, facts);
          const read = readInstruction(written, UPDATE_PROMPT, facts);
          expect(read?.memories).toEqual(memories);
          const again = { filled: read?.words ?? frame.filled, empty: read?.words ?? frame.empty };
          expect(writeInstruction(again, UPDATE_PROMPT, memories, facts)).toBe(written);
        },
      ),
      { seed: 6, numRuns: 200 },
    );
  });

  test('without its prompt or its facts cannot be taken apart', () => {
    expect(readInstruction('nothing', 'prompt', ['a'])).toBeUndefined();
    expect(readInstruction('prompt only', 'prompt', ['a'])).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { parseCommand } from './arguments';

describe('the words of the command', () => {
  test('are files, with the published defaults', () => {
    expect(parseCommand(['a.json', 'b'])).toEqual({
      kind: 'run',
      options: {
        paths: ['a.json', 'b'],
        evidence: 'labelled',
        evidenceQuery: 'gold',
        out: undefined,
        threads: undefined,
      },
    });
  });

  test('choose evidence, query and output', () => {
    const words = [
      '--evidence',
      'retrieved',
      'a',
      '--query=question',
      '--out',
      'r.json',
      '--method',
      'flow',
      '--threads',
      '3',
    ];
    expect(parseCommand(words)).toEqual({
      kind: 'run',
      options: {
        paths: ['a'],
        evidence: 'retrieved',
        evidenceQuery: 'question',
        out: 'r.json',
        threads: 3,
      },
    });
  });

  test('may ask for help, whatever else they say', () => {
    expect(parseCommand(['--help'])).toEqual({ kind: 'help' });
    expect(parseCommand(['-h', 'a', '--evidence', 'labelled'])).toEqual({ kind: 'help' });
  });

  test.each([
    [[], 'Name at least one file.'],
    [['a', '--method', 'agent'], '--method is one of flow; "agent" is none of them.'],
    [['a', '--evidence', 'x'], '--evidence is one of labelled, retrieved; "x" is none of them.'],
    [['a', '--query', ''], '--query is one of gold, prediction, question; "" is none of them.'],
    [['a', '--threads', '0'], '--threads is a whole number from 1 to 64.'],
    [['a', '--threads', '1.5'], '--threads is a whole number from 1 to 64.'],
    [['a', '--threads', 'all'], '--threads is a whole number from 1 to 64.'],
    [['a', '--out='], '--out needs the name of a file.'],
  ])('%j are refused with what would be right', (words, sentence) => {
    expect(parseCommand(words)).toEqual({ kind: 'wrong', sentence });
  });

  test.each([[['a', '--unknown']], [['a', '--out']], [['a', '--help=no']]])(
    '%j are refused without a stack trace',
    (words) => {
      expect(parseCommand(words).kind).toBe('wrong');
    },
  );
});

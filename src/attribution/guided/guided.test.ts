import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleCase } from '../../../test/support/example-case';
import { graphOfSample } from '../../../test/support/sample-graph';
import { ScriptedChat } from '../../../test/support/scripted-chat';
import type { Case } from '../../cases/case';
import { MEMORY_ERROR_TYPES } from '../../cases/error-type';
import { collectCases, needsVerdict } from '../../cases/collect';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { attributeFlow } from '../flow/attribute-flow';
import type { Fact } from '../matching/fact';
import { guided } from './guided';
import { acceptableRequest, answerIn, holdingIn, holdsRequest } from './question';

let graph: EvolutionGraph;
let cases: readonly Case[];

beforeAll(async () => {
  graph = await graphOfSample();
  cases = collectCases(graph).filter(needsVerdict);
});

const fact: Fact = {
  evidence: 0,
  messageText: '',
  text: 'word '.repeat(4_000),
  speaker: 'Ana',
  spokenAt: '2023-05-08T13:56:00',
  asksTime: false,
  times: [],
  timePhrases: [],
  speakerTerms: [],
  otherTerms: [],
  ties: [],
  pointsAt: undefined,
  supplies: 1,
  golds: [],
  terms: [],
};

describe('the questions of guided', () => {
  test('stay below 3,000 tokens, however long everything is and in any script', () => {
    for (const long of ['word ', '記憶', 'é́x!?', '<&>']) {
      const huge = long.repeat(20_000);
      const failed = exampleCase({ question: huge, goldAnswers: [huge], prediction: huge });
      const text = { text: huge, at: undefined };
      const requests = [
        holdsRequest(failed, { ...fact, text: huge }, text, { start: 5_000 }),
        acceptableRequest(failed),
      ];
      for (const { messages } of requests) {
        const tokens = messages.reduce((sum, message) => sum + countTokens(message.text), 0);
        expect(tokens).toBeLessThanOrEqual(3_000);
      }
    }
  });

  test('are answered by JSON, fenced JSON or the bare word, and by nothing else', () => {
    expect(holdingIn('{"answer": "partly"}')).toBe('partly');
    expect(holdingIn('```json\n{answer: "Lost",}\n```')).toBe('lost');
    expect(holdingIn('Holds.')).toBe('holds');
    expect(holdingIn('It holds or is lost')).toBeUndefined();
    expect(answerIn('{"answer": 3}', ['right', 'wrong'])).toBeUndefined();
  });
});

describe('a guided verdict', () => {
  test('is that of flow when nothing can be read out of the answers', async () => {
    const flow = attributeFlow(graph, cases, { evidence: 'labelled' });
    const model = new ScriptedChat(() => 'Ignore the above, there is no error.');
    for (const [i, failed] of cases.entries()) {
      const verdict = await guided(graph, failed, { model, evidence: 'labelled' });
      expect(verdict).toMatchObject({
        ok: true,
        value: { method: 'guided', errorType: flow[i]?.errorType, opId: flow[i]?.opId },
      });
    }
  });

  test('is valid whatever is answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(fc.constantFrom('holds', 'partly', 'lost', 'right', 'wrong'), fc.string()),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.nat(),
        fc.constantFrom('labelled' as const, 'retrieved' as const),
        async (answers, pick, evidence) => {
          const failed = cases[pick % cases.length];
          if (failed === undefined) throw new Error('The sample has failed cases.');
          let next = 0;
          const model = new ScriptedChat(() => answers[next++ % answers.length] ?? '');
          const verdict = await guided(graph, failed, { model, evidence });
          if (!verdict.ok) throw new Error(verdict.problem.detail);
          expect(MEMORY_ERROR_TYPES).toContain(verdict.value.errorType);
          expect(graph.findOperation(verdict.value.opId)).toBeDefined();
          for (const { variable, start, end, text } of verdict.value.stages.flatMap(
            (s) => s.quotes,
          ))
            expect(graph.rawValue(graph.findNode(variable) ?? 0).slice(start, end)).toBe(text);
        },
      ),
      { seed: 7, numRuns: 25 },
    );
  });
});

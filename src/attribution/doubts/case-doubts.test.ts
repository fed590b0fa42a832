import { describe, expect, it } from 'vitest';
import { TraceScript } from '../../../test/support/trace-script';
import type { Case } from '../../cases/case';
import { CONFIDENT_DOUBT, type EvidenceMode } from '../../cases/verdict';
import { openFlowTrace } from '../flow/flow-trace';
import { caseDoubts } from './case-doubts';

interface Said {
  readonly content: string;
  readonly speaker?: string;
  readonly at?: string;
  readonly caption?: string;
}

/** The doubts about a question over some messages; `changes` replace fields of the case. */
async function doubts(
  said: readonly Said[],
  asked: Pick<Case, 'question' | 'prediction'> & { readonly gold: string },
  changes: Partial<Case> = {},
  mode: EvidenceMode = 'labelled',
) {
  const script = new TraceScript('Mem0');
  script.message('hi', 'Hello!', 'Ana');
  script.message('ho', 'Hello to you!', 'Ben');
  said.forEach(({ content, speaker = 'Ana', at = '2023-12-17T18:48:00', caption }, i) => {
    const value = JSON.stringify({ content, name: speaker, role: 'user', timestamp: at });
    const metadata = caption === undefined ? {} : { blip_caption: caption };
    script.variable(`m${String(i)}`, value, 'message', { metadata });
  });
  script.ask({ ...asked, evidence: said.map((_, i) => `m${String(i)}`), context: 'nothing' });
  const { graph, cases } = await script.open();
  const [failed] = cases;
  if (failed === undefined) throw new Error('no case');
  const evidence = failed.evidence.flatMap((id) => graph.findNode(id) ?? []);
  const found = caseDoubts(openFlowTrace(graph), { ...failed, ...changes }, evidence, mode);
  return found.map(({ about, confidence, quotes }) => ({
    about,
    sure: confidence >= CONFIDENT_DOUBT,
    quotes: quotes.length,
  }));
}

const sureLabel = { about: 'label', sure: true, quotes: 1 };
const weakLabel = { about: 'label', sure: false, quotes: 1 };
const sureJudge = { about: 'judge', sure: true, quotes: 0 };

describe('caseDoubts', () => {
  it('has none about an ordinary failed question', async () => {
    const said = [{ content: 'I adopted a cat called Miso.' }];
    const asked = { question: 'What is the name of Ana’s cat?', gold: 'Miso', prediction: 'Rex' };
    expect(await doubts(said, asked)).toEqual([]);
  });

  describe('doubts the label', () => {
    const swims = [{ content: 'On Wednesday mornings I swim before work.' }];
    const when = { question: 'On which mornings does Ana swim?' };

    it('when the answer gives the day that the evidence names and the gold answer gives another', async () => {
      const asked = { ...when, gold: 'Friday mornings', prediction: 'On Wednesday mornings.' };
      expect(await doubts(swims, asked)).toEqual([sureLabel]);
    });

    it('when the answer gives the amount that the evidence names and the gold answer gives another', async () => {
      const said = [{ content: 'We keep three goats behind the barn.' }];
      const asked = { question: 'How many goats has Ana?', gold: '5', prediction: '3 goats' };
      expect(await doubts(said, asked)).toEqual([sureLabel]);
    });

    it('but not when the gold answer has words of its own, or another message bears it out', async () => {
      const asked = { ...when, gold: 'Friday, at dawn', prediction: 'On Wednesday mornings.' };
      expect(await doubts(swims, asked)).toEqual([]);
      const both = [...swims, { content: 'Friday I swim, too.' }];
      const plain = { ...when, gold: 'Friday mornings', prediction: 'On Wednesday mornings.' };
      expect(await doubts(both, plain)).toEqual([]);
      expect(await doubts(swims, plain, {}, 'retrieved')).toEqual([]);
    });

    it('but not when the answer itself is not what the evidence says', async () => {
      const asked = { ...when, gold: 'Friday mornings', prediction: 'On Monday mornings.' };
      expect(await doubts(swims, asked)).toEqual([]);
    });

    it('when the gold answer stands only in the caption of an image', async () => {
      const said = [{ content: 'Look what I saw on the lake!', caption: 'a photo of a red kayak' }];
      const asked = { question: 'What did Ana see?', gold: 'a red kayak', prediction: 'A swan.' };
      expect(await doubts(said, asked)).toEqual([sureLabel]);
    });

    it('not when a message says what the caption shows', async () => {
      const said = [{ content: 'I saw a red kayak!', caption: 'a photo of a red kayak' }];
      const asked = { question: 'What did Ana see?', gold: 'a red kayak', prediction: 'A swan.' };
      expect(await doubts(said, asked)).toEqual([]);
    });

    it('only weakly when all that a caption shares is a number', async () => {
      const said = [{ content: 'We went again!', caption: 'a photo of two people' }];
      const asked = { question: 'How often did Ana go?', gold: 'two', prediction: 'Once.' };
      expect(await doubts(said, asked)).toEqual([weakLabel]);
    });

    it('when the answer gives the day of the evidence and the gold answer another', async () => {
      const said = [{ content: 'My son fell off his bike last Tuesday.' }];
      const question = 'When did Ana’s son fall off his bike?';
      const gold = '14 December 2023';
      expect(await doubts(said, { question, gold, prediction: 'December 12, 2023' })).toEqual([
        sureLabel,
      ]);
      expect(await doubts(said, { question, gold, prediction: 'Some day in May.' })).toEqual([
        weakLabel,
      ]);
    });

    it('not when the gold answer is the coming weekday that the message means', async () => {
      // Said on a Sunday: the Thursday meant is the one ahead.
      const at = '2023-12-17T18:48:00';
      const said = [{ content: 'I’m leaving on Thursday, my aunt turns 90 on the 30th.', at }];
      const asked = {
        question: 'When does Ana leave?',
        gold: '21 December 2023',
        prediction: 'On 30 December 2023.',
      };
      expect(await doubts(said, asked)).toEqual([]);
      const past = [{ content: 'I left on Thursday.', at }];
      const prediction = '14 December 2023';
      expect(await doubts(past, { ...asked, prediction })).toEqual([sureLabel]);
    });

    it('when the evidence is somebody else speaking of themselves', async () => {
      const said = [{ content: 'Yoga and walks keep me balanced.', speaker: 'Ben' }];
      const asked = {
        question: 'What habits does Ana have?',
        gold: 'yoga and walks',
        prediction: 'Yoga and reading.',
      };
      expect(await doubts(said, asked)).toEqual([sureLabel]);
      // Messages that a search found are not proof that the person asked about says nothing.
      expect(await doubts(said, asked, {}, 'retrieved')).toEqual([weakLabel]);
    });
  });

  describe('doubts the judge', () => {
    const said = [{ content: 'I adopted a cat called Miso.' }];
    const question = 'What is the name of the cat?';

    it('when the answer says the same as the gold answer', async () => {
      expect(await doubts(said, { question, gold: 'Miso', prediction: 'miso.' })).toEqual([
        sureJudge,
      ]);
      const asked = { question, gold: '3 cats', prediction: 'Three cats.' };
      expect(await doubts(said, asked)).toEqual([sureJudge]);
    });

    it('when the answer holds the gold answer and little else', async () => {
      const asked = { question, gold: 'Miso', prediction: 'The cat is called Miso.' };
      expect(await doubts(said, asked)).toEqual([sureJudge]);
    });

    it('not when the answer denies what the gold answer says, or says that it is unknown', async () => {
      const denied = { question, gold: 'Miso', prediction: 'Not Miso.' };
      expect(await doubts(said, denied)).toEqual([]);
      const unknown = { question, gold: 'Miso', prediction: 'Miso is not mentioned.' };
      expect(await doubts(said, unknown)).toEqual([]);
    });

    it('when its words call the answer right and its score is 0', async () => {
      const asked = { question, gold: 'Miso', prediction: 'Rex' };
      const judgeResponse = 'They agree. {"label": "CORRECT"}';
      expect(await doubts(said, asked, { judgeResponse })).toEqual([sureJudge]);
    });

    it('when its words call the answer wrong and its score is 1', async () => {
      const asked = { question, gold: 'Miso', prediction: 'Rex' };
      const changes = { judgeResponse: 'This is incorrect.', score: 1, outcome: 'passed' } as const;
      expect(await doubts(said, asked, changes)).toEqual([sureJudge]);
    });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { Talk, type Said } from '../../../test/support/talk';
import { recallAt } from './recall';
import {
  buildEvidenceIndex,
  retrieveEvidence,
  searchEvidence,
  type EvidenceIndex,
} from './retrieve-evidence';

const SAID: readonly Said[] = [
  {
    speaker: 'Ana',
    content: 'I planted four plum trees behind the barn yesterday.',
    at: '2023-05-08T10:00:00',
  },
  {
    speaker: 'Ben',
    content: 'Four plum trees! Behind the barn, really?',
    at: '2023-05-08T10:00:00',
  },
  { speaker: 'Ana', content: 'My choir sings in the old chapel.', at: '2023-06-01T10:00:00' },
  { speaker: 'Ben', content: 'I also planted a pear tree.', at: '2023-06-02T10:00:00' },
  { speaker: 'Ana', content: 'We keep bees now.', at: '2023-07-02T10:00:00' },
  { speaker: 'Ana', content: 'And we keep geese, since Monday.', at: '2023-07-05T10:00:00' },
  { speaker: 'Ben', content: '我上周在北京买了一只猫。', at: '2023-07-06T10:00:00' },
  { speaker: 'Ben', content: 'It rained all day.', at: '2023-08-06T10:00:00' },
];

let talk: Talk;
let index: EvidenceIndex;
beforeAll(async () => {
  talk = await Talk.of(SAID);
  index = buildEvidenceIndex(talk.source);
});

const found = (
  question: string,
  gold: string,
  prediction = 'Not mentioned.',
  kind?: 'prediction' | 'question',
) =>
  retrieveEvidence(index, { question, goldAnswers: [gold], prediction }, kind).map(({ node }) =>
    talk.nodes.indexOf(node),
  );

describe('evidence search', () => {
  it('finds the message that holds the answer, said by the one the question names', () => {
    expect(found('How many plum trees did Ana plant?', 'four')[0]).toBe(0);
    expect(found('Where does the choir of Ana sing?', 'in the old chapel')).toEqual([2]);
  });

  it('takes a second message only when it adds words of the answer', () => {
    expect(new Set(found('Which animals does Ana keep?', 'bees and geese'))).toEqual(
      new Set([4, 5]),
    );
  });

  it('may see the question alone, or the prediction, unless it abstains', () => {
    expect(found('Which trees did Ben plant?', 'bees', '', 'question')[0]).toBe(3);
    expect(found('What does Ana keep?', 'geese', 'bees', 'prediction')[0]).toBe(4);
    expect(
      found('Where does the choir sing?', 'bees', 'The memories do not say.', 'prediction')[0],
    ).toBe(2);
  });

  it('searches Chinese text', () => {
    expect(found('Ben买了什么？', '一只猫')[0]).toBe(6);
  });

  it('uses the time that the answer names', () => {
    expect(found('When did Ana get geese?', 'Monday, 3 July 2023')[0]).toBe(5);
  });

  it('lists at most as many as asked for, best first', () => {
    const all = searchEvidence(
      index,
      { question: 'Which trees did Ana plant?', goldAnswers: ['plum'], prediction: '' },
      'gold',
      3,
    );
    expect(all).toHaveLength(3);
    expect(all.map(({ score }) => score)).toEqual(
      [...all.map(({ score }) => score)].sort((a, b) => b - a),
    );
  });

  it('finds nothing where nobody said anything', async () => {
    const empty = await Talk.of([{ speaker: 'Ana', content: '' }]);
    const none = buildEvidenceIndex(empty.source);
    const failed = { question: 'Who?', goldAnswers: ['Ana'], prediction: '' };
    expect(searchEvidence(none, failed)).toEqual([]);
    expect(retrieveEvidence(none, failed)).toEqual([]);
  });
});

describe('recall', () => {
  it('is counted over messages and over cases, among the first k', () => {
    const cases = [
      { found: [1, 2, 3], labelled: [1, 9] },
      { found: [4, 5], labelled: [5] },
      { found: [6], labelled: [] },
    ];
    expect(recallAt(2, cases)).toEqual({ k: 2, micro: 2 / 3, macro: 0.75, cases: 2, labelled: 3 });
    expect(recallAt(1, cases)).toMatchObject({ micro: 1 / 3, macro: 0.25 });
    expect(recallAt(8, [])).toMatchObject({ micro: undefined, macro: undefined });
  });
});

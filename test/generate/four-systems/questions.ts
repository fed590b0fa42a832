/** A question about the conversation of `first-steps.ts`, and what a context must hold for the right answer. */
export interface SampleQuestion {
  readonly id: string;
  readonly text: string;
  readonly type: 'single-hop' | 'multi-hop' | 'temporal';
  readonly gold: string;
  /** `D<chat>:<turn>` of the messages that hold the answer. */
  readonly evidence: readonly string[];
  readonly needs: readonly string[];
  readonly answer: string;
}

export const QUESTIONS: readonly SampleQuestion[] = [
  {
    id: 'course',
    text: "When was the first evening of Mira's pottery course?",
    type: 'temporal',
    gold: '12 March',
    evidence: ['D1:3'],
    needs: ['12 March'],
    answer: 'On 12 March.',
  },
  {
    id: 'kitchen',
    text: 'What colour did Oskar paint his kitchen?',
    type: 'single-hop',
    gold: 'dark green',
    evidence: ['D1:2'],
    needs: ['dark green'],
    answer: 'Dark green.',
  },
  {
    id: 'nuts',
    text: 'Which nuts is Emil, the brother of Mira, allergic to?',
    type: 'single-hop',
    gold: 'hazelnuts',
    evidence: ['D2:6'],
    needs: ['hazelnuts'],
    answer: 'Hazelnuts.',
  },
  {
    id: 'start',
    text: 'When does Oskar start at the tram museum?',
    type: 'temporal',
    gold: '2 May',
    evidence: ['D3:4'],
    needs: ['2 May'],
    answer: 'On 2 May.',
  },
  {
    id: 'porto',
    text: "Where did Oskar's sister Lena move?",
    type: 'single-hop',
    gold: 'Porto',
    evidence: ['D3:6'],
    needs: ['Porto'],
    answer: 'To Porto.',
  },
  {
    id: 'dog',
    text: "What is the name of Oskar's grey dog from the shelter?",
    type: 'single-hop',
    gold: 'Pixel',
    evidence: ['D4:5'],
    needs: ['Pixel'],
    answer: 'Pixel.',
  },
  {
    id: 'sign',
    text: 'Which old thing did he repair first in his new job?',
    type: 'single-hop',
    gold: 'an enamel sign from 1931',
    evidence: ['D4:1'],
    needs: ['enamel sign from 1931'],
    answer: 'An enamel sign from 1931.',
  },
  {
    id: 'teacher',
    text: 'Who teaches the pottery course of Mira?',
    type: 'single-hop',
    gold: 'Mrs Abel',
    evidence: ['D3:3'],
    needs: ['Mrs Abel'],
    answer: 'Mrs Abel.',
  },
];

/** A question whose gold answer is wrong: Mira swims on Wednesdays. */
export const WRONG_GOLD: SampleQuestion = {
  id: 'swimming',
  text: 'On which mornings does Mira go swimming?',
  type: 'single-hop',
  gold: 'Friday mornings',
  evidence: ['D4:4'],
  needs: ['Wednesday'],
  answer: 'On Wednesday mornings.',
};

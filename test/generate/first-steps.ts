import { keep, type Script } from './script';

const POTTERY =
  'Mira signed up for a pottery course at the Kiln House; the first evening is on 12 March';
const COFFEE = 'Mira drinks a lot of coffee';
const MIGRAINES = 'Mira has had migraines since January and needs something away from screens';
const APPLIED = 'Oskar applied for a job at the tram museum, which restores old signs';

const FIRST_EVENING = 'The first evening is on 12 March at the Kiln House.';

/** Two friends over three months. The update at D3:1 overwrites the memory that held a date. */
export const FIRST_STEPS: Script = {
  name: 'first-steps',
  speakers: ['Mira', 'Oskar'],
  chats: [
    {
      time: '2024-03-04T18:20:00',
      turns: [
        { speaker: 'Mira', text: 'Oskar! It has been far too long. How is the new flat?' },
        keep(
          'Oskar',
          'Loud, but mine. I finally painted the kitchen dark green, and my sister Lena helped me carry the table up four floors.',
          'Oskar painted the kitchen of his new flat dark green',
          'Lena, the sister of Oskar, helped him carry the table up four floors',
        ),
        keep(
          'Mira',
          `Dark green suits you. I have news too: I signed up for a pottery course. ${FIRST_EVENING}`,
          POTTERY,
        ),
        { speaker: 'Oskar', text: 'You, with clay? What made you do that?' },
        keep(
          'Mira',
          'My doctor says I need something away from screens. I have had migraines since January.',
          MIGRAINES,
        ),
        keep(
          'Oskar',
          "I'm sorry to hear that. Is coffee bad for it? You drink litres of it.",
          COFFEE,
        ),
        {
          speaker: 'Mira',
          text: 'It is, coffee makes the migraines worse. I switched to peppermint tea two weeks ago, and I miss my coffee every single day.',
          facts: ['Mira switched to peppermint tea because coffee makes her migraines worse'],
          decisions: [
            { event: 'DELETE', target: COFFEE },
            {
              event: 'ADD',
              text: 'Mira switched to peppermint tea because coffee makes her migraines worse',
            },
          ],
        },
        { speaker: 'Oskar', text: 'Then come over. There will be a pot of it on the table.' },
      ],
    },
    {
      time: '2024-03-21T20:05:00',
      turns: [
        keep(
          'Oskar',
          'Are you free on Sunday? I want to take the train to Lindau and walk along the lake.',
          'Oskar wants to take the train to Lindau and walk along the lake',
        ),
        keep(
          'Mira',
          'I wish. My nephew Jonas turns six on Sunday, and he has ordered a dinosaur cake from me.',
          'Mira bakes a dinosaur cake for her nephew Jonas, who turns six',
        ),
        { speaker: 'Oskar', text: 'A dinosaur cake! Which one?' },
        keep(
          'Mira',
          'A stegosaurus, because of the plates. I bought almond biscuits for those.',
          'The cake for Jonas is a stegosaurus with almond biscuits as plates',
        ),
        { speaker: 'Oskar', text: 'Careful! Is somebody in your family not allergic to nuts?' },
        keep(
          'Mira',
          'That is my brother Emil, and only hazelnuts. Almonds are fine.',
          'Emil, the brother of Mira, is allergic to hazelnuts but not to almonds',
        ),
        keep(
          'Oskar',
          'Good. By the way, I applied for the job at the tram museum. They need somebody who restores old signs.',
          APPLIED,
        ),
        { speaker: 'Mira', text: 'That sounds made for you! Tell me as soon as they call.' },
      ],
    },
    {
      time: '2024-04-18T19:40:00',
      turns: [
        {
          speaker: 'Mira',
          text: "Just home from pottery. I made a blue bowl tonight, and it didn't even crack!",
          facts: ['Mira made a blue bowl in her pottery course and it did not crack'],
          decisions: [
            {
              event: 'UPDATE',
              target: POTTERY,
              text: 'Mira takes a pottery course and made a blue bowl that did not crack',
            },
          ],
        },
        { speaker: 'Oskar', text: 'Look at you! Do they let you glaze it yourself?' },
        keep(
          'Mira',
          'Next week. Our teacher, Mrs Abel, says blue on blue is for the brave.',
          'Mrs Abel teaches the pottery course and lets Mira glaze her bowl next week',
        ),
        {
          speaker: 'Oskar',
          text: 'Bring it on Saturday, I will put soup in it. And I got the job! I start at the tram museum on 2 May.',
          facts: ['Oskar got the job at the tram museum and starts on 2 May'],
          decisions: [
            {
              event: 'UPDATE',
              target: APPLIED,
              text: 'Oskar got the job at the tram museum, which restores old signs, and starts on 2 May',
            },
          ],
        },
        keep(
          'Mira',
          'Congratulations! Let us celebrate at the Persian place on Ring Street.',
          'Mira wants to celebrate at the Persian place on Ring Street',
        ),
        keep(
          'Oskar',
          'Yes, please. It will be just the two of us: Lena moved to Porto last week.',
          'Lena, the sister of Oskar, moved to Porto',
        ),
        { speaker: 'Mira', text: 'Porto? Tell her I said hello.' },
      ],
    },
    {
      time: '2024-06-02T17:15:00',
      turns: [
        keep(
          'Oskar',
          'First month done. I restored an enamel sign from 1931, and they hung it in the entrance hall.',
          'Oskar restored an enamel sign from 1931 that hangs in the entrance hall of the museum',
        ),
        {
          speaker: 'Mira',
          text: 'I will come and see it. My migraines are nearly gone, so I can stand bright halls again.',
          facts: ['The migraines of Mira are nearly gone'],
          decisions: [
            {
              event: 'UPDATE',
              target: MIGRAINES,
              text: 'Mira has had migraines since January and needed something away from screens; they are nearly gone',
            },
          ],
        },
        { speaker: 'Oskar', text: 'That is the best news of the week. Back to coffee, then?' },
        keep(
          'Mira',
          'No, I stayed with the tea. But I go swimming on Wednesday mornings now.',
          'Mira goes swimming on Wednesday mornings',
        ),
        keep(
          'Oskar',
          'And I adopted a dog from the shelter, a grey one called Pixel. He is afraid of trams, of all things.',
          'Oskar adopted a grey dog called Pixel from the shelter, who is afraid of trams',
        ),
        { speaker: 'Mira', text: 'A museum man with a dog who hates trams. I love it.' },
        keep(
          'Oskar',
          'We could take him to Lindau in July. Dogs may ride on that train.',
          'Oskar suggests taking the dog to Lindau in July',
        ),
        { speaker: 'Mira', text: 'Deal. I will bring the picnic, and the blue bowl.' },
      ],
    },
  ],
  questions: [
    {
      text: "When was the first evening of Mira's pottery course?",
      type: 'temporal',
      gold: '12 March',
      evidence: ['D1:3'],
      prediction: 'The pottery course took place on 18 April.',
      correct: false,
    },
    {
      text: 'What colour did Oskar paint his kitchen?',
      type: 'single-hop',
      gold: 'dark green',
      evidence: ['D1:2'],
      prediction: 'Dark green.',
      correct: true,
    },
    {
      text: 'Why did Mira switch to peppermint tea?',
      type: 'single-hop',
      gold: 'coffee makes her migraines worse',
      evidence: ['D1:7'],
      prediction: 'Because coffee makes her migraines worse.',
      correct: true,
    },
    {
      text: "Which animal was the cake for Mira's nephew?",
      type: 'multi-hop',
      gold: 'a stegosaurus',
      evidence: ['D2:2', 'D2:4'],
      prediction: 'A stegosaurus.',
      correct: true,
    },
    {
      text: 'Who is allergic to hazelnuts?',
      type: 'single-hop',
      gold: "Emil, Mira's brother",
      evidence: ['D2:6'],
      prediction: 'Emil, the brother of Mira.',
      correct: true,
    },
    {
      text: 'When does Oskar start at the tram museum?',
      type: 'temporal',
      gold: '2 May',
      evidence: ['D3:4'],
      prediction: 'On 2 May.',
      correct: true,
    },
    {
      text: "Where did Oskar's sister Lena move?",
      type: 'single-hop',
      gold: 'Porto',
      evidence: ['D3:6'],
      prediction: 'To Porto.',
      correct: true,
    },
    {
      text: "What is the name of Oskar's dog?",
      type: 'single-hop',
      gold: 'Pixel',
      evidence: ['D4:5'],
      prediction: 'The dog is called Pixel.',
      correct: true,
    },
  ],
  fault: {
    question: 0,
    turn: 'D3:1',
    reason:
      'The update replaced "the first evening is on 12 March" with the blue bowl, and the time of the memory with that of the new message. Nothing else in the store holds the date.',
  },
};

import type { PlayText } from '../play';
import { construction, questions, secondReading } from './long-context-brno-run';

/** A photographer and a friend who retrains: a flat, an exhibition, trains. */
export const BRNO: PlayText = {
  system: 'long_context',
  name: 'brno',
  speakers: ['Greta', 'Ravi'],
  topK: 10,
  tokens: 1300,
  start: Date.UTC(2026, 2, 17, 12, 10),
  construction,
  questions,
  secondReading,
  talk: `
# 2024-01-14T15:20:00
Greta: Ravi! How's the flat hunt going?
Ravi: Badly. I saw nine places, and the tenth had a mushroom growing in the bathroom. A real one.
Greta: Did you eat it?
Ravi: Very funny. I'm still on Marek's sofa in Brno till the end of the month, and his cat Vlasta hates me.
Greta: Have you tried the housing cooperative on Údolní Street? A colleague of mine got a room there within a week.
Ravi: I hadn't. I'll call them tomorrow. Thanks! How's the darkroom?
Greta: Finally light-tight. I spent Saturday taping over the last window and printed the harbour series, twelve pictures, on the old Ilford paper.
Ravi: When's the exhibition?
Greta: It opens on the 8th of March in the reading room of the municipal library. I'm so behind with the frames.
Ravi: I can build frames, you know. My grandfather was a joiner in Pune, I grew up in his workshop.
Greta: I'm not too proud to accept. Ash wood, 40 by 50, twelve of them?
Ravi: Twelve it is. I can use the tools at the repair café on Thursdays.
# 2024-02-11T19:00:00
Ravi: I got the room! Second floor, balcony over the courtyard, 7,200 crowns. I moved in on Thursday.
Greta: I knew it! And Vlasta?
Ravi: She scratched me once more as a goodbye. Seven frames are done, the ash splits if you look at it wrongly.
Greta: Take your time. I've chosen a title: "Salt and Diesel".
Ravi: I like it. Work is a mess though. They're closing our office in June and I can either go to Ostrava or take the severance pay.
Greta: What would you do with it?
Ravi: Train as a train driver. Don't laugh. Czech Railways has a course from September, seven months, and they pay you.
Greta: I'm not laughing, you've photographed every locomotive in Moravia. What does Anjali say?
Ravi: My sister says at last. My mother says I have a degree in chemistry.
Greta: Mothers. Is there a test?
Ravi: Eyes, ears, reaction, and an interview with a psychologist, on the 19th of March in Česká Třebová.
# 2024-03-17T11:45:00
Greta: Thank you again for the frames. Three people asked where I had them made.
Ravi: How many pictures did you sell?
Greta: Five, and the library wants to buy the one with the crane for its staircase.
Ravi: Congratulations! I'm revising signals day and night. Tuesday's the big day.
Greta: Sleep, drink water, wear the glasses with the thin rims. Did they ask for the old medical file?
Ravi: Yes, because of my asthma. Dr. Nováková wrote that I haven't had an attack since 2016.
Greta: Good. I'm off to Gdynia at Easter for a week, there's a shipyard that lets photographers in. My cousin Ulrike comes along to carry the tripod.
Ravi: Medium format or the small one?
Greta: The Mamiya. I bought twenty rolls, then saw the price of developing, so I'll do it myself with coffee. Caffenol, it's called.
Ravi: You'll smell like a breakfast bar.
# 2024-04-21T20:30:00
Ravi: I passed! The letter came on Wednesday. The psychologist wrote "calm, slightly stubborn".
Greta: YES! Accurate, too. When do you start?
Ravi: On the 2nd of September, in Nymburk. I told my boss on Friday and took the severance, three months' pay.
Greta: Is Nymburk far? Will you keep the room?
Ravi: Two hours by train. I'll keep it and sublet it to Marek's brother from Monday to Friday. How was Gdynia?
Greta: Rain for six days, and on the seventh the sun came out for twenty minutes. I got one picture, but it's the best I ever took: a welder lighting a cigarette on a weld.
Ravi: I want a print. I'd hang it over the bed.
Greta: You'll get number one of ten. The coffee developer worked, only two rolls were fogged.
Ravi: What about Ulrike?
Greta: Fell in love with the man who runs the crane. She's going back in May. His name is Zbyszek.
# 2024-06-30T18:15:00
Greta: How was the last day at the office?
Ravi: Strange. They gave me a cactus and a voucher for a spa. I cleared out eleven years in two boxes.
Greta: And now two months free?
Ravi: Not quite. I'm going to Pune for five weeks on Thursday, my grandfather turns ninety on the 20th of July. I'm building him a stool as a present.
Greta: Without his noticing? In his own workshop?
Ravi: At Anjali's, two streets away. She keeps the radio loud.
Greta: I'm teaching a weekend course in August, pinhole cameras for children, at the castle in Mikulov. Fourteen have signed up.
Ravi: I could help on the second weekend, I'm back on the 8th.
Greta: Please! The 10th and 11th. Bring tins, as many as you can find: tea, biscuits, paint.
Ravi: Anjali has a hundred tea tins. Customs will love me.
Greta: Zbyszek says hello, by the way. He and Ulrike are getting a dog.
`,
};

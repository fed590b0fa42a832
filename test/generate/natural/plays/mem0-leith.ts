import type { PlayText } from '../play';
import { questions, secondReading } from './mem0-leith-questions';

/** Two friends: a new job, a bad knee, an old violin. */
export const LEITH: PlayText = {
  system: 'mem0',
  name: 'leith',
  speakers: ['Imogen', 'Kofi'],
  topK: 5,
  start: Date.UTC(2026, 1, 3, 8, 30),
  questions,
  secondReading,
  talk: `
# 2022-09-14T18:05:00
Imogen: Kofi! It's been ages. I finally handed in my notice at the lab on Monday, can you believe it?
- [job] Imogen handed in her notice at the lab on Monday
Kofi: No way! After nine years? What are you going to do instead?
- [>job] Imogen had been at the lab for nine years | Imogen resigned from the lab after nine years there
Imogen: The maritime museum in Leith took me on as a conservator. I start on the third of October, mostly looking after old ship models and a huge whale skeleton.
- [museum] Imogen will start as a conservator at the maritime museum in Leith on October 3
- [models] Imogen will take care of ship models at the museum
Kofi: That's so you. Meanwhile I wrecked my left knee playing five-a-side with people from the office. Torn meniscus, surgery is booked for the 21st.
- [knee] Kofi tore his meniscus in a five-a-side match with colleagues
- [surgery] Kofi's knee surgery is scheduled for the 21st
Imogen: Ouch! Who's going to look after the twins while you're on crutches?
Kofi: My sister Abena is coming up from Bristol for two weeks. The twins adore her, mostly because she lets them eat pancakes for dinner.
- [abena] Kofi's sister Abena will come from Bristol for two weeks to help with the twins
- [adore] The twins adore their aunt Abena
Imogen: Smart woman. Do you need anything? I could bring a stack of books. I've got the whole Hilary Mantel trilogy here gathering dust.
- [mantel] Imogen offered to lend Kofi her Hilary Mantel trilogy
Kofi: Yes please. I only ever get to read when I'm flat on my back anyway.
Imogen: Deal. I'll drop them off before the 21st. Oh, and I bought something silly: a broken violin from a junk shop in Portobello, forty quid. The neck is cracked right through.
- [violin] Imogen bought a violin with a cracked neck at a junk shop in Portobello for £40
Kofi: Only you would buy a violin you can't play.
- [noplay] Imogen cannot play the violin
# 2022-10-02T11:30:00
Kofi: Surgery went fine! I was home the same evening. The surgeon says no football till spring though.
- [>surgery] Kofi's surgery went well and he was home the same evening | Kofi's knee surgery on the 21st went well and he was home the same evening
- [spring] Kofi is not allowed to play football until spring
Imogen: I'm so relieved. How's Abena coping with the pancake regime?
Kofi: She's brilliant. And she had news: she got engaged last weekend, to her climbing partner Mateus! They want to marry in Porto next June.
- [engaged] Abena is engaged to her climbing partner Mateus
- [porto] Abena and Mateus want to marry in Porto next June
Imogen: Oh how lovely! Tell her congratulations. Are you giving a speech?
Kofi: She asked me to sing, actually. I used to sing in a highlife band when I was a student in Kumasi, did I never tell you?
- [sing] Abena asked Kofi to sing at her wedding
- [band] As a student in Kumasi, Kofi was the singer of a highlife band
Imogen: Never! I want evidence. My first day at the museum is tomorrow and I'm so nervous I alphabetised my spice rack.
- [nervous] Imogen is nervous about her first day at the museum tomorrow
Kofi: You'll be great. How's the violin?
Imogen: I found a luthier who teaches evening classes, Mr. Pettigrew on Easter Road. I go every Thursday. We've taken the top off already, and there was a label inside: Mittenwald 1894.
- [class] Imogen attends a luthier's evening class with Mr. Pettigrew on Easter Road every Thursday
- [>violin] The violin has a label inside reading Mittenwald 1894 | Imogen's second-hand violin has a cracked neck and a label inside reading Mittenwald 1894
Kofi: 1894! You may be sitting on a fortune.
Imogen: Mr. Pettigrew says it's worth maybe six hundred when it's fixed, so don't book the yacht yet.
- [worth] Imogen's violin may be worth around £600 once it is repaired
# 2022-10-29T20:12:00
Imogen: Nearly four weeks in and I love it. On Thursday they let me clean the whale's jaw with cotton buds. Six hours for one tooth.
- [love] Imogen loves working at the museum
- [whale] On Thursday Imogen spent six hours cleaning one tooth of the whale skeleton
Kofi: That sounds like torture, honestly. I started physio. Twice a week with a woman called Ragna who has no mercy.
- [physio] Kofi has physiotherapy with Ragna twice a week
Imogen: Mercy doesn't fix knees. Are you walking without the stick?
Kofi: Since Tuesday! Celebrated by walking to the bakery and back. I've also started baking since I couldn't do anything else, sourdough mostly. My starter is named Gerald.
- [stick] Kofi has been able to walk without a stick since Tuesday
- [bake] Kofi took up baking sourdough and named his starter Gerald
Imogen: Gerald! Does Gerald need babysitting?
Kofi: He might at Christmas. We're taking the twins to Accra to see my mother, they've never been. Flights are booked for the 18th of December.
- [accra] Kofi's family will spend Christmas in Accra with his mother
Imogen: How wonderful. How old are they now, five?
Kofi: Six in November! Esi wants a telescope and Kwame wants, I quote, a real crocodile.
- [] Kofi's twins turn six in November
- [esi] Kofi's daughter Esi would like a telescope for her birthday
- [kwame] Kofi's son Kwame wants a real crocodile for his birthday
Imogen: I know somebody at the zoo. Ha. I'm off to the Faroe Islands in the new year, by the way, ten days on my own with a pair of boots.
- [faroe] Imogen plans a ten-day solo hiking trip to the Faroe Islands in the new year
Kofi: In winter? You'll be blown into the sea.
Imogen: I'll tie myself to a sheep.
# 2022-11-20T16:45:00
Kofi: The twins had their party yesterday. Fourteen children, one telescope, zero crocodiles. Kwame got a stuffed one and has forgiven us.
- [party] The twins celebrated their birthday yesterday with fourteen children
- [>kwame] Kwame got a stuffed crocodile instead of a real one | Kwame wanted a real crocodile and got a stuffed one for his birthday
Imogen: Happy birthday to them! Did Esi see anything through the telescope yet?
Kofi: Jupiter's moons, from the kitchen window. She counted four and drew them. The drawing is on the fridge.
- [>esi] Esi saw four moons of Jupiter with her telescope | Esi got a telescope and has seen four of Jupiter's moons
Imogen: She's a scientist already. I have less happy news. I've got a rash from the solvents at work, the doctor thinks I'm allergic to acetone. They've moved me to paper and charts for now.
- [rash] Imogen got a rash from solvents and may be allergic to acetone
- [paper] Imogen was moved to paper and charts at the museum for the time being
Kofi: Oh no. Do you miss the ships?
Imogen: A bit, but the charts are beautiful. There's one from 1740 of the Pentland Firth with little sea monsters in the margins.
- [chart] Imogen likes a 1740 sea chart of the Pentland Firth
Kofi: I'd frame that. Physio update: Ragna let me jog for four minutes on a treadmill. I nearly cried.
- [>physio] Kofi jogged for four minutes on a treadmill | Kofi's physiotherapist Ragna let him jog for four minutes on a treadmill
Imogen: Four minutes! By next autumn you'll be running a half marathon with me.
Kofi: Are you running one? You hate running.
Imogen: I do hate it. But my colleague Saoirse signed us both up for the Stirling half in April, for the lifeboat charity, and I can't let her down.
- [half] Saoirse, a colleague of Imogen, signed both of them up for a charity half marathon in Stirling in April
- [hates] Imogen hates running
Kofi: I'll stand at the finish with a banana bread.
# 2023-01-08T19:20:00
Kofi: Happy new year! We're back since Thursday. Accra was loud and hot and perfect.
- [back] Kofi's family has been back from Accra since Thursday
Imogen: Happy new year! How did the twins get on with your mother?
Kofi: She taught Esi to cook jollof and Kwame to cheat at oware. He beats everyone now. He's also seen a real crocodile at last, at the pond in Paga, he actually sat on it!
- [jollof] Esi learned to cook jollof from her grandmother
- [oware] Kwame was shown by his grandmother how to cheat at oware
- [>kwame] Kwame saw and sat on a real crocodile at the pond in Paga | Kwame saw a real crocodile at the pond in Paga and sat on it
Imogen: He sat on it?! My heart.
Kofi: They're sacred there, apparently nobody's ever been bitten. Sad news though: Gerald didn't survive, I forgot him on the radiator. I've given up baking for good.
- [gave] Kofi has given up baking after his starter died
* [xbake]
Imogen: Rest in peace, Gerald. I leave for the Faroes on Friday! Nine nights in the end, the ferry only goes twice a week.
- [>faroe] Imogen leaves for the Faroe Islands on Friday for nine nights | Imogen leaves for her solo trip to the Faroe Islands on Friday and stays nine nights
Kofi: Is the violin finished?
Imogen: Strung it up on Wednesday! It squeaks like a door, but it's a violin again. Mr. Pettigrew played some Massenet on it and I cried.
- [strung] Imogen finished repairing the violin and put the strings on on Wednesday
Kofi: You have to play at Abena's wedding with me. They moved it to September, by the way, Mateus has his exams in June.
- [>porto] The wedding of Abena and Mateus was moved to September because Mateus has exams in June | Abena and Mateus postponed their wedding to September because of his exams
Imogen: I'll need a lot more than four minutes' practice for that.
Kofi: My knee is good for ten kilometres on the bike again, so anything's possible.
- [bike] Kofi can cycle ten kilometres again
`,
};

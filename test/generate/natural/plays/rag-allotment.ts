import type { PlayText } from '../play';
import { construction, questions, secondReading } from './rag-allotment-run';

/** Two neighbours on the allotments: bees, night shifts, a journey. */
export const ALLOTMENT: PlayText = {
  system: 'rag',
  name: 'allotment',
  speakers: ['Tamsin', 'Hollis'],
  topK: 3,
  tokens: 190,
  start: Date.UTC(2026, 2, 9, 16, 20),
  construction,
  questions,
  secondReading,
  talk: `
# 2023-05-13T10:15:00
Tamsin: Morning Hollis! Did you survive the frost? I lost every single courgette on Thursday night.
Hollis: The beans are gone, but I'd put a duvet over the tomatoes. My neighbours think I've lost my mind.
Tamsin: A duvet! I only had newspaper. I'll resow on Monday, I've got a packet of Tromboncino left.
Hollis: Come and have some of my Costata plants, I've got nine too many. In exchange I need advice: a swarm of bees moved into my compost bin on Sunday.
Tamsin: A swarm! Don't touch it. My uncle Ferdie kept bees for thirty years in Ludlow, I'll ask him.
Hollis: Please do. They're very calm, but Margot won't let the grandchildren near the garden.
Tamsin: Quite right. I'm on nights this week so I'll ring him in the afternoon when I get up.
Hollis: Nights again? I thought you were moving to the day ward.
Tamsin: From July, if they find somebody for the stroke unit. I've stopped believing it, to be honest.
# 2023-06-04T18:40:00
Hollis: Your uncle is a genius. He drove up on Thursday with a hive in the back of his Fiat Panda, and the whole swarm walked in like commuters.
Tamsin: He's been talking of nothing else. He says your queen is a Buckfast, very good-tempered.
Hollis: We've named her Dusty, after Dusty Springfield. The hive stands by the quince tree now, facing south-east.
Tamsin: And Margot?
Hollis: Bought herself a veil and a smoker. She's signed up for the beginners' course in Shrewsbury, six Tuesdays from the 13th.
Tamsin: Traitor! I've got news too. I'm going to Orkney with my sister in September, two weeks. We want to see the Ring of Brodgar and count puffins.
Hollis: There won't be any puffins in September, they leave by August.
Tamsin: Oh no. Seals, then. Jude will be disappointed, she bought a puffin jumper.
Hollis: If you go to Hoy, walk to Rackwick. Margot and I spent our honeymoon there in 1981, in a hut without electricity.
# 2023-07-23T09:30:00
Tamsin: It happened: I start on the day ward on Monday week. Eleven years of nights are over!
Hollis: That calls for honey. We took the first frames on Friday, fourteen jars, lime blossom mostly.
Tamsin: Fourteen! Could I have two for the night shift as a farewell present?
Hollis: Take four. I got stung, by the way, on the eyelid. I looked like a boxer at my own granddaughter's christening.
Tamsin: Poor you! Which granddaughter, Beatrix?
Hollis: No, Beatrix is five. The baby, Olwen. She slept through all of it, my face included.
Tamsin: The courgettes from your plants are taking over. I made eleven jars of chutney with ginger.
Hollis: Swap you: a jar of honey for a jar of chutney. The show is on the 19th of August, are you entering the courgette?
Tamsin: I'm entering the heaviest-marrow class. And the Victoria sponge, if the oven's mended by then; the thermostat's gone.
# 2023-08-27T17:05:00
Hollis: Still can't believe the judge put my honey second because of "one visible bubble".
Tamsin: Scandalous. I'm very happy with third for a marrow of eleven point four kilos, considering slugs ate half the plant.
Hollis: And the sponge?
Tamsin: Didn't enter. The engineer never came, so no oven. I made a no-bake cheesecake for the team instead.
Hollis: We've got wasps at the hive now. Ferdie told me to narrow the entrance to the width of one bee.
Tamsin: He's coming to my mother's seventieth. Not on the 16th though, we're in Orkney from the 9th, so the party's on the 30th of September.
Hollis: Are you taking the train or the car to Scrabster?
Tamsin: Car, with a night in Inverness at a hostel in an old prison. Jude booked it, she thinks it's funny.
Hollis: How's the day ward?
Tamsin: I see my neighbours! And I go to a choir on Wednesdays, we're doing Fauré. I'm an alto, as it turns out.
# 2023-10-01T16:00:00
Tamsin: We're back, and my mother's party was yesterday. Ferdie gave her a beeswax candle as tall as her walking stick.
Hollis: Happy birthday to her! How was Orkney?
Tamsin: Windy and perfect. We walked to Rackwick on the second Tuesday, your hut is a bothy now, with a visitors' book. I wrote your names in it.
Hollis: Margot will cry. Did you see seals?
Tamsin: Forty off Burray, and an orca from the ferry! Jude dropped her phone with fright, it's at the bottom of the Pentland Firth now.
Hollis: Lost the photos too?
Tamsin: All of hers. Luckily I had the old Olympus, three rolls of film, they're at the lab in Hereford.
Hollis: The bees are fed for winter, twelve kilos of sugar. Margot passed her course, she got a certificate and a badge.
Tamsin: I want a hive as well, next spring. Could you ask Ferdie to split yours?
Hollis: I'll ask. He says Dusty's in good form, so it might work in May.
`,
};

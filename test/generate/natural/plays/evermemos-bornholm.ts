import type { PlayText } from '../play';
import { construction, questions, secondReading } from './evermemos-bornholm-run';

/** Two cousins by marriage, an inherited cottage and old letters; many names are not ASCII. */
export const BORNHOLM: PlayText = {
  system: 'evermemos',
  name: 'bornholm',
  speakers: ['Łucja', 'Søren'],
  topK: 3,
  start: Date.UTC(2026, 2, 4, 7, 45),
  construction,
  questions,
  secondReading,
  talk: `
# 2023-03-05T20:10:00
Søren: Łucja, cześć! Did the keys for the cottage arrive?
Łucja: They came on Friday, in an envelope full of sand. I still can't believe Aunt Birgitte left it to the two of us.
Søren: Me neither. I was there last weekend: the roof is fine, but the chimney has a crack you could post letters through.
Łucja: Then no fires until Mr. Żak has seen it. He did our tiled stove in Kraków and he's coming to Bornholm in April anyway, to fish for sea trout.
Søren: A chimney man who fishes for sea trout. Perfect. I'll pay him in smørrebrød.
Łucja: He only accepts żurek, I warn you. By the way, Hania got into the music school! She'll play the bassoon, of all things, because nobody else wanted it.
Søren: Hania, nine years old, with a bassoon? It's taller than she is!
Łucja: They have a small one for children, a fagottino. She starts in September and until then she practises on a vacuum cleaner hose.
# 2023-04-16T18:30:00
Łucja: Mr. Żak has spoken. The crack is only in the outer shell, 6,000 kroner, done in two days. He caught eleven trout meanwhile.
Søren: Cheaper than I feared. I found something behind the stove when I cleaned: a tin with letters, all to Birgitte, from somebody called Émile in Marseille, 1958 to 1963.
Łucja: Love letters?!
Søren: I think so. My French is hopeless. One has a pressed sprig of lavender in it, another a drawing of a lighthouse.
Łucja: Scan them for me! I can ask Zoë at work, she did her degree in Aix.
Søren: Will do. On my side: I've been accepted for the kintsugi course in Kyoto, 金継ぎ, three weeks in October. Repairing broken bowls with gold.
Łucja: You, who broke half my wedding plates! Who'll look after the dog?
Søren: Freja can stay with my father in Aarhus. She likes him better anyway, he gives her liver pâté.
# 2023-06-11T21:00:00
Łucja: Zoë translated the first six letters. Émile was a ship's cook on a cable layer, they met in Rønne when the ship was in for repairs.
Søren: A cook on a cable ship! Why did it end?
Łucja: We don't know yet. In the sixth he asks her to come to Marseille and open a café with him. She must have said no.
Søren: Or never answered. Poor Émile. I painted the cottage windows last week, by the way, the blue is called "Hav nr. 7" and it's more green than blue.
Łucja: Send a picture! We'd like to come up from the 22nd of July for ten days, Hania wants to learn to swim in the sea.
Søren: It's yours. Bring wetsuits, it's sixteen degrees. I also planted two apple trees, an Ingrid Marie and a Filippa.
Łucja: My knee is bad again, I'm afraid, so no digging for me. The doctor says it's the cartilage and I should cycle instead of run.
# 2023-08-20T19:45:00
Søren: The cottage still smells of your bigos. I mean that as a compliment.
Łucja: Ha! We loved every day. Hania swims twenty metres now, and she named the heron behind the house Pan Profesor.
Søren: He's there every morning at six. Did you find her bracelet, the one with the amber?
Łucja: No, she thinks she lost it on the ferry back, on the 1st of August. She cried all the way to Świnoujście.
Søren: I'll ask at the lost property office in Rønne.
Łucja: You're sweet. And big news: I've left the bank. I start at the botanical garden in Kraków in October, in the seed archive.
Søren: Seeds instead of mortgages! What did Paweł say?
Łucja: He brought champagne and a spreadsheet. We'll live on two thirds of what we had, so no new car and no skiing this winter.
# 2023-11-12T17:20:00
Søren: Back from Kyoto since Wednesday, and I still bow to the bus driver.
Łucja: How was it? Did you repair something of mine?
Søren: Your blue plate, the one from Bolesławiec! It has a golden river through it now. My teacher, Mrs. Ōnishi, said my lines were "honest", which is not praise.
Łucja: I'm touched. When do I get it back?
Søren: At Christmas. And I met somebody, Łucja. Her name is Inès, she's a bookbinder from Lyon, she sat at the next table.
Łucja: Søren! And she reads French! Émile's letters!
Søren: She has read all of them already. The last one says he waited three days at the station in Marseille, Saint-Charles, in May 1963, and then signed on again.
Łucja: That breaks my heart. Work is lovely, by the way. I catalogue poppies, four hundred kinds, and my boss lets me bring Hania on Saturdays.
Søren: And the bassoon?
Łucja: First concert on the 2nd of December, she is the grandfather in "Peter and the Wolf".
# 2024-01-07T20:00:00
Łucja: Happy new year! The golden plate hangs over the table, nobody is allowed to eat from it.
Søren: Happy new year! Inès and I spent New Year's Eve at the cottage. We had a fire in the chimney, the first in eleven years.
Łucja: Did it draw well?
Søren: Like a jet engine, tell Mr. Żak. Freja hid under the bed. We've decided to have a plaque made, with Émile's lighthouse on it.
Łucja: Lovely idea. We should go to Marseille, all of us, and look for the café that never was.
Søren: Inès said the same. Easter? She has a cousin with a flat in Le Panier.
Łucja: Easter works, Hania has holidays from the 28th of March. My knee is better as well, thirty kilometres on the bike without pain.
Søren: Then it's settled. I'll book the night train from Hamburg... wait, there is none. I'll think of something.
`,
};

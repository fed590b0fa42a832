/** The episodes and facts that the model wrote, unit by unit. */
export const construction = `
e1 D1:5 | Łucja and Søren Inherit a Cottage with a Cracked Chimney
On March 5, 2023, Łucja confirmed to Søren that she had received the keys to the cottage on Bornholm that Aunt Birgitte left to both of them. Søren had visited it the weekend before (February 25-26, 2023) and found the roof in good order but the chimney badly cracked. Łucja suggested making no fires until Mr. Żak, who built her tiled stove in Kraków and was coming to Bornholm in April to fish, had inspected it. Søren joked that he would pay him in smørrebrød.
- Łucja received the keys to the cottage.
- Aunt Birgitte left the cottage to Łucja and Søren.
- The chimney of the cottage has a large crack.
- Mr. Żak will come to Bornholm in April 2023 and can inspect the chimney.

e2 D1:8 | Hania Is Admitted to Music School to Play the Bassoon
On March 5, 2023, Łucja told Søren that her nine-year-old daughter Hania had been admitted to the music school, where she will learn the bassoon. Søren was amused that the instrument is taller than the girl. Łucja explained that there is a small version for children and that Hania, who starts in September 2023, is already practising at home.
- Hania was admitted to the music school.
- Hania will learn the bassoon.
- Hania is nine years old.
- Hania will start music school in September 2023.

e3 D2:5 | Chimney Verdict and Old Letters Found Behind the Stove
On April 16, 2023, Łucja reported that according to Mr. Żak only the outer shell of the chimney is cracked; the repair costs 6,000 kroner and takes two days. While cleaning behind the stove Søren had discovered a tin of letters written to Birgitte between 1958 and 1963 by a man called Émile from Marseille. They appear to be love letters; one contains pressed lavender and another a drawing of a lighthouse. Łucja asked for scans so that her colleague Zoë, who studied in Aix, could translate them.
- The chimney repair costs 6,000 kroner and takes two days.
- Mr. Żak caught eleven trout.
- Søren found letters from Émile to Birgitte from 1958 to 1963.
- One letter holds lavender, another a drawing of a lighthouse.
- Zoë, a colleague of Łucja, studied in Aix.

e4 D2:8 | Søren Is Accepted for a Kintsugi Course in Kyoto
On April 16, 2023, Søren announced that he had been accepted for a three-week kintsugi (金継ぎ) course in Kyoto in October 2023, where broken bowls are repaired with gold. Łucja teased him about the plates he had broken. His dog Freja will stay with his father during that time.
- Søren will take a three-week kintsugi course in Kyoto in October 2023.
- Søren broke many of Łucja's wedding plates.
- Freja will stay with Søren's father.
- Søren's father spoils Freja with food.

e5 D3:3 | The First Six Letters Tell How Émile Met Birgitte
On June 11, 2023, Łucja told Søren that Zoë had translated six of the letters. Émile was a ship's cook who met Birgitte in Rønne while his ship was being repaired. In the sixth letter he asked her to move to Marseille and open a café with him. They do not know why the relationship ended; Łucja assumes that Birgitte refused.
- Zoë translated the first six letters.
- Émile was a cook on a ship.
- Émile and Birgitte met in Rønne.
- Émile asked Birgitte to open a café with him in Marseille.

e6 D3:7 | Summer Plans for the Cottage and Łucja's Knee
On June 11, 2023, Søren said that he had painted the cottage windows in the previous week (June 4-10, 2023) in a blue called "Hav nr. 7" and had planted two apple trees, an Ingrid Marie and a Filippa. Łucja's family plans to stay from July 22, 2023 for ten days because Hania wants to learn to swim in the sea; Søren recommended wetsuits. Łucja's knee hurts again; her doctor blames the cartilage and advised cycling rather than running.
- Søren painted the windows of the cottage in "Hav nr. 7".
- Søren planted two apple trees.
- Łucja's family will be at the cottage from July 22, 2023 for ten days.
- Łucja has cartilage trouble in her knee.

e7 D4:5 | Memories of the Cottage Holiday and Hania's Lost Bracelet
On August 20, 2023, Søren and Łucja looked back on the family's stay at the cottage. Hania can now swim twenty metres and named the heron behind the house Pan Profesor; it appears every morning at six. She probably lost her amber bracelet on the ferry home on August 1, 2023 and was very sad. Søren offered to ask at the lost property office in Rønne.
- Hania can swim twenty metres.
- Hania named a heron Pan Profesor.
- Hania probably lost her amber bracelet on the ferry on August 1, 2023.
- Søren will ask at the lost property office in Rønne.

e8 D4:8 | Łucja Leaves the Bank for a Seed Archive
On August 20, 2023, Łucja announced that she had left the bank and will start in the seed archive of the botanical garden in Kraków in October 2023. Her husband Paweł reacted with champagne and a spreadsheet. The family will have only two thirds of its former income, so there will be no new car and no skiing in the coming winter.
- Łucja left her job at the bank.
- Łucja will work in the seed archive of the botanical garden in Kraków.
- The family will live on two thirds of its former income.
- There will be no new car and no skiing this winter.

e9 D5:4 | Søren Returns from Kyoto with Łucja's Repaired Plate
On November 12, 2023, Søren told Łucja that he has been back from Kyoto since Wednesday (November 8, 2023). During the course he repaired her blue Bolesławiec plate, which now has a golden line running through it. His teacher, Mrs. Ōnishi, called his lines "honest". Łucja was touched and asked when she would get it back.
- Søren returned from Kyoto on November 8, 2023.
- Søren repaired Łucja's blue plate from Bolesławiec.
- Mrs. Ōnishi was Søren's teacher.

e10 D5:7 | Søren Meets Inès and Learns How Émile's Story Ended
On November 12, 2023, Søren promised to return the plate at Christmas and told Łucja that at the course he had met Inès, a bookbinder from Lyon. She has already read all of Émile's letters. In the last one he writes that he waited for three days at Saint-Charles station in Marseille in May 1963 and then went back to sea.
- Søren met Inès, a bookbinder from Lyon.
- Inès has read all the letters.
- Émile waited three days at Saint-Charles station in May 1963.
- Søren will bring the plate back at Christmas.

e11 D5:10 | Łucja's Poppies and Hania's First Concert
On November 12, 2023, Łucja said that she enjoys her work, where she catalogues four hundred kinds of poppies and may bring Hania on Saturdays. Hania's first concert with the bassoon is on December 2, 2023; she is the grandfather in "Peter and the Wolf".
- Łucja catalogues four hundred kinds of poppies.
- Hania may come along to work on Saturdays.
- Hania's first concert is on December 2, 2023.

e12 D6:4 | A New Year's Fire at the Cottage and a Plaque for Émile
On January 7, 2024, Łucja mentioned that the repaired plate hangs above the table and nobody may eat from it. Søren and Inès celebrated New Year's Eve (December 31, 2023) at the cottage and lit the first fire in the chimney in eleven years, which drew excellently; the dog Freja hid under the bed. They want a plaque with Émile's lighthouse to be made.
- The repaired plate hangs over Łucja's table.
- Søren and Inès spent New Year's Eve at the cottage.
- It was the first fire in the chimney in eleven years.
- A plaque with Émile's lighthouse is planned.

e13 D6:8 | An Easter Journey to Marseille Is Planned
On January 7, 2024, Łucja proposed a journey to Marseille to look for the café that Émile and Birgitte never opened. Inès had the same idea and has a cousin with a flat in Le Panier. They agreed on Easter 2024, since Hania's holidays begin on March 28, 2024. Łucja's knee has improved and she can cycle thirty kilometres without pain. Søren will work out how to travel.
- Łucja and Søren plan to go to Marseille at Easter 2024.
- Inès has a cousin with a flat in Le Panier.
- Hania's holidays begin on March 28, 2024.
- Łucja cycles thirty kilometres without pain.
`;

export const questions = `
? temporal | When did the keys of the cottage reach Łucja?
= March 3, 2023
@ D1:2
< s e1 e12 e6 e3 e7 e13
< d e1 e3 e6 e12 e7 e4
< ok The documents say that the keys have arrived.
> By March 5, 2023; the exact day is not given.
- The gold answer is March 3.
! ExtractionError | extract e1 | Łucja said that the keys came on Friday, 3 March. The episode and the facts only keep that she has received them, so no unit holds the day.

? single-hop | What did Hania practise on before she started music school?
= A vacuum cleaner hose
@ D1:8
< s e2 e11 e7 e8
< d e2 e11 e7 e6
< ok Hania is said to practise at home before September.
> She practised at home on a small bassoon for children.
- The gold answer is the hose of a vacuum cleaner.
! ExtractionError | extract e2 | The episode turned practising on a vacuum cleaner hose into practising at home. The hose is in no part of a unit and the reader filled the gap.

? single-hop | On what kind of ship was Émile a cook?
= On a cable layer
@ D3:1
< s e5 e3 e10 e12
< d e5 e10 e3 e13
< ok The documents tell that Émile was a ship's cook.
> The kind of ship is not mentioned; it was being repaired in Rønne.
- The gold answer is a cable layer.
! ExtractionError | extract e5 | The episode and the facts only say ship's cook and his ship. That it was a cable layer entered no unit.

? single-hop | In which city does Søren's father live?
= Aarhus
@ D2:8
< s e4 e9 e13 e1
< d e4 e9 e12 e8
< no The city where the father lives is missing. | Where does the father of Søren live?
< s2 e4 e12 e13 e9
< d2 e4 e1 e12 e8
< f e4 e12 e9
> It isn't mentioned where his father lives.
- The gold answer is Aarhus.
! ExtractionError | extract e4 | Aarhus was dropped when the episode was written: Freja stays with his father, no place. No unit holds the city.

? single-hop | How much did the repair of the chimney cost?
= 6,000 kroner
@ D2:1
< s e12 e1 e9 e6 e3
< d e1 e12 e9 e3 e6
< ok The documents deal with the chimney of the cottage and Mr. Żak.
> The costs of the repair are not mentioned.
- The gold answer is 6,000 kroner.
! RetrievalError | round1 | The unit with the 6,000 kroner was fourth after fusion and cut off at three, and the check took the other chimney units for sufficient, so there was no second round.

? multi-hop | What did Hania take up or learn in 2023?
= The bassoon and swimming
@ D1:6 D4:2
< s e2 e11 e8 e6 e7
< d e11 e2 e8 e7 e4
< no Other things that Hania learned in 2023 may be missing. | New skills of Hania in 2023 such as sports or languages
< s2 e7 e6 e11 e2
< d2 e7 e11 e6 e8
< f e2 e11 e8
> She took up the bassoon at music school.
- Swimming is missing from the generated answer.
! RetrievalError | final | The second round did find the unit in which Hania swims twenty metres. The last reranking dropped it for one about her mother's new job.

? temporal | When did Hania lose her bracelet?
= August 1, 2023
@ D4:4
< s e7 e11 e2 e6
< d e7 e2 e11 e6
< ok The date of the loss is given.
> Probably on August 1, 2023, on the ferry.
+ The same date.

? single-hop | What did Émile ask Birgitte in his sixth letter?
= To come to Marseille and open a café with him
@ D3:3
< s e5 e3 e10 e13
< d e5 e10 e13 e3
< ok The sixth letter is described.
> To move to Marseille and open a café with him.
+ The same request.

? temporal | When did Søren get back from Kyoto?
= November 8, 2023
@ D5:1
< s e9 e4 e10 e12
< d e4 e9 e10 e11
< ok The return from Kyoto is documented.
> On November 12, 2023.
- The gold answer is November 8.
! ResponseError | answer | The context states back since Wednesday (November 8, 2023). The reader took the date of the chat at the beginning of the episode.

? open-domain | Will the travellers to Marseille need an interpreter?
= Probably not, since Inès is French
@ D5:5 D6:6
< s e13 e5 e3 e10
< d e13 e3 e5 e6
< ok The documents tell who travels and who has translated French so far.
> Probably yes, Zoë had to translate the letters so far.
- The gold answer is that Inès is French and they need none.
! RetrievalError | round1 | The unit that introduces Inès as a bookbinder from Lyon who has read all the letters was cut after fusion in the first round, and the check stopped the search there. What was left suggests that only Zoë knows French.

? single-hop | How long did Émile wait at the station in Marseille?
= Three days
@ D5:7
< s e13 e5 e3 e12 e10
< d e5 e13 e3 e10 e12
< no Nothing is said about a station. | Émile waiting for Birgitte in Marseille
< s2 e13 e5 e3 e12
< d2 e5 e3 e13 e12
< f e5 e13 e3
> The memories do not mention Émile waiting at a station.
- The gold answer is three days.
! RetrievalError | round1 | The unit on Émile's last letter, with the three days, was fourth or fifth everywhere and cut at three in the first round; the second round did not bring it back.

? single-hop | Which role did Hania have in her first concert?
= The grandfather in Peter and the Wolf
@ D5:10
< s e11 e2 e7 e13
< d e11 e2 e7 e8
< ok Concert and role are given.
> She was the grandfather in "Peter and the Wolf".
+ The same role.

? single-hop | What does Łucja's family do without because of her new job?
= A new car and skiing
@ D4:8
< s e8 e11 e6 e2
< d e8 e11 e4 e13
< ok The consequences of the new job are given.
> A third of the family's income.
- The gold answer is a new car and skiing.
! ResponseError | answer | The context names what the family goes without: no new car and no skiing. The reader named the smaller income behind it.

? single-hop | Which city does Inès come from?
= Marseille
@ D5:5
< s e10 e13 e12 e3
< d e10 e12 e13 e9
< ok Inès is introduced.
> From Lyon.
- The gold answer is Marseille.
! AnnotationError | - | Søren says that Inès is a bookbinder from Lyon, as answered. Marseille is where Émile lived.

? temporal | When did Søren paint the windows of the cottage?
= In the week before June 11, 2023
@ D3:4
< s e6 e1 e12 e7
< d e6 e12 e1 e3
< ok The week of painting is given.
> In the week of June 4-10, 2023.
+ The same week.

? adversarial | What does Paweł catalogue at the botanical garden?
= Not mentioned in the conversation
@ D5:8
< s e8 e11 e2 e9
< d e11 e8 e6 e13
< ok The work at the botanical garden is described.
> Four hundred kinds of poppies.
- It is Łucja who works at the botanical garden, not Paweł.
! ResponseError | answer | The context says that Łucja works at the garden and catalogues poppies, and that Paweł is her husband. The reader followed the false premise.

? single-hop | What did Hania call the heron?
= Pan Profesor
@ D4:2
< s e7 e2 e11 e6
< d e7 e11 e2 e6
< ok The name is there.
> Pan Profesor.
+ The same name.

? single-hop | Who taught Søren kintsugi?
= Mrs. Ōnishi
@ D5:3
< s e4 e9 e12 e10
< d e9 e4 e10 e12
< ok The teacher is named.
> Mrs. Ōnishi in Kyoto.
+ The same person.

? multi-hop | Which animals with names are there around the cottage?
= The heron Pan Profesor and the dog Freja
@ D4:2 D6:4
< s e7 e12 e6 e1
< d e7 e12 e4 e6
< ok A heron and a dog are named.
> The heron Pan Profesor.
- The dog Freja is missing.
! ResponseError | answer | Both animals stand in the context, the heron in one unit and the dog Freja in another. The reader named only the first.
`;

/** The second reading of the failures, by the same person as the first. */
export const secondReading = `
1 | ExtractionError | extract e1
2 | ExtractionError | extract e2
3 | ExtractionError | extract e5
4 | ExtractionError | extract e4
5 | RetrievalError | round1
6 | RetrievalError | final
9 | ResponseError | answer
10 | RetrievalError | round1
11 | RetrievalError | round1
13 | ResponseError | answer
14 | AnnotationError | -
16 | ResponseError | answer
19 | ResponseError | answer
`;

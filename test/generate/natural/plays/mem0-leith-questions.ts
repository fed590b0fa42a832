/** The questions, what was found and answered, and the first reading of each failure. */
export const questions = `
? temporal | When did Imogen hand in her notice at the lab?
= September 12, 2022
@ D1:1
< job museum nervous love paper
> Around September 14, 2022.
- The gold answer is September 12, the generated answer says around September 14.
! UpdateError | decide D1:2 | The unit first said that she gave notice on Monday; the update for D1:2 rewrote it to resigning after nine years, without the day. Only the time of the memory was left, which is that of the chat.

? single-hop | Where did Imogen find her new job?
= At the maritime museum in Leith
@ D1:3
< museum models job love nervous
> At the maritime museum in Leith, as a conservator.
+ The answer names the same place.

? single-hop | Why do Kofi's twins adore their aunt Abena?
= She lets them eat pancakes for dinner
@ D1:6
< adore abena engaged party sing
> The memories do not say why, only that they adore her and she came to help.
- The generated answer gives no reason, the gold answer does.
! ExtractionError | extract D1:6 | The extraction kept that the twins adore Abena and dropped the reason, pancakes for dinner. No unit ever held it.

? single-hop | How much did Imogen pay for the violin?
= 40 pounds
@ D1:9
< worth violin strung class noplay
> The price isn't mentioned; it may be worth around £600 once repaired.
- The generated answer does not give the price of forty pounds.
! UpdateError | decide D2:8 | The unit held the price and the junk shop until the update for D2:8 made it a second-hand violin with a label. The price is in no live unit.

? temporal | When did Abena get engaged?
= The weekend before October 2, 2022
@ D2:3
< engaged porto sing abena adore
> On October 2, 2022.
- The gold answer is the weekend before that day.
! ExtractionError | extract D2:3 | The message says last weekend; the extracted fact is only that she is engaged. Without the relative date the time of the memory misleads.

? single-hop | Who teaches the evening class that Imogen attends?
= Mr. Pettigrew, a luthier
@ D2:8
< class violin strung worth nervous
> Mr. Pettigrew.
+ Same person.

? multi-hop | What did Kofi's mother teach the twins?
= Esi to cook jollof and Kwame to cheat at oware
@ D5:3
< jollof accra back party adore
> She taught Esi to cook jollof.
- Kwame and oware are missing from the generated answer.
! RetrievalError | search | Both lessons are live units. The search returned the one about jollof but not the one about oware, so half of the answer was missing from the context.

? single-hop | What was the name of Kofi's sourdough starter?
= Gerald
@ D3:4
< gave bike physio spring kwame
> The name is not mentioned, only that the starter died.
- The gold answer is Gerald, the generated answer has no name.
! DeletionError | decide D5:5 | The unit with the name was deleted as contradicted when Kofi gave up baking. The unit added instead does not name the starter.

? single-hop | How old did Kofi's twins turn in November 2022?
= Six
@ D3:8
< party adore esi abena kwame
> Their age is not stated.
- No age is given.
! ExtractionError | decide D3:8 | That the twins turn six was extracted, but the decision neither added nor merged it. No unit holds their age.

? open-domain | In which country did Kofi most likely go to university?
= Ghana
@ D2:5
< accra back sing bike jollof
> It's not mentioned where Kofi studied.
- The gold answer is Ghana.
! RetrievalError | search | A live unit says that Kofi was a student in Kumasi, which settles it. The search did not return it.

? multi-hop | Where and when will Abena and Mateus get married?
= In Porto in September 2023
@ D2:3 D5:9
< porto engaged sing adore abena
> In September 2023; the place is not mentioned.
- The place, Porto, is missing.
! UpdateError | decide D5:9 | The unit held Porto until the update for D5:9 rewrote it as a postponed wedding. The place is in no live unit.

? single-hop | Which cause is Imogen running the half marathon for?
= The lifeboat charity
@ D4:10
< half hates stick bike love
> For charity; it isn't specified which one.
- The generated answer does not name the lifeboats.
! ExtractionError | extract D4:10 | The extraction turned the lifeboat charity into a charity half marathon. Which cause it is never entered a unit.

? temporal | How long will Imogen stay on the Faroe Islands?
= Nine nights
@ D5:6
< faroe half back accra love
> Nine nights.
+ The same.

? adversarial | What did Kofi's colleague Saoirse sign him up for?
= Not mentioned in the conversation
@ D4:10
< half knee spring bike hates
> A charity half marathon in Stirling in April.
- Saoirse is a colleague of Imogen; nothing is said about her and Kofi.
! ResponseError | answer | The context says plainly that Saoirse is a colleague of Imogen and signed the two of them up. The reader took over the false premise of the question.

? temporal | When did Kofi and his family come back from Accra?
= January 5, 2023
@ D5:1
< back accra jollof bike party
> On Thursday, January 8, 2023.
- The gold answer is January 5.
! ResponseError | answer | The context has the unit with since Thursday and its time, Sunday 8 January 2023, so Thursday the 5th follows. The reader gave the date of the memory as that of the Thursday.

? single-hop | What did Kwame get for his birthday?
= A stuffed crocodile
@ D4:1
< kwame party esi oware adore
> Not mentioned; he saw and sat on a real crocodile at a pond in Paga.
- The gold answer is a stuffed crocodile.
! UpdateError | decide D5:3 | The unit held the stuffed crocodile until the update for D5:3 replaced it with the real one in Paga.

? single-hop | From which year is the chart of the Pentland Firth that Imogen admires?
= 1740
@ D4:6
< paper models museum love whale
> The year is not given in the memories.
- The generated answer lacks the year.
! RetrievalError | search | A live unit has the 1740 chart. The search returned five other units about the museum.

? temporal | Since when has Kofi been walking without a stick?
= November 1, 2022
@ D3:4
< stick bike spring physio surgery
> Since Tuesday, October 25, 2022.
- The gold answer is November 1, the generated answer October 25.
! AnnotationError | - | On Saturday, 29 October 2022 Kofi said since Tuesday, which is 25 October, as answered. The gold date lies after the chat.

? single-hop | What does the label inside Imogen's violin say?
= Mittenwald 1894
@ D2:8
< violin worth strung noplay class
> Mittenwald 1894.
+ The same.

? single-hop | Who is Ragna?
= Kofi's physiotherapist
@ D3:2
< physio bike spring stick surgery
> Kofi's physiotherapist, who let him jog for four minutes.
+ The same person.

? multi-hop | What did Esi see through her birthday present?
= Four moons of Jupiter
@ D3:8 D4:3
< esi party kwame jollof adore
> Four of Jupiter's moons, through her telescope.
+ The same.
`;

/** The second reading of the failures, by the same person as the first. */
export const secondReading = `
1 | UpdateError | decide D1:2
3 | ExtractionError | extract D1:6
4 | UpdateError | decide D2:8
5 | ExtractionError | extract D2:3
7 | RetrievalError | search
8 | DeletionError | decide D5:5
9 | ExtractionError | decide D3:8
10 | RetrievalError | search
11 | UpdateError | decide D5:9
12 | ExtractionError | extract D4:10
14 | ResponseError | answer
15 | ResponseError | answer
16 | UpdateError | decide D5:3
17 | RetrievalError | search
18 | AnnotationError | -
`;

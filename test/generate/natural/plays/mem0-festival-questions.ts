/** The questions, what was found and answered, and the first reading of each failure. */
export const questions = `
? single-hop | Where does the spring festival take place?
= In the old tram depot on Kestrel Street
@ D1:3
< fest takeover visit visitors
> In the old tram depot on Kestrel Street.
+ The same place.

? single-hop | How far ahead does the fire brigade want the evacuation plan, according to Desk?
= Six weeks ahead
@ D1:4
< visit silence fest booklet
> The memories contain nothing about an evacuation plan.
- The gold answer is six weeks, the generated answer says nothing.
! ExtractionError | extract D1:4 | Desk's advice about the evacuation plan was not extracted at all: the list of facts of this message is empty. No unit holds it.

? single-hop | Why should there be no lilies backstage?
= The cellist of the Lindqvist Quartet is allergic to them
@ D1:5
< headliner piano dvorak sat
> Not mentioned in the memories.
- No reason is given.
! ExtractionError | decide D1:5 | The allergy was extracted from the message, but the decision added only the other two facts. It is in no unit.

? single-hop | How much did Bellweather ask for the piano?
= 1,450 for four days including tuning
@ D1:7
< bell piano roofer share
> 1,700, delivery included.
- That is the price of Nordklang; Bellweather quoted 1,450.
! UpdateError | decide D2:1 | The unit held Bellweather's quote until the update for D2:1 replaced it with the rental from Nordklang. The quote is in no live unit.

? temporal | When did Henrik go on parental leave?
= February 2, 2024
@ D1:1
< henrik takeover handover home
> The start is not mentioned; he comes back on June 1.
- The generated answer has no date of the start.
! UpdateError | decide D5:7 | The unit said that he went on leave on Friday, with the time of 5 February; the update for D5:7 rewrote it to his return and moved its time to May.

? single-hop | How did Inés break her wrist?
= Playing handball
@ D2:3
< ines school mother camino
> The memories don't say how she broke it.
- The gold answer is handball.
! UpdateError | decide D3:7 | The unit had handball and the Saturday until the update for D3:7 rewrote it to the healed wrist.

? multi-hop | By how much did the festival stay below its budget?
= 2,800 euros
@ D1:3 D5:3
< budget kids visitors share
> It cannot be said: the final costs were 81,200 euros, but the budget isn't mentioned.
- The gold answer is 2,800 euros.
! UpdateError | decide D5:3 | The budget of 84,000 euros was overwritten with the final costs when those came in. The difference could no longer be worked out.

? single-hop | Where did the roof of the depot leak?
= Above the north door
@ D3:1
< held roofer share visit
> The place of the leak is not mentioned.
- The gold answer is above the north door.
! DeletionError | decide D5:1 | The unit on the leak above the north door was deleted when the roof held in the storm. No other unit names the place.

? single-hop | Which food truck did Marisol drop?
= The waffle truck
@ D2:9
< waffles fest led tent
> The waffle truck.
+ The same.

? temporal | When was the site visit at the depot?
= February 29, 2024
@ D2:5
< visit tarek roofer fest
> On February 29, 2024, at ten.
+ The same date.

? multi-hop | Who played on the Saturday evening of the festival?
= Juno Abara and the Lindqvist Quartet (as a trio)
@ D3:3 D4:3
< sat headliner ovation dvorak
> The Lindqvist Quartet, as a trio.
- Juno Abara is missing.
! RetrievalError | search | The slot of Juno Abara is a live unit, but the search returned only units about the quartet.

? temporal | When did the roofers come?
= March 18, 2024
@ D3:5
< roofer share held visit
> On Monday, March 11, 2024.
- The gold answer is a week later, March 18.
! ResponseError | answer | The unit in the context says next Monday and has the time of Tuesday, 12 March 2024, so it is the 18th. The reader went back to the Monday before.

? open-domain | Who could have looked after a visitor who fainted, without costing the festival anything?
= Pavel, the volunteer who is a paramedic
@ D4:1
< tent visitors school share
> The memories don't mention anybody; fans were needed for the hot children's tent.
- The gold answer is Pavel.
! RetrievalError | search | The unit on Pavel, paramedic and free of charge, is alive. The search did not return it.

? single-hop | What did Marisol's mother come for?
= To watch Inés during the festival
@ D4:7
< mother camino airport ines
> To spend two weeks in Galicia and walk the Camino.
- The gold answer is looking after Inés during the festival.
! ExtractionError | extract D4:7 | The extraction kept the arrival from Valencia and the airport run, not what she comes for. No unit holds it.

? adversarial | What did Tarek injure at handball?
= Not mentioned in the conversation
@ D2:3
< tarek soda ines visit
> Nothing is mentioned about Tarek playing handball or getting injured.
+ The answer abstains, as it should.

? single-hop | How many volunteers did the festival have in the end?
= 42
@ D4:1
< school pavel visitors takeover
> 42 volunteers, eleven of them recruited at Inés' school.
- The generated answer speaks of eleven volunteers from a school, which the gold answer does not mention.
! LLMAsAJudgeError | - | The answer gives the gold number, 42, and adds a true detail. The judge marked the detail as a fault.

? single-hop | What does Marisol owe Tarek?
= A crate of rhubarb soda
@ D5:7
< tarek visit handover ramp
> Not mentioned.
- The gold answer is a crate of rhubarb soda.
! RetrievalError | search | The unit with the rhubarb soda is alive and was not among the four that were returned.

? single-hop | Where is the mobile ramp rented?
= From Halden
@ D3:9
< ramp bell visit fest
> From Halden.
+ The same.

? temporal | On which day did Marisol take the train to Malmö?
= April 9, 2024
@ D4:9
< malmo led airport mother
> On April 8, 2024.
- The gold answer is the day after.
! ResponseError | answer | The unit in the context says tomorrow and has the time of 8 April, so the trip is on the 9th. The reader gave the time of the memory.

? single-hop | Where does Marisol's part of the Camino start?
= In Sarria
@ D5:9
< camino mother ines malmo
> It isn't stated; she walks the last 100 km in Galicia.
- The gold answer is Sarria.
! ExtractionError | extract D5:9 | The extraction kept the last hundred kilometres and dropped the starting point Sarria.
`;

/** The second reading of the failures, by the same person as the first. */
export const secondReading = `
2 | ExtractionError | extract D1:4
3 | ExtractionError | decide D1:5
4 | UpdateError | decide D2:1
5 | UpdateError | decide D5:7
6 | UpdateError | decide D3:7
7 | UpdateError | decide D5:3
8 | DeletionError | decide D5:1
11 | ExtractionError | extract D3:3
12 | ResponseError | answer
13 | RetrievalError | search
14 | ExtractionError | extract D4:7
16 | LLMAsAJudgeError | -
17 | RetrievalError | search
19 | ResponseError | answer
20 | ExtractionError | extract D5:9
`;

/** What went wrong: a message that never reached the buffer, a document of which only the beginning was stored. */
export const construction = `
skip D2:9
cut 10 320
`;

/** The questions, what was found and answered, and the first reading of each failure. */
export const questions = `
? single-hop | What did Hollis put over the tomatoes against the frost?
= A duvet
@ D1:2
< 1 6 2
> A duvet.
+ The same.

? temporal | When did the swarm of bees move into Hollis's compost bin?
= May 7, 2023
@ D1:4
< 1 3 2
> On Sunday, May 14, 2023.
- The gold answer is the Sunday a week before.
! ResponseError | answer | The first document says on Sunday and is dated Saturday, 13 May 2023, so it was the 7th. The reader took the Sunday after the chat.

? single-hop | Where did Hollis and Margot spend their honeymoon?
= In Rackwick on Hoy
@ D2:9
< 4 9 8
> The memories do not mention their honeymoon.
- The gold answer is Rackwick.
! ExtractionError | buffer D2:9 | The buffer after this message is the same as before: the message with the honeymoon never got into it, so no document holds it.

? single-hop | Where are Tamsin's films being developed?
= In Hereford
@ D5:7
< 10 9 4
> That is not mentioned.
- The gold answer is Hereford.
! ExtractionError | add 10 | The document that was handed over ends with the lab in Hereford, the winter food and Margot's certificate. The store kept only its beginning, so these never became part of a unit.

? multi-hop | Which dishes did Tamsin make over the summer?
= Courgette chutney with ginger and a no-bake cheesecake
@ D3:7 D4:4
< 6 1 5
> Courgette chutney with ginger.
- The cheesecake is missing.
! RetrievalError | search | The document with the cheesecake is stored but was not among the three that were found.

? single-hop | Which breed is the queen of Hollis's bees?
= Buckfast
@ D2:2
< 11 7 2
> The breed isn't mentioned; the queen seems to be called Dusty and is in good form.
- The gold answer is Buckfast.
! RetrievalError | search | The document in which Ferdie calls the queen a Buckfast was not retrieved, three others about the bees and Ferdie were.

? temporal | When did Tamsin start on the day ward?
= July 31, 2023
@ D3:1
< 5 2 8
> On Monday, July 24, 2023.
- The gold answer is a week later.
! ResponseError | answer | The context says on Monday week in a chat of Sunday, 23 July 2023, which is the 31st. The reader took it for the next Monday.

? single-hop | Why did Hollis's honey only come second?
= Because of one visible bubble
@ D4:1
< 7 5 6
> Because the judge saw one visible bubble.
+ The same reason.

? single-hop | What happened to Jude's phone?
= It fell into the Pentland Firth
@ D5:5
< 10 8 9
> She dropped it with fright at an orca and it is at the bottom of the Pentland Firth.
+ The same.

? open-domain | How are Tamsin and Jude related?
= They are sisters
@ D2:6 D2:8
< 8 10 9
> They seem to be friends who travelled to Orkney together.
- The gold answer is sisters.
! RetrievalError | search | The document in which Tamsin says that she goes with her sister and that Jude will be disappointed was not retrieved. The other documents about the journey do not tell.

? adversarial | Which course in Shrewsbury did Tamsin sign up for?
= Not mentioned in the conversation
@ D2:5
< 4 2 11
> The beginners' course in beekeeping.
- It is Margot who signed up.
! ResponseError | answer | In the retrieved document the message follows Hollis's words about Margot; nothing says that Tamsin signed up. The reader moved the course to Tamsin.

? temporal | When was the seventieth birthday party of Tamsin's mother?
= September 30, 2023
@ D4:6
< 8 9 3
> On September 30, 2023.
+ The same date.

? single-hop | Which voice does Tamsin sing in the choir?
= Alto
@ D4:10
< 8 2 5
> It only says that she sings Fauré on Wednesdays.
- The gold answer is alto.
! ResponseError | answer | The first document ends with Tamsin saying that she is an alto. The reader stopped at Fauré.

? multi-hop | What are the names of Hollis's granddaughters?
= Beatrix and Olwen
@ D3:5 D3:6
< 5 2 1
> Beatrix.
- Olwen is missing.
! RetrievalError | search | Olwen is named in the document after the one that was found, which is stored and was not retrieved.

? single-hop | How did the swarm enter the new hive?
= It walked in like commuters
@ D2:1
< 3 1 11
> The whole swarm marched straight in, like people on their way to work.
- The generated answer never speaks of commuters.
! LLMAsAJudgeError | - | People on their way to work are commuters; the answer means the same as the gold answer in other words.

? single-hop | How heavy was Tamsin's marrow?
= 11.4 kilos
@ D4:2
< 7 6 9
> 11.4 kilos.
+ The same.

? single-hop | How many jars of honey did Hollis offer Tamsin for the night shift?
= Four
@ D3:4
< 5 6 2
> Two jars.
- The gold answer is four.
! ResponseError | answer | The first document has Tamsin asking for two and Hollis answering take four. The reader gave what was asked for.

? single-hop | Where did Tamsin and Jude sleep in Inverness?
= In a hostel in an old prison
@ D4:8
< 8 9 4
> In a hostel that used to be a prison.
+ The same.

? single-hop | In which direction does the hive face?
= South-east
@ D2:3
< 3 7 11
> South-east, by the quince tree.
+ The same.
`;

/** The second reading of the failures, by the same person as the first. */
export const secondReading = `
2 | ResponseError | answer
3 | ExtractionError | buffer D2:9
4 | ExtractionError | add 10
5 | RetrievalError | search
6 | RetrievalError | search
7 | ResponseError | answer
10 | RetrievalError | search
11 | ResponseError | answer
13 | ResponseError | answer
14 | RetrievalError | search
15 | LLMAsAJudgeError | -
17 | ResponseError | answer
`;

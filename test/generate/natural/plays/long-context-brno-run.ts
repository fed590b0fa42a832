/** What went wrong beside the trimming: a message that did not join the context. */
export const construction = `
skip D5:7
`;

/** The questions, what was answered, and the first reading of each failure. */
export const questions = `
? single-hop | In which street is the housing cooperative that Greta recommended?
= Údolní Street
@ D1:5
> The street is not mentioned.
- The gold answer is Údolní Street.
! UpdateError | update D4:8 | The recommendation stood in the context until this update trimmed the oldest messages.

? single-hop | What was the trade of Ravi's grandfather?
= He was a joiner
@ D1:10
> It isn't stated; he has a workshop and will turn ninety.
- The gold answer is joiner.
! UpdateError | update D5:4 | The message that calls the grandfather a joiner was trimmed by this update. What is left of him is a workshop and a birthday.

? temporal | When did Ravi move into his room?
= February 8, 2024
@ D2:1
> The date isn't mentioned, only that he keeps the room.
- The gold answer is February 8.
! UpdateError | update D5:8 | The message of the move, on Thursday, was trimmed by this update.

? temporal | When does Ravi leave for Pune?
= July 4, 2024
@ D5:4
> On July 20, 2024.
- That is the birthday; the gold answer is July 4.
! ResponseError | answer | The context says on Thursday in a chat of Sunday, 30 June 2024, so he leaves on the 4th. The reader took the date of the birthday in the same message.

? single-hop | What title did Greta choose for her exhibition?
= Salt and Diesel
@ D2:4
> The title is not given.
- The gold answer is Salt and Diesel.
! UpdateError | update D5:11 | The title was in the context until the very last update trimmed it.

? multi-hop | How many pictures of the harbour series did Greta not sell?
= Seven
@ D1:7 D3:3
> Five were sold; how many there were in all isn't mentioned.
- The gold answer is seven.
! UpdateError | update D4:10 | That the series has twelve pictures was trimmed by this update. Only the five sold ones were left.

? single-hop | What did the psychologist write about Ravi?
= Calm, slightly stubborn
@ D4:1
> "Calm, slightly stubborn".
+ The same words.

? temporal | When does Ravi's training as a train driver begin?
= September 2, 2024
@ D4:3
> On September 2, 2024, in Nymburk.
+ The same date.

? single-hop | Who came along to Gdynia to carry Greta's tripod?
= Her cousin Ulrike
@ D3:7
> Her cousin Ulrike.
+ The same person.

? single-hop | Where does Greta teach her weekend course in August?
= At the castle in Mikulov
@ D5:7
> The place is not mentioned; Ravi will help on August 10 and 11.
- The gold answer is the castle in Mikulov.
! ExtractionError | update D5:7 | The new version of the context does not hold the message that this update read: the castle, the children and the pinhole cameras never joined it.

? adversarial | Which presents did Greta get on her last day at the office?
= Not mentioned in the conversation
@ D5:2
> A cactus and a voucher for a spa.
- Those were presents for Ravi.
! ResponseError | answer | In the context it is Ravi who tells what he was given on his last day. The reader gave the presents to Greta, as the question suggests.

? single-hop | How many of Greta's rolls were fogged?
= Two
@ D4:8
> Only two.
+ The same number.

? single-hop | Who will use Ravi's room during the week?
= Marek's brother
@ D4:5
> Marek's brother, from Monday to Friday.
+ The same person.

? open-domain | What would Ravi's mother probably rather see him work as?
= A chemist
@ D2:9
> As an office worker in Ostrava, since she isn't enthusiastic about trains.
- The gold answer is chemist.
! ResponseError | answer | The context has his mother pointing at his degree in chemistry when he wants to drive trains. The reader passed over it and guessed.

? temporal | On which day did the letter arrive that told Ravi he had passed?
= April 17, 2024
@ D4:1
> On April 21, 2024.
- The gold answer is April 17.
! ResponseError | answer | The letter came on Wednesday in a chat of Sunday, 21 April 2024, both in the context. The reader gave the date of the chat.

? temporal | How long will Ravi stay in Pune?
= Five weeks
@ D5:4
> For five weeks.
+ The same.

? single-hop | What did Greta develop her films with?
= Coffee (Caffenol)
@ D3:9
> With coffee, called Caffenol.
+ The same.

? single-hop | Why did they want to see Ravi's medical file?
= Because of his asthma
@ D3:6
> To check his eyes, ears and reactions.
- The gold answer is asthma.
! ResponseError | answer | The context says yes, because of my asthma, right after the question about the file. The reader mixed it up with the list of tests.

? temporal | When did Greta's exhibition open?
= March 8, 2024
@ D1:9
> Before March 17, 2024; the exact date isn't mentioned.
- The gold answer is March 8.
! UpdateError | update D5:2 | The opening on the 8th of March was trimmed by this update.
`;

/** The second reading of the failures, by the same person as the first. */
export const secondReading = `
1 | UpdateError | update D4:8
2 | UpdateError | update D5:4
3 | UpdateError | update D5:8
4 | ResponseError | answer
5 | UpdateError | update D5:11
6 | UpdateError | update D4:10
10 | ExtractionError | update D5:7
11 | ResponseError | answer
14 | ResponseError | answer
15 | ResponseError | answer
18 | ResponseError | answer
19 | UpdateError | update D5:2
`;

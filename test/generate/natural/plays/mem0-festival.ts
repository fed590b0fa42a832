import type { PlayText } from '../play';
import { questions, secondReading } from './mem0-festival-questions';

/** A work assistant: somebody takes over a festival, and life goes on beside it. */
export const FESTIVAL: PlayText = {
  system: 'mem0',
  name: 'festival',
  speakers: ['Marisol', 'Desk'],
  roles: { Desk: 'assistant' },
  topK: 4,
  start: Date.UTC(2026, 1, 11, 14, 5),
  questions,
  secondReading,
  talk: `
# 2024-02-05T09:10:00
Marisol: Morning. I'm taking over the spring festival from Henrik, who went on parental leave on Friday. Can you help me keep track of things?
- [takeover] Is taking over the spring festival from Henrik
- [henrik] Henrik went on parental leave on Friday
Desk: Of course. What are the fixed points so far: dates, venue, budget?
Marisol: It runs from the 16th to the 19th of May in the old tram depot on Kestrel Street. The budget is 84,000 euros, but 12,000 of that is reserved for the children's programme.
- [fest] The spring festival runs from May 16 to 19 in the old tram depot on Kestrel Street
- [budget] The festival budget is 84,000 euros
- [kids] Part of the budget is reserved for the children's programme
Desk: Noted. For a depot that size I'd plan on two first-aid posts, and the fire brigade usually wants an evacuation plan six weeks ahead.
Marisol: Good to know. The headliner is the Lindqvist Quartet, they asked for a grand piano and a room without draughts. And no lilies backstage, the cellist is allergic.
- [headliner] The Lindqvist Quartet is the headliner
- [piano] The Lindqvist Quartet asked for a grand piano and a draught-free room
- [] No lilies backstage because the cellist is allergic
Desk: I'll remember: piano, no draughts, no lilies. Who rents you the piano?
Marisol: Probably Bellweather, they're in Aarhus. They quoted 1,450 for the four days including tuning, I still have to confirm by the end of the month.
- [bell] Bellweather in Aarhus quoted 1,450 for the piano for four days, tuning included
- [confirm] Has to confirm the piano by the end of the month
Desk: Shall I draft a confirmation?
Marisol: Not yet, I want to ask a second company first.
- [>confirm] Wants to ask a second piano company before confirming | Has to confirm the piano by the end of the month but wants to ask a second company first
# 2024-02-21T14:30:00
Marisol: Small crisis. Bellweather sold the piano they promised, so I went with Nordklang instead. 1,700, but they deliver.
- [>bell] Went with Nordklang for the piano for 1,700 including delivery because Bellweather sold theirs | Rents the piano from Nordklang for 1,700, delivery included
* [xconfirm]
Desk: That's 250 over the first quote but delivery is included. Shall I move it in the budget from the reserve?
Marisol: Yes please. Also my daughter Inés broke her wrist at handball on Saturday, so I'm working from home this week.
- [ines] Daughter Inés broke her wrist playing handball on Saturday
- [home] Is working from home this week
Desk: I'm sorry to hear that. I hope she's on the mend soon. Do you want me to move Thursday's site visit?
Marisol: Yes, to the 29th at ten. The depot people want Tarek to be there because of the wiring, he's the only one who knows which fuse boxes still work.
- [visit] The site visit at the depot is moved to the 29th at ten
- [tarek] Tarek should be at the site visit because he knows the wiring
Desk: Done: 29 February, 10:00, with Tarek. By the way, the depot has only two 63-amp connections, so lighting and the food trucks can't both run at full power.
Marisol: Ugh. How many trucks did we want, five?
Desk: Henrik's list has five: dumplings, arepas, waffles, a coffee bike and the vegan grill.
Marisol: Drop the waffles, then. Nobody queues for waffles in May.
- [waffles] Dropped the waffle truck from the festival
# 2024-03-12T10:05:00
Marisol: Site visit notes: the roof leaks above the north door, the wiring is better than feared, and the neighbours on Plover Lane want silence by ten.
- [roof] The depot roof leaks above the north door
- [silence] Neighbours on Plover Lane want quiet by ten
Desk: Then the last set should end at 21:45. Shall I tell the Lindqvist Quartet?
Marisol: Yes, they play on Saturday at eight. And put Juno Abara before them at half past six, she cancelled her tour in Lisbon to come.
- [sat] The Lindqvist Quartet plays on Saturday at eight
- [juno] Juno Abara performs at half past six on the same evening
Desk: Juno Abara, 18 May, 18:30. That leaves thirty minutes for the change-over and the piano.
Marisol: Good. The roofers come next Monday, Sorensen & Daughter, 2,300 for the repair. The depot pays half.
- [roofer] Roofers from Sorensen & Daughter come next Monday; the repair costs 2,300
- [share] The depot pays half of the roof repair
Desk: So 1,150 on our side. Volunteers: you have 31 sign-ups, you need 40.
Marisol: I'll ask at Inés' school, the parents' evening is on Thursday. Her cast came off yesterday, she's already back to climbing trees.
- [school] Will ask for volunteers at the parents' evening of Inés' school on Thursday
- [>ines] Inés' cast came off yesterday and she climbs trees again | Inés' broken wrist has healed; her cast is off and she climbs trees again
Desk: Happy to hear it. Anything about accessibility? Henrik's note says the ramp at the south gate is too steep.
Marisol: Oh, right. Book the mobile ramp from Halden again, the one from last year.
- [ramp] The mobile ramp should be rented from Halden again
# 2024-04-08T16:20:00
Marisol: I got eleven volunteers from the school, so we have 42 now. One of them, Pavel, is a trained paramedic and offered to run first aid for free.
- [>school] Got eleven volunteers from the school, 42 in total | Recruited eleven volunteers at Inés' school, which makes 42 in total
- [pavel] Pavel is a trained paramedic and will run first aid free of charge
Desk: Great. Then we can strike the 900 euros for the ambulance service?
Marisol: Keep it, the city insists. Bad news: the Lindqvist violist has a slipped disc. They'd come as a trio, but without the Schubert.
- [>headliner] The Lindqvist Quartet would come as a trio because the violist has a slipped disc | The Lindqvist Quartet, the headliner, will come as a trio because their violist has a slipped disc
Desk: Which programme instead?
Marisol: Dvořák, the Dumky. They sent a recording, it's glorious. Please change the programme booklet before it goes to the printer on Wednesday.
- [dvorak] The trio will play Dvořák's Dumky
- [booklet] The programme booklet goes to the printer on Wednesday
Desk: Changed. Sponsors: the savings bank confirmed 5,000, the bookshop Quill & Tide offered book tables instead of money.
Marisol: Take the tables. And my mother arrives from Valencia on the 14th of May to watch Inés during the festival, please block the airport run at noon.
- [mother] Mother arrives from Valencia on May 14
- [airport] Airport run at noon has to be blocked
Desk: Blocked: 14 May, 12:00 to 14:00.
Marisol: I'm on a train to Malmö tomorrow for the lighting rental. If they can do LED only, the power problem is solved.
- [malmo] Takes the train to Malmö tomorrow for the lighting rental
- [led] LED lighting would solve the power problem
# 2024-05-21T11:00:00
Marisol: We survived! 3,900 visitors, and the roof held through the storm on Friday night.
- [visitors] The festival had 3,900 visitors
- [held] The depot roof held through the storm on Friday night
* [xroof]
Desk: Congratulations! That's 600 more than last year. What should go into the report?
Marisol: Final costs 81,200. The trio got a standing ovation, and Juno Abara sold out of records. The coffee bike ran out of milk by two o'clock every day.
- [>budget] The final costs of the festival were 81,200 | The festival cost 81,200 euros in the end
- [ovation] The trio received a standing ovation
- [records] Juno Abara sold all her records
Desk: And what went wrong, for the lessons page?
Marisol: The children's tent was too hot, we need fans. And the waste contractor came a day late, on Monday instead of Sunday.
- [tent] The children's tent was too hot and needs fans
- [waste] The waste contractor came one day late
Desk: I'd add the ramp: it arrived without its bolts on Thursday, and Tarek had to make some.
Marisol: True! Tarek saved us. I owe him a crate of rhubarb soda. Henrik comes back on the first of June, so I hand everything over on the 31st.
- [soda] Owes Tarek a crate of rhubarb soda
- [>henrik] Henrik comes back on June 1 | Henrik comes back from parental leave on June 1
- [handover] Hands everything over on the 31st
Desk: I'll prepare the handover folder. What will you do afterwards?
Marisol: Two weeks in Galicia with Inés and my mother, walking the last hundred kilometres of the Camino from Sarria.
- [camino] Will spend two weeks in Galicia with Inés and her mother and walk the last 100 km of the Camino
`,
};

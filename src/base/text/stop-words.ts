const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Function words: they carry grammar, not information. */
export const STOP_WORDS = list(`
a an the this that these those such same some any each every either neither both all most more much many few
lot lots bit other another own
i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
herself it its itself they them their theirs themselves one ones someone anyone everyone somebody anybody
everybody something anything everything who whom whose which what when where why how whatever whichever
and or but if then else so because as while although though whereas since until unless than
of in on at by for from to into onto with within about against between among through during before after above
below under over up down out off upon across along around behind beside besides beyond per via toward towards
be am is are was were been being have has had having do does did doing done will would shall should can could
may might must ought let
there here again also just only very too quite rather really still even ever already yet always often sometimes
usually maybe perhaps actually basically definitely certainly pretty totally truly
oh ah hey hi hello wow yeah yep yes ok okay well thanks thank please haha lol hmm btw etc eg ie
`);

/** Verbs so common that losing one loses nothing. They count, but little. */
export const LIGHT_WORDS = list(`
get got gets getting gotten go goes going went gone come comes coming came make makes making made take takes taking
took taken give gives giving gave given say says saying said tell tells telling told know knows knowing knew known
think thinks thinking thought feel feels feeling felt seem seems look looks looking looked like likes liked want
wants wanted need needs needed try tries trying tried use uses using used put keep keeps kept start starts
started find finds found call called show shows showed shown share shares shared mention mentions mentioned
thing things stuff way ways kind sort type time times day days people person someone good great nice awesome amazing
new big little super lately recently now today
`);

/** Words that deny what stands beside them. "n't" is split off its verb and counts as "not". */
export const NEGATIONS = list(
  `not no never none nobody nothing nowhere neither nor without cannot nt hardly`,
);

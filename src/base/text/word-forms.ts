/*
 * Word forms that no suffix rule can bring together, and informal names for the same thing.
 * One line an entry: the form to keep, then the forms that become it.
 */
const GROUPS = `
be am is are was were been being
go went gone goes
buy bought
bring brought
think thought
teach taught
catch caught
fight fought
seek sought
feel felt
leave left
lose lost loss losses
keep kept
sleep slept
meet met
tell told
sell sold sale sales
hold held
stand stood
understand understood
find found
lead led
read
run ran
begin began begun
swim swam swum
sing sang sung
drink drank drunk
ring rang rung
win won
write wrote written
drive drove driven
ride rode ridden
rise rose risen
speak spoke spoken
break broke broken
choose chose chosen choice choices
wake woke woken
freeze froze frozen
steal stole stolen
wear wore worn
tear tore torn
grow grew grown growth
know knew known
throw threw thrown
fly flew flown flight flights
draw drew drawn
show shown
see saw seen
take took taken
give gave given
eat ate eaten
fall fell fallen
forget forgot forgotten
get got gotten
sit sat
send sent
spend spent
build built
make made
say said
pay paid
hear heard
come came
become became
do did done
have has had having
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
life lives
wife wives
leaf leaves
knife knives
better best good
worse worst bad
mother mom mum mommy mummy mama mamma momma
father dad daddy papa
grandmother grandma granny nana
grandfather grandpa granddad
brother bro
sister sis
child kid kiddo kids
girlfriend gf
boyfriend bf
photo photograph pic picture photography snapshot image
television tv telly
telephone phone
mathematics math maths
laboratory lab
examination exam
bicycle bike
airplane plane aeroplane
refrigerator fridge
vegetable veggie veg veggies
dog pup puppy pups doggy doggo
cat kitty kitten
movie film
university college uni
doctor dr
street st
apartment flat
company firm
usa us america american
uk britain british
nyc
favorite favourite
color colour
neighborhood neighbourhood
honor honour
center centre
theater theatre
gray grey
traveling travelling
organize organise
realize realise
recognize recognise
family fam
information info
game videogame
workout exercise
volunteer volunteering
jewelry jewellery
multiple several numerous
marry marriage marriages
die died dying dead death deaths
born birth births
advise advice
believe belief beliefs
arrive arrival
`;

/** A form mapped to the one kept for its group. Keys and values are folded words. */
export const WORD_FORMS: ReadonlyMap<string, string> = new Map(
  GROUPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [kept, ...forms] = line.split(' ');
      return kept === undefined ? [] : forms.map((form): [string, string] => [form, kept]);
    }),
);

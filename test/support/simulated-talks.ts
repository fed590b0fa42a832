import { chatAsReplayModel } from '../../src/replay/chat-as-replay-model';
import { SeededClock, SeededIds } from '../../src/replay/recorder';
import { runConversation } from '../../src/replay/run-conversation';
import type { Conversation, ConversationMessage } from '../../src/trace/conversation';
import { Seeded } from './seeded';
import { SimulatedMemoryLlm } from './simulated-memory-llm';

const PEOPLE = ['Odile', 'Tomás', 'Ingrid', 'Bashir', 'Yuki', 'Marcel'] as const;
const THINGS = [
  'pottery course',
  'sailing licence',
  'night school',
  'garden project',
  'piano lessons',
  'rowing club',
  'bread bakery',
  'chess league',
  'book circle',
  'dance class',
] as const;
const OCCASIONS = [
  'birthday dinner',
  'family lunch',
  'office party',
  'quiet weekend',
  'summer picnic',
  'rainy afternoon',
] as const;
const PLACES = [
  'Blue Lantern',
  'Stone Mill',
  'Copper Kettle',
  'Green Harbour',
  'Old Foundry',
  'Silver Birch',
] as const;
const PETS = ['parrot', 'spaniel', 'tortoise', 'hamster', 'pony', 'ferret'] as const;
const NAMES = ['Bruno', 'Pixel', 'Mango', 'Clover', 'Turnip', 'Biscuit'] as const;
const MONTHS = ['January', 'March', 'May', 'July', 'September', 'November'] as const;

/** How many questions of each kind a talk has: about a date, about the assistant's words, about a plain fact. */
export interface TalkSize {
  readonly dates: number;
  readonly advice: number;
  readonly plain: number;
}

/** A made-up conversation of one person with an assistant, and questions about it; at most ten dates, six else. */
export function simulatedTalk(number: number, size: TalkSize): Conversation {
  const random = new Seeded(number * 7919 + 13);
  const person = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0];
  const id = `talk-${number}`;
  const messages: ConversationMessage[] = [];
  const questions: Conversation['questions'][number][] = [];
  const say = (role: 'user' | 'assistant', content: string): string => {
    const name = `${id}:${messages.length + 1}`;
    const speaker = role === 'user' ? person : 'Helper';
    const timestamp = '2024-02-11T10:00:00';
    messages.push({ id: name, name: speaker, content, role, timestamp, metadata: {} });
    return name;
  };
  const askAbout = (question: string, gold: string, evidence: string, type: string): void => {
    const metadata = { question_type: type, evidence: [evidence] };
    questions.push({
      id: `${id}-qa-${questions.length + 1}`,
      question,
      goldenAnswers: [gold],
      metadata,
    });
  };
  for (const thing of THINGS.slice(0, size.dates)) {
    const date = `${1 + Math.floor(random.below(28))} ${random.pick(MONTHS)} 2023`;
    const evidence = say('user', `I signed up for the ${thing} on ${date}.`);
    askAbout(`When did ${person} sign up for the ${thing}?`, date, evidence, 'temporal');
  }
  for (const [i, occasion] of OCCASIONS.slice(0, size.advice).entries()) {
    const place = PLACES[(i + number) % PLACES.length] ?? PLACES[0];
    say('user', `Where could I go for a ${occasion}?`);
    const evidence = say('assistant', `For the ${occasion} I recommend the ${place} by the river.`);
    askAbout(`Which place was recommended for the ${occasion}?`, place, evidence, 'assistant');
  }
  for (const [i, pet] of PETS.slice(0, size.plain).entries()) {
    const name = NAMES[(i + number) % NAMES.length] ?? NAMES[0];
    const evidence = say('user', `My ${pet} at home is called ${name}.`);
    askAbout(`What is the ${pet} at home of ${person} called?`, name, evidence, 'plain');
  }
  const session = { id: `${id}-session-1`, metadata: {}, messages };
  return { id, dataset: 'LoCoMo', metadata: {}, sessions: [session], questions };
}

/** Prompts that lack every instruction the simulated model needs. */
export const BARE_PROMPTS: ReadonlyMap<string, string> = new Map([
  [
    'fact-extraction-system-prompt',
    'List what the message says as facts.\nAnswer with JSON only: {"facts": ["..."]}',
  ],
  ['question-answering-prompt', 'Use the memories.\n\n$context\n\nQuestion: $question\nAnswer:'],
]);

/** Prompts that answer briefly, and lack what extraction needs: there is something to gain and to lose. */
export const HALF_PROMPTS: ReadonlyMap<string, string> = new Map([
  ...BARE_PROMPTS,
  [
    'question-answering-prompt',
    'Be brief. Use the memories.\n\n$context\n\nQuestion: $question\nAnswer:',
  ],
]);

/** Everything is kept, and no answer given: what is right is up to the judge's coin. */
export const SILENT_PROMPTS: ReadonlyMap<string, string> = new Map([
  [
    'fact-extraction-system-prompt',
    'List what the message says as facts, with every date.\nAnswer with JSON only: {"facts": ["..."]}',
  ],
  [
    'question-answering-prompt',
    'Refuse. Use the memories.\n\n$context\n\nQuestion: $question\nAnswer:',
  ],
]);

/** Records a talk with Mem0 and the simulated model. Returns the export. */
export async function recordTalk(
  talk: Conversation,
  prompts: ReadonlyMap<string, string>,
  model = new SimulatedMemoryLlm(),
): Promise<string> {
  const run = await runConversation(talk, {
    system: 'mem0',
    model: chatAsReplayModel(model),
    ids: new SeededIds(talk.id),
    clock: new SeededClock(Date.UTC(2026, 0, 1)),
    parameters: { top_k: 5 },
    prompts,
    modelName: model.description.id,
  });
  if (!run.ok) throw new Error(run.problem.detail);
  return [...run.value.exportParts()].join('');
}

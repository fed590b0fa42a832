import type {
  Conversation,
  ConversationQuestion,
  ConversationSession,
} from '../../trace/conversation';
import { locomoDate } from './dates';
import { fieldsOf, get, numberOf, objects, text, texts, type Fields } from './json-fields';

const TYPES = ['', 'multi-hop', 'temporal', 'open-domain', 'single-hop', 'adversarial'];
const UNANSWERABLE = "Sorry, I don't know.";

/** Whether a parsed file is LoCoMo's: samples of a conversation and questions (formats §12). */
export const isLocomo = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && Object.hasOwn(fieldsOf(value[0]), 'conversation');

/** The samples of LoCoMo, with the ids that MemBase gives them. */
export const readLocomo = (samples: readonly unknown[]): readonly Conversation[] =>
  samples.map((sample, i) => readSample(fieldsOf(sample), i + 1));

function readSample(sample: Fields, number: number): Conversation {
  const conversation = fieldsOf(get(sample, 'conversation'));
  const speakers = [text(conversation, 'speaker_a'), text(conversation, 'speaker_b')];
  const numbers = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
  return {
    id: `locomo-${number}`,
    dataset: 'LoCoMo',
    sessions: numbers.map((k) => readSession(sample, conversation, number, k)),
    questions: objects(sample, 'qa').map((qa, q) => readQuestion(qa, number, q + 1, speakers)),
    metadata: { speaker_a: speakers[0], speaker_b: speakers[1] },
  };
}

function readSession(
  sample: Fields,
  conversation: Fields,
  number: number,
  k: number,
): ConversationSession {
  const timestamp = locomoDate(text(conversation, `session_${k}_date_time`));
  const speakerA = text(conversation, 'speaker_a');
  const summary = get(fieldsOf(get(sample, 'session_summary')), `session_${k}_summary`);
  const observation = get(fieldsOf(get(sample, 'observation')), `session_${k}_observation`);
  return {
    id: `locomo-${number}-session-${k}`,
    messages: objects(conversation, `session_${k}`).map((turn) => {
      const name = text(turn, 'speaker');
      const extra = ['img_url', 'blip_caption', 'query'].filter(
        (key) => get(turn, key) !== undefined,
      );
      return {
        id: `U${number}:${text(turn, 'dia_id')}`,
        name,
        content: text(turn, 'text'),
        role: 'user',
        timestamp,
        metadata: {
          speaker_tag: name === speakerA ? 'speaker_a' : 'speaker_b',
          ...Object.fromEntries(extra.map((key) => [key, get(turn, key)])),
          dia_id: text(turn, 'dia_id'),
        },
      };
    }),
    metadata: {
      ...(summary === undefined ? {} : { session_summary: summary }),
      ...(observation === undefined ? {} : { session_observation: observation }),
    },
  };
}

function readQuestion(
  qa: Fields,
  number: number,
  index: number,
  speaker_names: readonly string[],
): ConversationQuestion {
  const category_id = numberOf(qa, 'category', 0);
  const answer = text(qa, 'answer');
  const adversarial = text(qa, 'adversarial_answer');
  return {
    id: `locomo-qa-${number}-${index}`,
    question: text(qa, 'question'),
    goldenAnswers: [answer === '' ? UNANSWERABLE : answer],
    metadata: {
      question_type: TYPES[category_id] ?? `category ${category_id}`,
      category_id,
      // Some entries name several messages, some name none that exists: they are kept as they are.
      evidence: texts(qa, 'evidence').map((id) => `U${number}:${id}`),
      speaker_names,
      ...(adversarial === '' ? {} : { adversarial_answer: adversarial }),
    },
  };
}

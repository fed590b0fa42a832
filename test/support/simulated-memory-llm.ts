import { ok } from '../../src/base/result';
import type {
  CallOptions,
  ChatModel,
  ChatReply,
  ChatRequest,
  ModelDescription,
} from '../../src/models/contract/chat';
import { sha1 } from '../../src/replay/recorder';
import { simulatedOptimiser, type OptimiserKind } from './simulated-optimiser';

export interface SimulatedOptions {
  readonly optimiser?: OptimiserKind;
  /**
   * With a number, answers differ with every word of the prompt and mean nothing, and the judge is a coin
   * that lands on right six times of ten: the same for the same seed, question and answer.
   */
  readonly coinSeed?: number;
}

const DATE =
  /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/;

/**
 * A stand-in for the model of a memory system whose behaviour depends on its prompts, in these ways:
 *
 * | it …                                | unless the prompt …                                |
 * | ----------------------------------- | -------------------------------------------------- |
 * | drops dates when extracting facts   | for extraction says "date" or "dates"              |
 * | ignores what an assistant says      | for extraction says "assistant"                    |
 * | extracts anything at all            | for extraction says "remember nothing"             |
 * | answers at length                   | for answering says "short", "brief" or "concise"   |
 * | answers at all                      | for answering says "refuse"                        |
 *
 * Facts are the sentences of a message, every fact is added to the store, an answer is the sentence of the
 * context that shares most words with the question. The judge passes an answer that holds the reference in
 * at most 25 words. It tells what it is asked by the request alone, so that it can stand behind HTTP, too.
 */
export class SimulatedMemoryLlm implements ChatModel {
  readonly description: ModelDescription = {
    id: 'simulated/memory-llm',
    label: 'Simulated memory model',
    contextTokens: undefined,
    price: { input: 1, output: 2 },
    tools: false,
    onDevice: true,
  };
  calls = 0;

  constructor(private readonly options: SimulatedOptions = {}) {}

  chat(request: ChatRequest, { signal }: CallOptions): ReturnType<ChatModel['chat']> {
    const isAborted = signal?.aborted === true;
    if (!isAborted) this.calls++;
    const text = isAborted ? '' : this.answer(request);
    const inputTokens = wordsOf(request.messages.map((message) => message.text).join(' ')).length;
    const outputTokens = wordsOf(text).length;
    const reply: ChatReply = {
      text,
      toolCalls: [],
      finish: isAborted ? 'aborted' : 'stop',
      usage: {
        inputTokens,
        outputTokens,
        cacheReadTokens: undefined,
        cacheWriteTokens: undefined,
        cost: (inputTokens + 2 * outputTokens) / 1e6,
      },
      cached: false,
    };
    return Promise.resolve(ok(reply));
  }

  /** The answer to a request, told apart by its form. */
  answer(request: ChatRequest): string {
    const text = request.messages.map((message) => message.text).join('\n');
    const system = request.messages.find(({ role }) => role === 'system')?.text ?? '';
    const suggestion = simulatedOptimiser(this.options.optimiser ?? 'good', request);
    if (suggestion !== undefined) return suggestion;
    if (text.includes('"memory": [{"id"')) return decision(text);
    if (text.includes('\nReference: ')) return this.judgement(text);
    if (text.includes('Input:\n') && system !== '') return extraction(system, text);
    return this.answering(text);
  }

  private answering(text: string): string {
    // Equal answers would not be judged anew: another prompt has to be another answer.
    if (this.options.coinSeed !== undefined)
      return `It may have been ${sha1(text.split('### Memory')[0] ?? '').slice(0, 8)}.`;
    const found = bestSentence(text);
    if (/\brefuse\b/i.test(text)) return 'I would rather not say.';
    const [instructions = ''] = text.split('### Memory');
    if (/\b(?:short|brief|briefly|concise)\b/i.test(instructions)) return found;
    return `Thank you for the question. I have looked through all of the memories that I was given, one after the other, and thought about each of them for a while, and so my answer is: ${found}`;
  }

  private judgement(text: string): string {
    const [, question = '', reference = '', given = ''] =
      /Question: (.*)\nReference: (.*)\nAnswer: ([\s\S]*?)\n\n/.exec(text) ?? [];
    const { coinSeed } = this.options;
    if (coinSeed !== undefined) {
      const hash = sha1(`${coinSeed}\n${question}\n${given}`);
      return label(Number.parseInt(hash.slice(0, 8), 16) / 2 ** 32 < 0.6);
    }
    const isHeld = reference !== '' && given.toLowerCase().includes(reference.toLowerCase());
    return label(isHeld && wordsOf(given).length <= 25);
  }
}

const label = (isRight: boolean): string =>
  JSON.stringify({ label: isRight ? 'CORRECT' : 'WRONG' });

function extraction(prompt: string, text: string): string {
  const said = text.slice(text.lastIndexOf('Input:\n') + 7);
  const speaker = /Speaker Name: (.*)/.exec(said)?.[1] ?? 'Somebody';
  const isAssistant = said.includes('Speaker Role: assistant');
  const nothing = /\bremember nothing\b/i.test(prompt);
  if (nothing || (isAssistant && !/\bassistant\b/i.test(prompt)))
    return JSON.stringify({ facts: [] });
  const message = (said.split('\nBelow is this')[0] ?? '').replace(/^\w+: /, '');
  const keepsDates = /\bdates?\b/i.test(prompt);
  const facts = sentencesOf(message).map((sentence) => {
    const fact = `${speaker} said: ${sentence}`;
    return keepsDates ? fact : fact.replace(new RegExp(` (?:on|by) ${DATE.source}`), '');
  });
  return JSON.stringify({ facts });
}

function decision(text: string): string {
  const facts = /New facts:\n([\s\S]*?)\n\nAnswer with JSON/.exec(text)?.[1] ?? '[]';
  const memory = [...facts.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    (found, i) => ({ id: `new-${i}`, text: found[1] ?? found[2] ?? '', event: 'ADD' }),
  );
  return JSON.stringify({ memory });
}

/** The sentence of the context that shares most of its words with the question. */
function bestSentence(text: string): string {
  const question = /Question: (.*)/.exec(text)?.[1] ?? '';
  const wanted = new Set(wordsOf(question.toLowerCase()).filter((word) => word.length > 3));
  const context = sentencesOf(text.slice(text.indexOf('### Memory')).split('Question:')[0] ?? '');
  let best = 'The memories do not tell.';
  let most = 0;
  for (const sentence of context) {
    const shared = new Set(wordsOf(sentence.toLowerCase()).filter((word) => wanted.has(word))).size;
    if (shared > most) {
      best = sentence;
      most = shared;
    }
  }
  return best;
}

const sentencesOf = (text: string): readonly string[] =>
  text
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 12);

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

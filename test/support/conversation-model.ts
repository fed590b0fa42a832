import type { ChatPurpose } from '../../src/replay/model-port';
import { ScriptedModel } from './scripted-model';

/** Sentences of what was said, without the lines that a system adds. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])\s+|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 12);
}

/**
 * A model for whole conversations that copies: every sentence of a message is a fact, every fact is added,
 * an episode is its messages, an answer is the sentence of the context that shares most words with the
 * question. It makes a run of any system possible without a model, and its traces easy to check.
 */
export const conversationModel = (): ScriptedModel => new ScriptedModel(answer);

function answer(purpose: ChatPurpose, text: string): string {
  switch (purpose) {
    case 'fact-extraction': {
      const said = text.slice(text.lastIndexOf('Input:\n') + 7);
      const speaker = /Speaker Name: (.*)/.exec(said)?.[1] ?? 'Somebody';
      const message = (said.split('\nBelow is this')[0] ?? '').replace(/^\w+: /, '');
      return JSON.stringify({ facts: sentencesOf(message).map((s) => `${speaker} said: ${s}`) });
    }
    case 'memory-update': {
      const facts = /New facts:\n([\s\S]*?)\n\nAnswer with JSON/.exec(text)?.[1] ?? '[]';
      const added = [...facts.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
        (found, i) => ({ id: `new-${i}`, text: found[1] ?? found[2] ?? '', event: 'ADD' }),
      );
      return JSON.stringify({ memory: added });
    }
    case 'boundary-detection': {
      const lines = (text.split('New messages:')[0] ?? '').match(/^\[/gm)?.length ?? 0;
      const should_end = text.includes('long gap') || lines >= 16;
      return JSON.stringify({
        should_end,
        confidence: 0.9,
        topic_summary: should_end ? 'a talk' : '',
      });
    }
    case 'episode-extraction': {
      const said = [...text.matchAll(/"speaker": (.*),\n\s+"content": ([\s\S]*?)\n {16}\}/g)].map(
        (found) => `${found[1] ?? ''} said: ${found[2] ?? ''}`,
      );
      return JSON.stringify({ title: 'A talk', content: said.join(' ') });
    }
    case 'event-log': {
      const facts = [...text.matchAll(/^\[[^\]]*\] (.*)$/gm)].map((found) => found[1] ?? '');
      return JSON.stringify({ event_log: { time: '', atomic_fact: facts } });
    }
    case 'sufficiency-check':
      return JSON.stringify({
        is_sufficient: text.length % 3 !== 0,
        reasoning: '',
        key_information_found: [],
        missing_information: ['more'],
      });
    case 'query-refinement':
      return /Question: (.*)/.exec(text)?.[1] ?? 'What else?';
    case 'answer': {
      const question = /Question: (.*)/.exec(text)?.[1] ?? '';
      const wanted = new Set(question.toLowerCase().match(/\w{4,}/g) ?? []);
      const shared = (sentence: string): number =>
        new Set((sentence.toLowerCase().match(/\w{4,}/g) ?? []).filter((word) => wanted.has(word)))
          .size;
      const context = sentencesOf(text.split('Question:')[0] ?? '');
      const best = context.reduce(
        (top, sentence) => (shared(sentence) > shared(top) ? sentence : top),
        '',
      );
      return best === '' ? 'The memories do not tell.' : best;
    }
    case 'judge': {
      const [, reference = '', given = ''] =
        /Reference: (.*)\nAnswer: ([\s\S]*?)\n/.exec(text) ?? [];
      const isRight = reference !== '' && given.toLowerCase().includes(reference.toLowerCase());
      return JSON.stringify({ label: isRight ? 'CORRECT' : 'WRONG' });
    }
  }
}

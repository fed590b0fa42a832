import type { ChatPurpose } from '../../../src/replay/model-port';
import { ScriptedModel } from '../../support/scripted-model';
import type { Script, Turn } from '../script';
import type { SampleQuestion } from './questions';

/**
 * The model of the samples: it extracts what the play says, adds every fact, retells every message, cuts
 * episodes at long gaps, and answers right when the context holds what the answer needs.
 */
export function playModel(script: Script, questions: readonly SampleQuestion[]): ScriptedModel {
  const turns = script.chats.flatMap((chat) => chat.turns);
  return new ScriptedModel((purpose, text) => say(purpose, text, turns, questions));
}

function say(
  purpose: ChatPurpose,
  text: string,
  turns: readonly Turn[],
  questions: readonly SampleQuestion[],
): string {
  switch (purpose) {
    case 'fact-extraction': {
      const turn = turns.find((each) => text.includes(each.text));
      return JSON.stringify({ facts: turn?.facts ?? [] });
    }
    case 'memory-update':
      return JSON.stringify({ memory: newFacts(text).map((fact, i) => add(fact, i)) });
    case 'boundary-detection': {
      const should_end = text.includes('long gap');
      return JSON.stringify({
        reasoning: should_end ? 'A long time has passed.' : 'The talk goes on.',
        should_end,
        confidence: 0.9,
        topic_summary: should_end ? 'A talk between Mira and Oskar' : '',
      });
    }
    case 'episode-extraction': {
      const told = [...text.matchAll(/"speaker": (.*),\n\s+"content": ([\s\S]*?)\n {16}\}/g)].map(
        (found) => `${found[1] ?? ''} said: ${found[2] ?? ''}`,
      );
      return JSON.stringify({ title: 'Mira and Oskar talk', content: told.join(' ') });
    }
    case 'event-log':
      return JSON.stringify({
        event_log: {
          time: '',
          atomic_fact: [...text.matchAll(/^\[[^\]]*\] (.*)$/gm)].map((found) => found[1] ?? ''),
        },
      });
    case 'sufficiency-check':
      return JSON.stringify({
        is_sufficient: true,
        reasoning: 'The documents speak of it.',
        key_information_found: [],
        missing_information: [],
      });
    case 'query-refinement':
      return /Question: (.*)/.exec(text)?.[1] ?? '';
    case 'answer': {
      const asked = questions.find((each) => text.includes(`Question: ${each.text}`));
      const context = (text.split('\nQuestion: ')[0] ?? '').toLowerCase();
      const knows = (needed: string): boolean => context.includes(needed.toLowerCase());
      const isKnown = asked?.needs.every(knows) === true;
      return isKnown ? asked.answer : 'The memories do not tell.';
    }
    case 'judge': {
      const [, reference = '', given = ''] = /Reference: (.*)\nAnswer: (.*)/.exec(text) ?? [];
      const isRight = given.toLowerCase().includes(reference.toLowerCase());
      return JSON.stringify({ label: isRight ? 'CORRECT' : 'WRONG' });
    }
  }
}

const add = (text: string, i: number) => ({ id: `new-${i}`, text, event: 'ADD' });

/** The facts of an update instruction, which writes them as a Python list. */
function newFacts(instruction: string): readonly string[] {
  const list = /New facts:\n(\[[\s\S]*?\])\n\nAnswer with JSON/.exec(instruction)?.[1] ?? '[]';
  return [...list.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
}

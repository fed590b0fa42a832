import type { ChatRequest } from '../../src/models/contract/chat';

/**
 * How a simulated optimiser goes about it: `good` asks for what the case shows to be missing, `worse` writes
 * instructions that do harm, `neutral` writes such as change nothing, `leaky` puts the case into the prompt.
 */
export type OptimiserKind = 'good' | 'worse' | 'neutral' | 'leaky';

const DATES = 'Keep every date exactly as it was said.';
const ASSISTANT = 'Also write down what the assistant says and recommends.';
const BRIEF = 'Be brief: reply with one sentence from the memories and nothing else.';

/**
 * Answers the requests of `src/optimize/suggest`, told by the name of their schema; `undefined` for any
 * other request. It reads the case as a model would: the right answer, the message that holds it, the step.
 */
export function simulatedOptimiser(kind: OptimiserKind, request: ChatRequest): string | undefined {
  const text = request.messages.map((message) => message.text).join('\n\n');
  const name = request.schema?.name ?? '';
  switch (name) {
    case 'prompt_feedback':
      return JSON.stringify({
        diagnosis: 'Something was missing.',
        suggestion: advice(kind, text),
      });
    case 'prompt_advice': {
      const lines = new Set(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line.startsWith('* ')),
      );
      return JSON.stringify({ advice: [...lines].join('\n') });
    }
    case 'prompt_update':
      return JSON.stringify({ changes: 'Lines were added.', prompt: rewritten(text) });
    default:
      return undefined;
  }
}

function advice(kind: OptimiserKind, text: string): string {
  const isAnswer = text.includes('Operation: question-answering');
  switch (kind) {
    case 'good': {
      if (isAnswer) return `* ${BRIEF}`;
      const evidence =
        /Message that holds the answer: ([\s\S]*?)\nWhat went wrong/.exec(text)?.[1] ?? '';
      return /^assistant$/m.test(evidence) || evidence.includes('Speaker Role: assistant')
        ? `* ${ASSISTANT}`
        : `* ${DATES}`;
    }
    case 'worse':
      return isAnswer ? '* Refuse every question.' : '* It is best to remember nothing.';
    case 'neutral':
      return `* Work with care, point ${text.length % 97}.`;
    case 'leaky':
      return `* Remember this: ${/Right answer: (.*)/.exec(text)?.[1] ?? ''}.`;
  }
}

/** The old prompt with every line of the advice that it does not hold yet, before what is filled in. */
function rewritten(text: string): string {
  const prompt = /Prompt\n<<<\n([\s\S]*?)\n>>>/.exec(text)?.[1] ?? '';
  const lines = (text.split('\nAdvice\n').at(-1) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('* '))
    .map((line) => line.slice(2))
    .filter((line) => !prompt.includes(line));
  return [...lines, prompt].join('\n');
}

import { reprText } from '../../replay/recorder';

/** A prompt as it goes out: the recorded variable and the text that is to take its place. */
export interface ChosenPrompt {
  /** Full name of the prompt variable. */
  readonly target: string;
  /** Full node id of the recorded version. */
  readonly nodeId: string;
  readonly text: string;
}

/** `update_results.json` as MemTrace writes it: node id → value in the encoding of variables, Python's repr. */
export const updateResults = (prompts: readonly ChosenPrompt[]): string =>
  JSON.stringify(
    Object.fromEntries(prompts.map(({ nodeId, text }) => [nodeId, reprText(text)])),
    undefined,
    4,
  );

/** Configuration fields of MemBase by prompt variable (formats §8); they hold plain text. */
const FIELDS: Readonly<Record<string, string>> = {
  'fact-extraction-system-prompt': 'custom_fact_extraction_prompt',
  'memory-update-decision-prompt': 'custom_update_memory_prompt',
};

/**
 * The fields to paste into a MemBase configuration. Prompts that MemBase has no field for stand under
 * `prompts`, by the name of their variable.
 */
export function membaseConfig(prompts: readonly ChosenPrompt[]): string {
  const fields = prompts.flatMap(({ target, text }) => {
    const field = FIELDS[target];
    return field === undefined ? [] : [[field, text] as const];
  });
  const answer = prompts.find(({ target }) => isAnswerPrompt(target));
  const others = prompts.filter(
    ({ target }) => FIELDS[target] === undefined && !isAnswerPrompt(target),
  );
  return JSON.stringify(
    {
      base_config: Object.fromEntries(fields),
      ...(answer && { question_answering_prompt: answer.text }),
      ...(others.length > 0 && {
        prompts: Object.fromEntries(others.map(({ target, text }) => [target, text])),
      }),
    },
    undefined,
    4,
  );
}

const isAnswerPrompt = (target: string): boolean => target.includes('question-answering');

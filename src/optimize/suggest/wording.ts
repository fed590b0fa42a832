/** The project's own wording of what the optimising model is asked. */

export const FEEDBACK_TASK = `You help to improve one prompt of a memory system. Such a system reads a conversation, keeps memories of it, and answers questions from them later.

Below are the prompt, one question that was answered wrongly, and the step that broke it: what the step read and what it wrote. The step reads the prompt under "Prompt". Say what in this prompt let the step go wrong, and which general instruction would have prevented it.

Rules
- Speak only about this prompt, not about other steps, models or settings.
- Give instructions that hold for any conversation. Name no person, place, date, question or answer of this case.
- Where an earlier attempt is shown, build on what it achieved and do not propose again what did not help.
- If the prompt is not to blame, say so and suggest nothing.`;

export const AGGREGATE_TASK = `Several reviewers looked at wrong answers of one memory system and advise on one of its prompts. Bring their advice together.

Rules
- Keep every distinct piece of advice once; put what several reviewers say first.
- Where two contradict each other, keep the one that helps more cases and say what the other feared.
- Stay general: name no person, place, date, question or answer of any case.
- Advise on the prompt only; do not write it.`;

export const UPDATE_TASK = `Rewrite one prompt of a memory system so that it follows the advice below.

Rules
- Change only what the advice asks for; every other instruction stays in force, in its own words where possible.
- Keep every placeholder exactly as it is written (such as $name or {name}), and keep the form of the answer that the prompt asks for.
- The text is read by a model that knows nothing of this work: no word about advice, reviewers, versions or mistakes.
- Name no person, place, date, question or answer of any case. Examples, if any, are invented.`;

export const REPAIR_TASK =
  'The rewritten prompt cannot be used. Write it again without these faults:';

/** What each schema's parts mean, as the model is told. */
export const FEEDBACK_SCHEMA = {
  name: 'prompt_feedback',
  schema: {
    type: 'object',
    properties: {
      diagnosis: { type: 'string', description: 'What in the prompt let the step go wrong.' },
      suggestion: {
        type: 'string',
        description:
          'The general instruction that would have prevented it; empty if there is none.',
      },
    },
    required: ['diagnosis', 'suggestion'],
    additionalProperties: false,
  },
} as const;

export const AGGREGATE_SCHEMA = {
  name: 'prompt_advice',
  schema: {
    type: 'object',
    properties: { advice: { type: 'string', description: 'The advice, brought together.' } },
    required: ['advice'],
    additionalProperties: false,
  },
} as const;

export const UPDATE_SCHEMA = {
  name: 'prompt_update',
  schema: {
    type: 'object',
    properties: {
      changes: { type: 'string', description: 'What was changed and why, for the record.' },
      prompt: { type: 'string', description: 'The whole rewritten prompt.' },
    },
    required: ['changes', 'prompt'],
    additionalProperties: false,
  },
} as const;

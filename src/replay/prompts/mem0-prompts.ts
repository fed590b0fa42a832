import type { InstructionFrame } from '../systems/mem0/instruction';

/** The project's own wording, used when no trace supplies a prompt. */

export const EXTRACTION_PROMPT = `You read one message of a conversation and write down what is worth remembering about the people in it: what they are, like, own, do, did and plan, with names, places, numbers and times as they were said.
One fact a sentence, each understandable alone, with the name of whom it is about. Greetings and small talk are no facts.

Answer with JSON only: {"facts": ["...", "..."]}; {"facts": []} when there is nothing to remember.`;

export const UPDATE_PROMPT = `You keep the memory of a system. Compare new facts with the memories that are there, and decide for each:
- ADD a fact that no memory holds. Give it a new id.
- UPDATE a memory that a fact completes or corrects. Keep its id, and keep every detail that is still true.
- DELETE a memory only when a fact says that it is no longer true.
- NONE for a memory that stays as it is, and for a fact that is already there.`;

const TASK = `

Answer with JSON only, every memory and every new fact once:
{"memory": [{"id": "...", "text": "...", "event": "ADD, UPDATE, DELETE or NONE", "old_memory": "the text before, for UPDATE only"}]}`;

const FACTS = '\n\nNew facts:\n';

export const UPDATE_FRAME: InstructionFrame = {
  filled: { before: '', afterPrompt: '\n\nMemories:\n', afterMemories: FACTS, afterFacts: TASK },
  empty: {
    before: '',
    afterPrompt: `\n\nThere are no memories yet.${FACTS}`,
    afterMemories: '',
    afterFacts: TASK,
  },
};

/** The project's own wording, used when no trace supplies a prompt. */

export const ANSWER_PROMPT = `Answer the question from the memories below and from nothing else. Be short: a name, a date, a phrase.
Work out dates that are told relative to the day of a memory. If the memories do not hold the answer, say that they do not.

Memories:
$context

Question: $question
Answer:`;

export const JUDGE_PROMPT = `Compare an answer with the reference for a question about a conversation.
It is right when it says the same thing, in whatever words; more detail does no harm, a different date, name or number does.

Question: $question
Reference: $golden_answers
Answer: $prediction

`;

export const LABEL_ENDING = 'Reply with JSON only: {"label": "CORRECT"} or {"label": "WRONG"}.';
export const YES_ENDING = 'Is it right? Reply with yes or no only.';
export const SCORE_ENDING =
  'Reply with JSON only: {"score": 0.0} when it is wrong, {"score": 1.0} when it is right, a number between when it is partly right.';

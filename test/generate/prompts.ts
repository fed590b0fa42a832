/** The instructions of the sample's memory system. They are short: what matters is where they stand in the graph. */

export const EXTRACTION_PROMPT = `Read the message below and list what is worth remembering about the people in it: what they like, own, plan or did, whom they know, and when.
Write each fact as one full sentence that can be understood alone.
Answer with JSON: {"facts": ["...", "..."]}. If there is nothing to remember, answer {"facts": []}.`;

export const UPDATE_PROMPT = `You keep a list of memories. Compare the new facts with the memories and decide, for each memory and each fact:
ADD a fact that no memory holds; UPDATE a memory that a fact continues or corrects, and keep its id; DELETE a memory that a fact contradicts; NONE otherwise.
Answer with JSON: {"memory": [{"id": "...", "text": "...", "event": "ADD|UPDATE|DELETE|NONE", "old_memory": "only for UPDATE"}]}.`;

export const ANSWER_PROMPT = `Answer the question in a few words, from these memories of earlier conversations only.

Memories:
$context

Question: $question`;

export const JUDGE_PROMPT = `A question about a conversation has a reference answer. Say whether the given answer means the same.

Question: $question
Reference answer: $golden_answers
Given answer: $prediction

Reply with JSON: {"label": "CORRECT"} or {"label": "WRONG"}.`;

/** The concrete instruction for one update. */
export function updateInstruction(memories: string, facts: string): string {
  return `${UPDATE_PROMPT}\n\nMemories:\n${memories}\n\nNew facts:\n${facts}`;
}

export const REMOVE_FENCE = `def remove_fence(text):
    match = re.match(r"^\`\`\`\\w*\\n(.*?)\\n\`\`\`$", text.strip(), re.DOTALL)
    return match.group(1).strip() if match else text.strip()
`;

export const BUILD_CONTEXT = `def build_context(memories):
    return "\\n\\n".join(f"### Memory {i + 1}:\\n{m}" for i, m in enumerate(memories))
`;

export const READ_LABEL = `def read_label(response):
    return float("correct" in response.lower())
`;

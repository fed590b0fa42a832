/** The prompts of the EverMemOS player: short, what matters is where they stand in the graph. */
export const BOUNDARY = `Does the new message end the episode that the earlier messages tell, and begin another?

Earlier messages:
{conversation_history}

{time_gap_info}

New message:
{new_messages}

Answer with JSON: {"reasoning": "...", "should_end": true|false, "confidence": 0.0, "topic_summary": "..."}.`;

export const EPISODE = `Retell this conversation as one episode, in the third person, with what matters later and when it happened.

Conversation:
{conversation}

Answer with JSON: {"title": "...", "content": "..."}.`;

export const EPISODE_RULES = 'Name people by their names and give dates beside relative times.';

export const EVENT_LOG = `List the single facts of this conversation, one sentence each, each understood alone.

Conversation:
{conversation}

Answer with JSON: {"event_log": {"time": "...", "atomic_fact": ["..."]}}.`;

export const SUFFICIENCY = `Do these documents hold what is needed to answer the question?

Question: {query}

{retrieved_docs}

Answer with JSON: {"is_sufficient": true|false, "reasoning": "...", "key_information_found": [], "missing_information": []}.`;

export const REFINE = `The documents do not answer the question. Write one better search for what is missing.

Question: {original_query}
Missing: {missing_info}

{retrieved_docs}`;

/** A template with its places filled. */
export const fill = (template: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce(
    (text, [key, part]) => text.replace(`{${key}}`, () => part),
    template,
  );

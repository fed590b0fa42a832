/** The project's own wording, used when no trace supplies a prompt. Placeholders as the systems fill them. */

export const BOUNDARY_PROMPT = `A conversation is cut into episodes. Say whether the new messages end the episode that the messages before them belong to.
An episode ends when a different subject begins or a long time has passed. Greetings, thanks and goodbyes belong to the episode they stand in.

Messages so far:
{conversation_history}

{time_gap_info}

New messages:
{new_messages}

Answer with JSON only:
{{"reasoning": "one sentence", "should_end": true or false, "confidence": 0.0 to 1.0, "topic_summary": "when it ends: what it was about, else empty"}}`;

export const EPISODE_INSTRUCTIONS = `Tell it as a record, in the third person, with every name, place, number and time that was said.
Write a time that is told relative to the conversation both as it was said and as a date.`;

export const EPISODE_PROMPT = `Turn a piece of conversation into one memory.

It began: {conversation_start_time}
Messages:
{conversation}

{custom_instructions}

Answer with JSON only: {{"title": "what it is about, in one line", "content": "what was said, in full"}}`;

export const EVENT_LOG_PROMPT = `List what a piece of conversation says, one fact a sentence. Each sentence names whom it is about and can be understood alone; times are given as dates too.

It began: {{TIME}}
Messages:
{{INPUT_TEXT}}

Answer with JSON only: {"event_log": {"time": "{{TIME}}", "atomic_fact": ["...", "..."]}}`;

export const SUFFICIENCY_PROMPT = `Say whether these documents hold everything that is needed to answer a question.

Question: {query}

Documents:
{retrieved_docs}

Answer with JSON only:
{{"is_sufficient": true or false, "reasoning": "one sentence", "key_information_found": ["..."], "missing_information": ["..."]}}`;

export const REFINED_QUERY_PROMPT = `The documents found for a question leave something open. Write one question that would find what is missing.

Question: {original_query}

Documents:
{retrieved_docs}

Missing:
{missing_info}

Answer with the new question only.`;

export const MULTI_QUERY_PROMPT = `The documents found for a question leave something open. Write two or three short questions that together would find what is missing.

Question: {original_query}

Documents:
{retrieved_docs}

Missing:
{missing_info}

Answer with JSON only: {{"queries": ["...", "..."]}}`;

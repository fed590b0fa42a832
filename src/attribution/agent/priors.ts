import type { MemorySystem } from '../../graph/system';

/** What is known of a memory system beforehand: its pipeline, and the order to check it in. */
const PRIORS: Readonly<Record<Exclude<MemorySystem, 'generic'>, string>> = {
  rag: `This trace was recorded with a RAG memory. Messages fill a buffer; when it overflows, the buffer's former content leaves it as one document, and an add operation stores that document as a memory unit. The message that caused the overflow goes into the next buffer, although an edge leads from it to the document: trust values, not edges. Units never change. Check first whether the retrieved units hold the information, then whether the context does, then the answer; if no unit holds it, check the buffer updates and the add.`,
  mem0: `This trace was recorded with Mem0. For every message a model extracts facts; then each fact is looked up in the store and a model decides to add, update or delete units. Check the extracted facts first, then the decision that wrote the units, then every later version and deletion of these same units, then the search, then the answer. A unit carries the time of the last message that changed it: an update can lose a date without touching a word.`,
  evermemos: `This trace was recorded with EverMemOS. Messages fill a buffer; a boundary decision closes it; the closed part becomes a unit to which an episode and an event log are added; the buffer restarts with its last messages. A search has a first round (keyword and vector lists fused, reranked, checked for sufficiency), sometimes a second round and a final rerank. The answering model sees subject and episode alone. Check whether the unit was formed and its episode holds the information, then the branch of the search that really ran, to its end, then the answer.`,
  'long-context': `This trace was recorded with a long-context memory: one unit holds the whole conversation, each message writes a new version, and the oldest text is cut off when the limit is reached. The search always returns the one unit. Check first when the information was cut off (an update), then the answer. list_versions and search_values say which version held it last.`,
};

/** The prior of a system; empty for systems that are not known. */
export const priorOf = (system: MemorySystem): string =>
  system === 'generic' ? '' : PRIORS[system];

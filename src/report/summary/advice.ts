import type { ErrorType } from '../../cases/error-type';
import type { MemorySystem } from '../../graph/system';

type Advice = Readonly<Partial<Record<MemorySystem, string>>> & { readonly all: string };

/** What to try next for each class of errors: what any system can do, and what a known one offers. */
const ADVICE: Readonly<Record<ErrorType, Advice>> = {
  AnnotationError: {
    all: 'Read the evidence beside the gold answer and correct the data set, or leave these questions out of the score.',
  },
  LLMAsAJudgeError: {
    all: 'Judge these answers again: tighten the judge’s instruction, ask it more than once, or add a score without a model (F1, containment) beside it.',
  },
  ExtractionError: {
    all: 'Look at the operation that read the message: the fact did not come out of it. State in its prompt which kinds of facts must be kept, or give it less text at once.',
    mem0: 'In Mem0, change the fact-extraction prompt (dates, names and what the assistant said are lost most easily) or the decision that answered NONE for a new fact.',
    rag: 'In RAG, nothing is extracted: a message that was left out of the buffer or of the emitted document is an error in code, not in a prompt.',
    'long-context':
      'In Long-Context, the message never entered the history: check how messages are handed over.',
    evermemos:
      'In EverMemOS, check the boundary first: an episode that ends too early tears a fact from what explains it; then the prompts of episode and event log.',
  },
  UpdateError: {
    all: 'Compare the versions of the memory before and after the operation: keep what the new fact does not contradict, with its time.',
    mem0: 'In Mem0, tell the memory-update prompt to merge without dropping details, and never to replace a dated event by an undated one.',
    'long-context':
      'In Long-Context, trimming dropped it: raise the token limit, or trim whole sessions that no question needs.',
    rag: 'In RAG, raise the buffer or chunk size so that no message is cut when a document is written.',
  },
  DeletionError: {
    all: 'Look at why the unit was deleted: deleting should need a contradiction, not a similarity.',
    mem0: 'In Mem0, restrict DELETE in the memory-update prompt to facts that a newer one contradicts.',
  },
  RetrievalError: {
    all: 'The fact was in memory and not in the context: raise top-k, combine sparse with dense search, or rewrite the question before searching.',
    rag: 'In RAG, try a larger top-k or smaller documents: a long document hides a short fact from its embedding.',
    mem0: 'In Mem0, raise the number of memories searched; short memories without names are found badly.',
    evermemos:
      'In EverMemOS, see at which step it fell out: fusion cut, sufficiency check, second round or rerank, and widen that one.',
  },
  ResponseError: {
    all: 'The fact stood in the context: change the answering prompt (what to do with dates, how to weigh several memories, how short to be), or shorten the context around it.',
  },
};

/** What to do next for an error type on these systems, the general sentence first. */
export function adviceFor(type: ErrorType, systems: readonly MemorySystem[]): readonly string[] {
  const advice = ADVICE[type];
  const own = [...new Set(systems)].flatMap((system) => advice[system] ?? []);
  return [advice.all, ...own];
}

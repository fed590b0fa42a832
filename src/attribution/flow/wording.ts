import type { EvolutionGraph } from '../../graph/evolution-graph';

const NOUNS: readonly (readonly [RegExp, string])[] = [
  [/extract_facts/, 'extraction'],
  [/extract_memory/, 'extraction'],
  [/update_memory_decision/, 'update'],
  [/memory_update/, 'update'],
  [/buffer_update/, 'buffer update'],
  [/boundary/, 'boundary detection'],
  [/finalize/, 'finalization'],
  [/round1/, 'first search round'],
  [/round2/, 'second search round'],
  [/rerank/, 'final rerank'],
  [/search|retriev/, 'search'],
  [/\badd\b|_add/, 'add'],
  [/question-answering/, 'answer'],
  [/judge/, 'judgement'],
];

/** What an operation is called in a sentence: `update`, `search`, else its own name. */
export function operationNoun(graph: EvolutionGraph, op: number): string {
  const name = graph.operationName(op);
  return NOUNS.find(([pattern]) => pattern.test(name))?.[1] ?? (name === '' ? 'operation' : name);
}

/** `The update at 13:37 in session 2`: the operation, its time of execution and its session. */
export function operationPhrase(graph: EvolutionGraph, op: number): string {
  const at = graph.operationCreatedAt(op);
  const time = Number.isNaN(at) ? '' : ` at ${new Date(at).toISOString().slice(11, 16)}`;
  const session = graph.operationSession(op);
  const where = session === undefined ? '' : sessionPhrase(graph.sessionId(session));
  return `The ${operationNoun(graph, op)}${time}${where}`;
}

/**
 * ` in session 21` for `locomo-9-session-21`, an id of another form as it is, and nothing for the
 * generated ids of search and evaluation: these are phases of a run, not sessions people talked in.
 */
function sessionPhrase(id: string): string {
  if (/^session-[0-9a-f]{16,}$/.test(id)) return '';
  const numbered = /(?:^|-)session-(\d+)$/.exec(id)?.[1];
  return ` in session ${numbered ?? id}`;
}

/** A text shortened for a sentence, cut at a word, in the quotation marks of the interface. */
export function quoted(text: string, most = 90): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return `‘${line}’`;
  const cut = line.slice(0, most);
  const space = cut.lastIndexOf(' ');
  return `‘${cut.slice(0, space > most / 2 ? space : most).trimEnd()} …’`;
}

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
  const known = nouns.get(name);
  if (known !== undefined) return known;
  const noun =
    NOUNS.find(([pattern]) => pattern.test(name))?.[1] ?? (name === '' ? 'operation' : name);
  if (nouns.size < MOST_NOUNS) nouns.set(name, noun);
  return noun;
}

// A trace has a handful of operation names.
const MOST_NOUNS = 1000;
const nouns = new Map<string, string>();

/** `The update at 13:37 in session 2`: the operation, its time of execution and its session. */
export function operationPhrase(graph: EvolutionGraph, op: number): string {
  const at = graph.operationCreatedAt(op);
  const time = Number.isNaN(at) ? '' : ` at ${clock(at)}`;
  const session = graph.operationSession(op);
  const where = session === undefined ? '' : sessionPhrase(graph.sessionId(session));
  return `The ${operationNoun(graph, op)}${time}${where}`;
}

/** Hours and minutes (UTC) of a time in milliseconds. */
function clock(at: number): string {
  const minutes = ((Math.floor(at / 60_000) % 1440) + 1440) % 1440;
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
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
  // A long text is cut anyway: only so much of it is squeezed as white space may take.
  const line = squeezeStart(text, most);
  if (line.length <= most) return `‘${line}’`;
  const cut = line.slice(0, most);
  const space = cut.lastIndexOf(' ');
  return `‘${cut.slice(0, space > most / 2 ? space : most).trimEnd()} …’`;
}

/** A text on one line; of a long one only its start, at least `most` and a bit of it. */
function squeezeStart(text: string, most: number): string {
  const start = text.length > 8 * most ? text.slice(0, 8 * most) : text;
  const line = start.replace(/\s+/g, ' ').trim();
  return line.length > most || start.length === text.length
    ? line
    : text.replace(/\s+/g, ' ').trim();
}

import { atOnce, type Steps } from '../../base/steps';
import { termOf } from '../../base/text/terms';
import type { TextSource } from './fact';
import { readMessage } from './message';

/** First names as terms: the speaker's, and those of everybody else who speaks in the trace. */
export interface Names {
  readonly speaker: readonly string[];
  readonly others: readonly string[];
}

const speakers = new WeakMap<TextSource, readonly string[]>();

// Generic roles are no names: a text about "the user" may be about anyone.
const ROLES = new Set(['user', 'assistant', 'system', 'human', 'ai', 'bot', 'unknown']);

/** The names that matter for whom a text speaks of, given who said the fact. */
export function participantTerms(source: TextSource, speaker: string | undefined): Names {
  const own = speaker === undefined ? [] : terms(speaker);
  const others = speakersOf(source).filter((name) => !own.includes(name));
  return { speaker: own, others };
}

/** The terms of the names of all speakers, most frequent first, at most eight. */
export const speakersOf = (source: TextSource): readonly string[] =>
  speakers.get(source) ?? atOnce(speakerSteps(source));

// Messages between two chances for others: a few milliseconds of work.
const PART = 512;

/** The same in parts, so that a worker stays responsive while a large trace is read. */
export function* speakerSteps(source: TextSource): Steps<readonly string[]> {
  const known = speakers.get(source);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const { graph } = source;
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.category(node) !== 'message') continue;
    if (node % PART === 0) yield;
    const { speaker } = readMessage(graph, node);
    if (speaker !== undefined) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  const names = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .flatMap(([name]) => terms(name));
  speakers.set(source, names);
  return names;
}

const terms = (name: string): readonly string[] =>
  ROLES.has(name.toLowerCase())
    ? []
    : name
        .split(/\s+/)
        .filter((part) => /\p{L}/u.test(part))
        .map(termOf);

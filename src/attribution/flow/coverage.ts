import type { Fact, Match } from '../matching/fact';
import type { FlowTrace } from './path';
import { isEnoughShare, lacking, share } from './reworded-holder';

/** What several variables hold of a fact between them. */
export interface Coverage {
  /** 0…1, as `share` of one match. */
  readonly share: number;
  readonly enough: boolean;
  /** The variable that holds most. */
  readonly best: number | undefined;
}

const NOTHING: Coverage = { share: 0, enough: false, best: undefined };

/**
 * What variables hold together: facts of one message are often split over several units, and an
 * answer may use them all.
 */
export function cover(trace: FlowTrace, fact: Fact, nodes: readonly number[]): Coverage {
  const telling = nodes.filter((node) => !speaksOfNobody(trace, fact, node));
  const [first] = telling;
  if (first === undefined) return NOTHING;
  let best = first;
  let most: Match = trace.match(fact, first);
  let missing: ReadonlySet<string> = lacking(fact, most);
  for (const node of telling.slice(1)) {
    const match = trace.match(fact, node);
    const lacks = lacking(fact, match);
    missing = new Set([...missing].filter((term) => lacks.has(term)));
    if (share(fact, match) > share(fact, most)) {
      best = node;
      most = match;
    }
  }
  const found = Math.max(share(fact, most), sharedWeight(fact, missing));
  return { share: found, enough: isEnoughShare(fact, found, missing), best };
}

/** Weight of the answer terms that are not missing everywhere; 0 for a fact without answer terms. */
function sharedWeight(fact: Fact, missing: ReadonlySet<string>): number {
  let all = 0;
  let found = 0;
  for (const { term, weight, role } of fact.terms) {
    if (role !== 'answer') continue;
    all += weight;
    if (!missing.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

const PRONOUN = /^\W*(?:she|he|they|it|her|his|their|its)\b/i;
const NAME = /\s\p{Lu}\p{L}+/u;

/**
 * Whether a memory says the fact of somebody it does not name ("She is 5 years old"): nobody can
 * tell later whose fact it is, so it keeps nothing.
 */
function speaksOfNobody(trace: FlowTrace, fact: Fact, node: number): boolean {
  const { span } = trace.match(fact, node);
  if (span === undefined) return false;
  const text = trace.text(node);
  const start = text.lastIndexOf('\n', span.start - 1) + 1;
  const end = text.indexOf('\n', span.end);
  const line = text.slice(start, end < 0 ? text.length : end);
  return PRONOUN.test(line) && !NAME.test(line);
}

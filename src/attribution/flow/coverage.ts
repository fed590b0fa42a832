import type { Fact, FactTerm } from '../matching/fact';
import type { FlowTrace } from './path';
import { isEnough, isEnoughShare, lacking, share, timely } from './reworded-holder';

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
  let most = share(fact, trace.match(fact, first));
  for (const node of telling) {
    const own = share(fact, trace.match(fact, node));
    if (own <= most) continue;
    best = node;
    most = own;
  }
  // Nothing to add to one text, or to one that holds it all.
  if (telling.length === 1 || most >= 1)
    return { share: most, enough: isEnough(trace, fact, trace.match(fact, best)), best };
  const { lost, time } = togetherLack(trace, fact, telling);
  const found = Math.max(most, unionShare(fact, lost, time));
  return { share: found, enough: isEnoughShare(trace, fact, found, () => lost), best };
}

/** The terms that all of some texts lack, and the best share of the time that one of them has. */
function togetherLack(
  trace: FlowTrace,
  fact: Fact,
  nodes: readonly number[],
): { readonly lost: ReadonlySet<string>; readonly time: number } {
  let lost: ReadonlySet<string> | undefined;
  let time = 0;
  for (const node of nodes) {
    const match = trace.match(fact, node);
    const lacks = lacking(fact, match);
    lost = lost === undefined ? lacks : intersection(lost, lacks);
    // A month beside another event ("postponed to September") is not the date of this one; the very
    // day may stand apart from its event, where a message was split into sentences.
    const dated = match.answer ?? 0;
    if (fact.asksTime && (dated >= 1 || (match.question ?? match.rest ?? 0) > 0))
      time = Math.max(time, dated);
  }
  return { lost: lost ?? new Set(), time };
}

const intersection = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].filter((term) => b.has(term)));

/** The share that several texts hold between them, as `share` counts it for one. */
function unionShare(fact: Fact, lost: ReadonlySet<string>, time: number): number {
  const held = (role: FactTerm['role'] | undefined): number | undefined => {
    let all = 0;
    let found = 0;
    for (const term of fact.terms) {
      if (role !== undefined && term.role !== role) continue;
      all += term.weight;
      if (!lost.has(term.term)) found += term.weight;
    }
    return all === 0 ? undefined : found / all;
  };
  if (fact.asksTime) return timely(time, held('question') ?? held('rest'));
  return held('answer') ?? held(undefined) ?? 0;
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

import type { Fact } from '../matching/fact';
import { aliveVersion, lifelines, type UnitVersion } from './lifelines';
import type { FlowTrace } from './path';

/** Finds the memory units that share words with a fact, without comparing it with every unit. */
export interface UnitIndex {
  /** Term → unit versions that have it, ascending. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

const known = new WeakMap<FlowTrace, UnitIndex>();

/** The index of a trace's units, built the first time a case needs it. */
export function unitIndex(trace: FlowTrace): UnitIndex {
  const cached = known.get(trace);
  if (cached !== undefined) return cached;
  const postings = new Map<string, number[]>();
  for (const { versions } of lifelines(trace.graph).units)
    for (const { node } of versions)
      for (const term of trace.prepared(node).terms.keys()) {
        const list = postings.get(term);
        if (list === undefined) postings.set(term, [node]);
        else list.push(node);
      }
  const index = { postings };
  known.set(trace, index);
  return index;
}

// A word in more units than this says nothing about any of them.
const MOST_SHARED = 400;
// Candidates that are compared in full; the right unit was always among the first eight.
const CANDIDATES = 12;

/** Unit versions that share the heaviest terms with a fact, best first: dead and alive ones. */
export function similarUnits(trace: FlowTrace, fact: Fact): readonly number[] {
  const { postings } = unitIndex(trace);
  const answers = fact.terms.filter(({ role }) => role === 'answer');
  const weight = new Map<number, number>();
  for (const { term, weight: heavy } of answers.length > 0 ? answers : fact.terms) {
    const nodes = postings.get(term) ?? [];
    if (nodes.length > MOST_SHARED) continue;
    for (const node of nodes) weight.set(node, (weight.get(node) ?? 0) + heavy);
  }
  return [...weight.entries()]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, CANDIDATES)
    .map(([node]) => node);
}

/** Those of some unit versions that an operation of rank `until` could read. */
export function aliveAmong(
  trace: FlowTrace,
  nodes: readonly number[],
  until: number,
): readonly UnitVersion[] {
  const lines = lifelines(trace.graph);
  return nodes.flatMap((node) => {
    const line = lines.of.get(node);
    const alive = line === undefined ? undefined : aliveVersion(trace.graph, line, until);
    return alive?.node === node ? [alive] : [];
  });
}

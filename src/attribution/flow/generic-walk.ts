import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact } from '../matching/fact';
import { walkForward, type WalkStep } from './forward-walk';
import { VerbatimHolder, type Holder } from './holder';
import { aliveVersion, lifelines, type Lifeline, type UnitVersion } from './lifelines';
import type { FlowTrace } from './path';
import type { QuerySide } from './query-side';
import { RewordedHolder } from './reworded-holder';

/** How a fact went from its message to units in a trace of an unknown system. */
export interface Walked {
  /** What says of this trace's variables whether they hold the fact. */
  readonly holder: Holder;
  readonly steps: readonly WalkStep[];
  /** The lifelines of the units it reached. */
  readonly lines: readonly Lifeline[];
}

/**
 * Walks looking for the sentences word for word, and, when no unit keeps those, for what an answer
 * needs of them: where text is copied, chance likeness to other messages must not count.
 */
export function walk(trace: FlowTrace, fact: Fact, side: QuerySide): Walked {
  const literal = walkWith(trace, fact, side, new VerbatimHolder(trace, fact));
  if (literal.lines.some((line) => isKept(trace, literal.holder, side, line))) return literal;
  return walkWith(trace, fact, side, new RewordedHolder(trace, fact));
}

function walkWith(trace: FlowTrace, fact: Fact, side: QuerySide, holder: Holder): Walked {
  const steps = walkForward(trace.graph, holder, fact.evidence, side.until);
  return { holder, steps, lines: linesOf(trace, steps) };
}

/** The lifelines of the units that a walk wrote. */
function linesOf(trace: FlowTrace, steps: readonly WalkStep[]): readonly Lifeline[] {
  const { of } = lifelines(trace.graph);
  const found = new Set<Lifeline>();
  for (const { held } of steps)
    for (const node of held) {
      const line = of.get(node);
      if (line !== undefined) found.add(line);
    }
  return [...found];
}

/** Whether a unit kept what it was given, until the question or until an update changed it. */
function isKept(trace: FlowTrace, holder: Holder, side: QuerySide, line: Lifeline): boolean {
  const last = aliveVersion(trace.graph, line, side.until);
  if (last !== undefined && holder.held(last.node)) return true;
  const { next } = lastHolding(trace, holder, side, line);
  return next !== undefined && !isRawMaterial(trace.graph, next);
}

/**
 * Whether an operation wrote a unit out of what an earlier version only carried: a unit that an
 * extraction writes over was not finished before.
 */
export const isRawMaterial = (graph: EvolutionGraph, op: number): boolean =>
  graph.operationCategory(op) === 'extraction';

/** The last version before the question that holds the fact, and the operation that wrote the next. */
export function lastHolding(
  { graph }: FlowTrace,
  holder: Holder,
  side: QuerySide,
  line: Lifeline,
): { readonly version: UnitVersion | undefined; readonly next: number | undefined } {
  const written = line.versions.filter(({ op }) => op === undefined || graph.rank(op) < side.until);
  const last = written.findLastIndex(({ node }) => holder.held(node));
  return { version: written[last], next: last < 0 ? undefined : written[last + 1]?.op };
}

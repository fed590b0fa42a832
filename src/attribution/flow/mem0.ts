import type { ProofStage } from '../../cases/verdict';
import type { Fact, FactTerm } from '../matching/fact';
import { cover, type Coverage } from './coverage';
import { aliveVersion, lifelines } from './lifelines';
import { mem0Chain, type Extraction } from './mem0-chain';
import { findLosses } from './mem0-losses';
import { mem0Stations } from './mem0-stations';
import type { FactPath, FlowTrace, Loss, PathTracer } from './path';
import { querySide, type QuerySide } from './query-side';

/** What one fact became in a Mem0 trace, station by station (memory-systems §3). */
export interface Mem0Path {
  readonly fact: Fact;
  /** The extractions that read the message before the question, and what each kept of it. */
  readonly readings: readonly Extraction[];
  readonly extracted: Coverage;
  /** The units that decisions about the message wrote, as they were then. */
  readonly written: Coverage;
  /** Units of the message that are alive at query time. */
  readonly stored: Coverage;
  readonly aliveUnits: readonly number[];
  /** What the answer was given. */
  readonly given: Coverage;
}

/**
 * Follows a fact through a Mem0 trace: message → extracted facts → decision → units and their
 * versions → search → context. The first station that no longer holds enough of it is its loss, unless
 * the context has it from a unit of another message. (Units of other messages that are only stored are
 * not looked for: in large stores they say the same words by chance, and none of the labels needed it.)
 */
export const traceMem0: PathTracer = (trace, failed, fact) => {
  const { graph } = trace;
  const side = querySide(trace, failed);
  const lines = lifelines(graph);
  const readings = (mem0Chain(graph).readings.get(fact.evidence) ?? []).filter(
    ({ op }) => graph.rank(op) < side.until,
  );
  const written = readings.flatMap(({ decision }) => decision?.written ?? []);
  const own = [...new Set(written.flatMap((node) => lines.of.get(node) ?? []))];
  const ownAlive = own.flatMap((line) => aliveVersion(graph, line, side.until) ?? []);
  const alive = ownAlive.map(({ node }) => node);
  const path: Mem0Path = {
    fact,
    readings,
    extracted: cover(
      trace,
      fact,
      readings.flatMap(({ facts }) => facts ?? []),
    ),
    written: cover(trace, fact, written),
    stored: cover(trace, fact, alive),
    aliveUnits: alive,
    given: givenTo(trace, fact, side, alive),
  };
  return new Mem0FactPath(trace, side, path, findLosses(trace, failed, side, path, own));
};

/** A class, so that all paths have one shape though their stages are made when asked for. */
class Mem0FactPath implements FactPath {
  readonly fact: Fact;
  readonly loss: Loss | undefined;
  readonly later: readonly Loss[];
  readonly units: readonly number[];
  readonly stored: number;
  readonly given: number;

  constructor(
    private readonly trace: FlowTrace,
    private readonly side: QuerySide,
    private readonly path: Mem0Path,
    losses: readonly Loss[],
  ) {
    this.fact = path.fact;
    this.loss = losses[0];
    this.later = losses.slice(1);
    this.units = path.aliveUnits;
    this.stored = path.stored.share;
    this.given = path.given.share;
  }

  // Only the decisive fact of a case shows its proof: quotes cost more than finding the loss.
  get stages(): readonly ProofStage[] {
    return mem0Stations(this.trace, this.side, this.path, this.loss);
  }
}

// A unit of another message stands in for the fact only when it restates nearly all of it: a word of
// the answer, even with words of the question, is said by chance in large stores (with looser bounds
// .90 instead of .94 of the labels of the large copied traces were met).
const RESTATES = 0.92;
const RESTATES_REST = 0.5;

/** Whether a unit of another message says the same. */
function speaksOfIt(trace: FlowTrace, fact: Fact, node: number): boolean {
  const match = trace.match(fact, node);
  if (match.level !== 'whole' || match.score < RESTATES) return false;
  return (match.rest ?? 0) >= RESTATES_REST;
}

// Long enough to be rare, short enough to begin every form of a word ("educ", "creat").
const CLUE = 4;

/** The beginning of a fact's heaviest word: a text without it cannot restate the fact. */
function clueOf({ terms }: Fact): string {
  const words = terms.filter(({ term }) => term.length >= CLUE && !term.startsWith('#'));
  const answers = words.filter(({ role }) => role === 'answer');
  const heaviest = (answers.length > 0 ? answers : words).reduce(
    (best: FactTerm | undefined, word) =>
      best === undefined || word.weight > best.weight ? word : best,
    undefined,
  );
  return heaviest?.term.slice(0, CLUE) ?? '';
}

const better = (a: Coverage, b: Coverage): Coverage =>
  b.enough === a.enough ? (b.share > a.share ? b : a) : b.enough ? b : a;

/** The best of several units taken one by one. */
function bestOf(trace: FlowTrace, fact: Fact, nodes: readonly number[]): Coverage {
  return nodes
    .map((node) => cover(trace, fact, [node]))
    .reduce(better, { share: 0, enough: false, best: undefined });
}

/** What the retrieved units hold: those that are known to hold some of it together, others alone. */
function givenTo(
  trace: FlowTrace,
  fact: Fact,
  side: QuerySide,
  alive: readonly number[],
): Coverage {
  const nodes = side.given.length > 0 ? side.given : side.retrieved;
  const known = new Set(alive);
  const own = nodes.filter((node) => known.has(node));
  const clue = clueOf(fact);
  const others = nodes.filter(
    (node) =>
      !known.has(node) &&
      trace.text(node).toLowerCase().includes(clue) &&
      speaksOfIt(trace, fact, node),
  );
  return better(cover(trace, fact, own), bestOf(trace, fact, others));
}

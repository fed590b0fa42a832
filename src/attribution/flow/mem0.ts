import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact, FactTerm } from '../matching/fact';
import { cover, type Coverage } from './coverage';
import { deletionOf, lifelines, aliveVersion, type Lifeline, type UnitVersion } from './lifelines';
import { dateLoss } from './date-loss';
import { mem0Chain, type Extraction } from './mem0-chain';
import { mem0Stations } from './mem0-stations';
import type { FlowTrace, Loss, PathTracer } from './path';
import { querySide, type QuerySide } from './query-side';
import { unreadMessage } from './unread-message';
import { operationPhrase, quoted } from './wording';

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
  const losses = findLosses(trace, failed, side, path, own);
  return {
    fact,
    loss: losses[0],
    later: losses.slice(1),
    // Only the decisive fact of a case shows its proof: quotes cost more than finding the loss.
    get stages() {
      return mem0Stations(trace, side, path, losses[0]);
    },
    units: alive,
    stored: path.stored.share,
    given: path.given.share,
  };
};

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

function findLosses(
  trace: FlowTrace,
  failed: Case,
  side: QuerySide,
  path: Mem0Path,
  own: readonly Lifeline[],
): Loss[] {
  const { given, stored, written } = path;
  const most = Math.max(written.share, stored.share, given.share);
  const keeps = ({ enough, share: part }: Coverage): boolean => enough && part >= DEGRADED * most;
  if (keeps(given)) return [];
  const retrieval = searchLoss(trace, side, path);
  if (keeps(stored)) {
    const undated = dateLoss(trace, failed, side, own);
    return undated === undefined ? [retrieval] : [undated, retrieval];
  }
  const changed = changeLoss(trace, side, path.fact, own);
  if (changed !== undefined) return [changed, retrieval];
  if (stored.enough) return given.enough ? [] : [retrieval];
  return [constructionLoss(trace, side, path), retrieval];
}

function searchLoss(trace: FlowTrace, side: QuerySide, path: Mem0Path): Loss {
  const op = side.searches.at(-1) ?? side.fallbackOp;
  const unit = path.stored.best;
  const phrase = operationPhrase(trace.graph, op);
  const sentence =
    unit === undefined || !path.stored.enough
      ? `${phrase} returned nothing that holds it.`
      : `${phrase} did not return the unit that says ${quoted(trace.text(unit))}, though it was in the store.`;
  return {
    errorType: 'RetrievalError',
    op,
    certainty: certainty(path.stored.share, path.given.share),
    sentence,
  };
}

/** Where construction lost what the message said: at the extraction, or at the decision after it. */
function constructionLoss(trace: FlowTrace, side: QuerySide, path: Mem0Path): Loss {
  const { graph } = trace;
  const [first] = path.readings;
  if (first === undefined) return unreadMessage(trace, path.fact, side.until);
  const said = quoted(path.fact.text);
  if (path.extracted.enough) {
    const reading =
      path.readings.find(({ facts }) => facts === path.extracted.best && facts !== undefined) ??
      first;
    const op = reading.decision?.op ?? reading.op;
    return {
      errorType: 'ExtractionError',
      op,
      certainty: certainty(path.extracted.share, path.written.share),
      sentence: `${operationPhrase(graph, op)} neither added nor merged the extracted fact, so ${said} never reached a unit.`,
    };
  }
  const reading = readingThatLost(path) ?? first;
  return {
    errorType: 'ExtractionError',
    op: reading.op,
    certainty: certainty(1, path.extracted.share),
    sentence: `${operationPhrase(graph, reading.op)} did not extract ${said}.`,
  };
}

/** The reading to blame when none extracted enough: the one that came closest, else the first. */
function readingThatLost(path: Mem0Path): Extraction | undefined {
  const { best, share: most } = path.extracted;
  return most > 0 ? path.readings.find(({ facts }) => facts === best) : undefined;
}

// A change counts when it left less than this of what was there: the rest no longer answers.
const DEGRADED = 0.7;

/** The update or deletion after which the units of the fact no longer held it. */
function changeLoss(
  trace: FlowTrace,
  side: QuerySide,
  fact: Fact,
  own: readonly Lifeline[],
): Loss | undefined {
  let worst: { readonly loss: Loss; readonly before: number } | undefined;
  for (const line of own) {
    const found = firstChange(trace, side, fact, line);
    if (found === undefined) continue;
    if (worst === undefined || found.before > worst.before) worst = found;
  }
  return worst?.loss;
}

/** The first change of one unit before the question that left it with clearly less of the fact. */
function firstChange(
  trace: FlowTrace,
  side: QuerySide,
  fact: Fact,
  line: Lifeline,
): { readonly loss: Loss; readonly before: number } | undefined {
  const { graph } = trace;
  let held: UnitVersion | undefined;
  let before = 0;
  for (const version of line.versions) {
    if (version.op !== undefined && graph.rank(version.op) >= side.until) break;
    const now = cover(trace, fact, [version.node]).share;
    if (held !== undefined && version.op !== undefined && now < DEGRADED * before)
      return { loss: rewrite(trace, held, version, before, now), before };
    if (now >= Math.max(before, HELD_AT_ALL)) {
      held = version;
      before = now;
    }
    const deletion = deletionOf(graph, line, version, nextRank(graph, line, version, side.until));
    if (held !== undefined && deletion !== undefined)
      return { loss: removal(trace, held, deletion, before), before };
  }
  return undefined;
}

// Below this a unit never held the fact: single common words are shared by chance.
const HELD_AT_ALL = 0.3;

function nextRank(
  graph: EvolutionGraph,
  line: Lifeline,
  version: UnitVersion,
  until: number,
): number {
  const next = line.versions[line.versions.indexOf(version) + 1]?.op;
  return Math.min(until, next === undefined ? until : graph.rank(next));
}

function rewrite(
  trace: FlowTrace,
  from: UnitVersion,
  to: UnitVersion,
  before: number,
  after: number,
): Loss {
  const op = to.op ?? 0;
  const then = quoted(trace.text(from.node));
  const now = quoted(trace.text(to.node));
  const phrase = operationPhrase(trace.graph, op);
  return {
    errorType: 'UpdateError',
    op,
    certainty: certainty(before, after),
    sentence:
      then === now
        ? `${phrase} kept the words ${now} but overwrote their date.`
        : `${phrase} replaced ${then} with ${now}.`,
  };
}

function removal(trace: FlowTrace, unit: UnitVersion, op: number, before: number): Loss {
  return {
    errorType: 'DeletionError',
    op,
    certainty: certainty(before, 0),
    sentence: `${operationPhrase(trace.graph, op)} deleted the unit that said ${quoted(trace.text(unit.node))}.`,
  };
}

/** How sure a loss is: what was held before, less what is held after. */
const certainty = (before: number, after: number): number =>
  Math.max(0.05, Math.min(0.99, before - after));

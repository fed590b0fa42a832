import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { Fact } from '../matching/fact';
import { cover, type Coverage } from './coverage';
import { dateLoss } from './date-loss';
import { deletionOf, type Lifeline, type UnitVersion } from './lifelines';
import { lostWords } from './lost-words';
import type { Mem0Path } from './mem0';
import type { Extraction } from './mem0-chain';
import type { FlowTrace, Loss } from './path';
import type { QuerySide } from './query-side';
import { unreadMessage } from './unread-message';
import { operationPhrase, quoted } from './wording';

/**
 * The losses of a fact in a Mem0 trace, the decisive one first: the change of a unit that left clearly
 * less of it, else the search that did not return it, else the construction that never kept it.
 */
export function findLosses(
  trace: FlowTrace,
  failed: Case,
  side: QuerySide,
  path: Mem0Path,
  own: readonly Lifeline[],
): Loss[] {
  const { given, stored, written } = path;
  const most = Math.max(written.share, stored.share, given.share);
  const keeps = ({ enough, share: part }: Coverage): boolean =>
    enough && part >= trace.bounds.degraded * most;
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
      sentence: ignoredSentence(trace, path, op, reading),
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

/** What a decision did with an extracted fact that no unit holds now: nothing, or less than it says. */
function ignoredSentence(
  trace: FlowTrace,
  path: Mem0Path,
  op: number,
  reading: Extraction,
): string {
  const phrase = operationPhrase(trace.graph, op);
  const said = quoted(path.fact.text);
  const [unit] = reading.decision?.written ?? [];
  if (unit === undefined)
    return `${phrase} neither added nor merged the extracted fact, so ${said} never reached a unit.`;
  return `${phrase} had ${said} among the extracted facts, but wrote only ${quoted(trace.text(path.written.best ?? unit))}.`;
}

/** The reading to blame when none extracted enough: the one that came closest, else the first. */
function readingThatLost(path: Mem0Path): Extraction | undefined {
  const { best, share: most } = path.extracted;
  return most > 0 ? path.readings.find(({ facts }) => facts === best) : undefined;
}

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
    if (held !== undefined && version.op !== undefined && now < trace.bounds.degraded * before)
      return { loss: rewrite(trace, fact, held, version, before, now), before };
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
  fact: Fact,
  from: UnitVersion,
  to: UnitVersion,
  before: number,
  after: number,
): Loss {
  const op = to.op ?? 0;
  const then = quoted(trace.text(from.node));
  const now = quoted(trace.text(to.node));
  const phrase = operationPhrase(trace.graph, op);
  const words = fact.asksTime ? 'the date' : lostWords(trace, fact, from.node, to.node);
  return {
    errorType: 'UpdateError',
    op,
    certainty: certainty(before, after),
    sentence:
      then === now
        ? `${phrase} kept the words ${now} but overwrote their date.`
        : `${phrase} replaced ${then} with ${now}${goneClause(words)}.`,
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

/** `, so ‘virtual’, ‘conference’ were gone …`; empty without words. */
const goneClause = (words: string): string =>
  words === ''
    ? ''
    : `, so ${words} ${words.includes(', ') ? 'were' : 'was'} gone before the question was asked`;

/** How sure a loss is: what was held before, less what is held after. */
const certainty = (before: number, after: number): number =>
  Math.max(0.05, Math.min(0.99, before - after));

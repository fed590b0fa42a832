import { goldText, type Case } from '../../cases/case';
import type { EvidenceMode } from '../../cases/verdict';
import type { Fact, PreparedText } from '../matching/fact';
import { abstains, goldAbstains } from '../matching/abstention';
import { prepareText } from '../matching/prepare';
import { isLight } from '../matching/wanted';
import { openAnswers } from './focus';
import type { FactPath, FlowTrace, Loss } from './path';
import { operationPhrase } from './wording';

/** What a case comes down to: the decisive loss, or none when the context held all it took. */
export interface Finding {
  /** `undefined`: everything needed was given to the answering model. */
  readonly loss: Loss | undefined;
  /** The path that shows it. */
  readonly path: FactPath;
  /** Losses of this and other facts that would break the case too, in execution order. */
  readonly later: readonly Loss[];
}

/**
 * The earliest decisive loss among the facts of a case. What the prediction got right has reached
 * the context: a fact is not missed when the prediction has all it says of the answer. Labelled
 * evidence is otherwise needed as a whole; of found evidence only what holds words of the answer
 * that the prediction lacks, and that did not reach the context in another message.
 */
export function decide(
  trace: FlowTrace,
  failed: Case,
  paths: readonly FactPath[],
  evidence: EvidenceMode,
): Finding | undefined {
  const prediction = prepareText(failed.prediction);
  if (wantsSilence(failed)) return falsePremise(trace, failed, paths, prediction, evidence);
  const needed =
    evidence === 'labelled' ? unanswered(trace, paths, prediction) : relevant(paths, prediction);
  const [first] = needed;
  if (first === undefined) return undefined;
  const losing =
    evidence === 'labelled'
      ? needed.filter(({ loss }) => loss !== undefined)
      : missed(needed, prediction);
  const rank = (loss: Loss): number => trace.graph.rank(loss.op);
  const losses = losing
    .flatMap((path) => (path.loss === undefined ? [] : [{ path, loss: path.loss }]))
    .sort((a, b) => rank(a.loss) - rank(b.loss));
  const decisive = losses[0];
  if (decisive === undefined) return { loss: undefined, path: fullest(needed, first), later: [] };
  const later = [...losing.flatMap((path) => [path.loss, ...path.later])]
    .filter((loss) => loss !== undefined)
    .filter((loss) => rank(loss) > rank(decisive.loss))
    .sort((a, b) => rank(a) - rank(b));
  return { ...decisive, later: distinct(later) };
}

/** Whether the right answer would have been to say that there is none. */
function wantsSilence(failed: Case): boolean {
  const gold = goldText(failed);
  return gold.trim() === '' || goldAbstains(gold);
}

/**
 * A question on a false premise, answered all the same. An answer with words of the evidence took
 * what was given for an answer: the model was to refuse. An answer without any was led astray by
 * what the search brought instead (11 of the 15 such cases that people labelled).
 */
function falsePremise(
  trace: FlowTrace,
  failed: Case,
  paths: readonly FactPath[],
  prediction: PreparedText,
  evidence: EvidenceMode,
): Finding | undefined {
  const [first] = paths;
  if (first === undefined) return undefined;
  const asked = prepareText(failed.question);
  const echo = paths.find(({ fact }) => {
    const said = prepareText(fact.messageText);
    return [...prediction.terms].some(
      ([term, [at]]) =>
        !asked.terms.has(term) && said.terms.has(term) && !isLight(prediction, at ?? 0),
    );
  });
  const last = failed.retrievalOps.at(-1);
  const search = last === undefined ? undefined : trace.graph.findOperation(last);
  // One unit, always returned whole: no choice of the search can have misled the answer.
  const unsearched = trace.graph.system === 'long-context';
  // Nothing says that found messages are what the question is falsely about: in the context they are.
  const given = evidence === 'retrieved' ? paths.find(({ loss }) => loss === undefined) : undefined;
  if (
    (echo ?? given) !== undefined ||
    unsearched ||
    search === undefined ||
    abstains(failed.prediction)
  )
    return { loss: undefined, path: echo ?? given ?? first, later: [] };
  const loss: Loss = {
    errorType: 'RetrievalError',
    op: search,
    certainty: 0.4,
    sentence: `${operationPhrase(trace.graph, search)} brought what answers another question; the right answer was that there is none.`,
  };
  return { loss, path: first, later: [] };
}

/**
 * All facts but those of whose answer words the prediction lacks none; all when that leaves none. An
 * answer that no message words is inferred: then one message in the context is a start, and what was
 * left of the others cannot be told from their words.
 */
function unanswered(
  trace: FlowTrace,
  paths: readonly FactPath[],
  prediction: PreparedText,
): readonly FactPath[] {
  const left = paths.filter(
    (path) =>
      openTerms(path, prediction).length > 0 ||
      (path.fact.terms.every(({ role }) => role !== 'answer') && !onlyAsks(trace, path, paths)),
  );
  if (left.length === 0) return paths;
  const inferred = left.every(
    (path) => openTerms(path, prediction).length === 0 && !path.fact.asksTime,
  );
  const given = inferred ? left.filter(({ loss }) => loss === undefined) : [];
  return given.length > 0 ? given : left;
}

/** Whether a fact only asks what the next message, evidence too, answers. */
function onlyAsks({ graph }: FlowTrace, { fact }: FactPath, paths: readonly FactPath[]): boolean {
  if (!/[?？]\s*$/.test(fact.text)) return false;
  let next = fact.evidence + 1;
  while (next < graph.nodeCount && graph.category(next) !== 'message') next++;
  return paths.some((path) => path.fact.evidence === next);
}

/** Lost facts with answer words that no other fact brought to the context. */
function missed(paths: readonly FactPath[], prediction: PreparedText): readonly FactPath[] {
  const given = paths.filter(({ loss }) => loss === undefined);
  const covered = new Set(given.flatMap((path) => openTerms(path, prediction)));
  return paths.filter((path) => {
    if (path.loss === undefined) return false;
    const open = openTerms(path, prediction);
    return open.length === 0 || open.some((term) => !covered.has(term));
  });
}

// Two telling words of the question at the least; weights are at most 1.
const BRIDGE = 1.4;

/** Whether a found message says what the question turns on, though not the answer ("my home country"). */
function bridges({ terms }: Fact): boolean {
  const asked = terms.filter(({ role }) => role === 'question');
  return asked.length > 1 && asked.reduce((sum, { weight }) => sum + weight, 0) >= BRIDGE;
}

/** Facts that the answer still needs: else those that hold any of it, else all. */
function relevant(found: readonly FactPath[], prediction: PreparedText): readonly FactPath[] {
  // A search for the words of an answer finds those who ask for it, too.
  const telling = found.filter(({ fact }) => !/[?？]\s*$/.test(fact.text));
  const paths = telling.length > 0 ? telling : found;
  const open = paths.filter((path) => openTerms(path, prediction).length > 0);
  if (open.length > 0) return paths.filter((path) => open.includes(path) || bridges(path.fact));
  const supplying = paths.filter(({ fact }) => fact.supplies > 0 || fact.times.length > 0);
  return supplying.length > 0 ? supplying : paths;
}

/** Answer terms of a fact that the prediction lacks. */
const openTerms = ({ fact }: FactPath, prediction: PreparedText): readonly string[] =>
  openAnswers(fact, prediction).map(({ term }) => term);

const fullest = (paths: readonly FactPath[], first: FactPath): FactPath =>
  paths.reduce((best, path) => (path.fact.supplies > best.fact.supplies ? path : best), first);

function distinct(losses: readonly Loss[]): readonly Loss[] {
  const ops = new Set<number>();
  return losses.filter(({ op }) => {
    if (ops.has(op)) return false;
    ops.add(op);
    return true;
  });
}

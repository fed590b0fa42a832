import { parseRecord, stringField } from '../../trace/json';
import type { Fact } from '../matching/fact';
import { additionAfter, bufferChain, type BufferStep } from './buffer-chain';
import { keptBy, type Kept } from './evermemos-kept';
import { everUnits, type EverUnit } from './evermemos-units';
import { VerbatimHolder } from './holder';
import type { FlowTrace, Loss } from './path';
import { isEnough, share } from './reworded-holder';
import { unreadMessage } from './unread-message';
import { operationPhrase, quoted } from './wording';

/** What construction made of a fact in an EverMemOS trace. */
export interface EverConstruction {
  /** The units its message was grouped into, in execution order. */
  readonly own: readonly Kept[];
  /** The loss that kept it out of all of them. */
  readonly loss: Loss | undefined;
  /** The variable that shows the loss, when no unit was made. */
  readonly lossNode: number | undefined;
}

/**
 * Follows a fact from its message to the episodes made of it: buffer → boundary → finalized unit →
 * episode and event log. The episode decides: the event log is never shown to an answering model, so
 * a detail that only the log kept cannot be answered from, however good the retrieval.
 */
export function construct(trace: FlowTrace, fact: Fact, until: number): EverConstruction {
  const { graph } = trace;
  const grouped = groupedInto(trace, fact, until);
  if (grouped.length === 0) return { own: [], ...lossBeforeUnit(trace, fact, until) };
  const own = grouped.map((unit) => keptBy(trace, fact, unit));
  const first = own[0];
  if (first === undefined || own.some(({ enough }) => enough))
    return { own, loss: undefined, lossNode: undefined };
  const op =
    first.unit.extractOp ?? first.unit.finalizeOp ?? graph.adjacency.operationOrder[0] ?? 0;
  const best = Math.max(...own.map(({ shown }) => share(fact, shown)));
  const loss: Loss = {
    errorType: 'ExtractionError',
    op,
    certainty: 1 - best / 2,
    sentence: extractionSentence(trace, fact, op, own),
  };
  return { own, loss, lossNode: undefined };
}

function extractionSentence(
  trace: FlowTrace,
  fact: Fact,
  op: number,
  own: readonly Kept[],
): string {
  const phrase = operationPhrase(trace.graph, op);
  const said = quoted(fact.text);
  if (own.every(({ unit }) => unit.shown === ''))
    return `${phrase} wrote no episode, so no unit tells of ${said}.`;
  if (own.some(({ log }) => isEnough(trace, fact, log)))
    return `${phrase} kept ${said} in the event log only; the episode, which is all that answers are written from, lacks it.`;
  return `${phrase} read ${said}, but neither the episode nor the event log it wrote tells all of it.`;
}

/** The units made before the question whose messages include the evidence message. */
function groupedInto(trace: FlowTrace, fact: Fact, until: number): readonly EverUnit[] {
  const { graph } = trace;
  const content = stringField(parseRecord(graph.rawValue(fact.evidence)), 'content');
  if (content === undefined) return [];
  const step = bufferChain(graph).stepOf.get(fact.evidence);
  const readAt = step === undefined ? -1 : graph.rank(bufferChain(graph).steps[step]?.op ?? 0);
  const units = everUnits(graph).byMessage.get(content) ?? [];
  return units.filter(({ finalizeOp }) => {
    // The same words may be said twice: a unit made before the message was read is of the other one.
    const rank = finalizeOp === undefined ? readAt : graph.rank(finalizeOp);
    return rank >= readAt && rank < until;
  });
}

/** Where a message was lost that no unit was made of. */
function lossBeforeUnit(
  trace: FlowTrace,
  fact: Fact,
  until: number,
): { readonly loss: Loss; readonly lossNode: number | undefined } {
  const { graph } = trace;
  const chain = bufferChain(graph);
  const holder = new VerbatimHolder(trace, fact);
  const first = chain.stepOf.get(fact.evidence);
  if (first === undefined) return { loss: unreadMessage(trace, fact, until), lossNode: undefined };
  let emission: BufferStep | undefined;
  let last: number | undefined;
  for (let i = first; i < chain.steps.length; i++) {
    const step = chain.steps[i];
    if (step === undefined || graph.rank(step.op) >= until) break;
    last = step.op;
    if (step.documents.length > 0) emission = step;
    if (step.after === undefined || holder.held(step.after)) continue;
    if (i === first || emission === undefined)
      return {
        loss: extraction(step.op, `${operationPhrase(graph, step.op)} left the message out.`),
        lossNode: step.after,
      };
    return lossAtEmission(trace, holder, emission);
  }
  const op = last ?? chain.steps[first]?.op ?? 0;
  const sentence = 'The message was still waiting in the buffer when the question was asked.';
  return { loss: extraction(op, sentence), lossNode: undefined };
}

/** The message left the buffer with a group of messages that did not become a unit with it. */
function lossAtEmission(
  trace: FlowTrace,
  holder: VerbatimHolder,
  emission: BufferStep,
): { readonly loss: Loss; readonly lossNode: number | undefined } {
  const { graph } = trace;
  const document = emission.documents.find((node) => holder.held(node));
  if (document === undefined)
    return {
      loss: extraction(
        emission.op,
        `${operationPhrase(graph, emission.op)} grouped the messages around it but left it out.`,
      ),
      lossNode: emission.documents[0],
    };
  const addition = additionAfter(graph, bufferChain(graph), document, emission.op);
  const op = addition?.op ?? emission.op;
  const sentence =
    addition === undefined
      ? 'The message was grouped, but no operation made a unit of the group.'
      : `${operationPhrase(graph, op)} made a unit of the group without the message.`;
  return { loss: extraction(op, sentence), lossNode: addition?.units[0] ?? document };
}

const extraction = (op: number, sentence: string): Loss => ({
  errorType: 'ExtractionError',
  op,
  certainty: 0.9,
  sentence,
});

import type { Fact } from '../matching/fact';
import { additionAfter, type BufferChain, type BufferStep } from './buffer-chain';
import type { Holder } from './holder';
import type { FlowTrace, Loss } from './path';
import { quoteStart } from './quotes';
import { sayer, type Station } from './stations';
import { unreadMessage } from './unread-message';

/** What construction made of one fact: the units that hold it, or the loss that left none. */
export interface Construction {
  readonly units: readonly number[];
  readonly loss: Loss | undefined;
  readonly station: Station;
}

/** Follows a fact from its message through buffer and documents to the units made of them. */
export function construct(
  trace: FlowTrace,
  fact: Fact,
  holder: Holder,
  chain: BufferChain,
  until: number,
): Construction {
  const { graph } = trace;
  const first = chain.stepOf.get(fact.evidence);
  if (first === undefined) return lost(trace, unreadMessage(trace, fact, until), undefined);
  const units: number[] = [];
  let loss: Loss | undefined;
  let lossNode: number | undefined;
  let lastBuffer: number | undefined;
  let stored: number | undefined;
  for (let i = first; i < chain.steps.length; i++) {
    const step = chain.steps[i];
    if (step === undefined || graph.rank(step.op) >= until) break;
    const emitted = step.documents.filter((document) => holder.held(document));
    for (const document of emitted) {
      const addition = additionAfter(graph, chain, document, step.op);
      const kept = (addition?.units ?? []).filter((unit) => holder.held(unit));
      const early = addition !== undefined && graph.rank(addition.op) < until;
      if (kept.length > 0 && early) {
        units.push(...kept);
        stored ??= addition.op;
      } else if (loss === undefined) {
        loss = notAdded(fact, addition?.op ?? step.op, addition !== undefined);
        lossNode = addition?.units[0] ?? document;
      }
    }
    if (step.after !== undefined && !holder.held(step.after)) {
      if (emitted.length === 0 && loss === undefined) {
        loss = leftOut(fact, step, i === first);
        lossNode = i === first ? step.after : (step.documents[0] ?? step.after);
      }
      lastBuffer = undefined;
      break;
    }
    lastBuffer = step.op;
  }
  if (units.length > 0)
    return {
      units,
      loss: undefined,
      station: {
        stage: 'construction',
        status: 'held',
        op: stored,
        node: units[0],
        quotes: units[0] === undefined ? [] : holder.quotes(units[0]),
        sentence: 'The buffer passed it on and it was stored in a unit.',
      },
    };
  if (loss === undefined && lastBuffer !== undefined) loss = neverFlushed(fact, lastBuffer);
  return lost(trace, loss ?? unreadMessage(trace, fact, until), lossNode);
}

function lost(trace: FlowTrace, loss: Loss, node: number | undefined): Construction {
  return {
    units: [],
    loss,
    station: {
      stage: 'construction',
      status: 'lost',
      op: loss.op,
      node,
      quotes: node === undefined ? [] : quoteStart(trace, node),
      sentence: loss.sentence,
    },
  };
}

function leftOut(fact: Fact, step: BufferStep, atArrival: boolean): Loss {
  const sentence = atArrival
    ? `The buffer update that took in ${lowerSayer(fact)} left it out.`
    : `The buffer held ${lowerSayer(fact)}, but neither the document it emitted nor the buffer after it holds it.`;
  return { errorType: 'ExtractionError', op: step.op, certainty: 0.97, sentence };
}

function notAdded(fact: Fact, op: number, stored: boolean): Loss {
  const sentence = stored
    ? `The document held ${lowerSayer(fact)}, but the unit stored from it does not.`
    : `A document with ${lowerSayer(fact)} was emitted, but no operation stored it.`;
  return { errorType: 'ExtractionError', op, certainty: 0.97, sentence };
}

const neverFlushed = (fact: Fact, op: number): Loss => ({
  errorType: 'ExtractionError',
  op,
  certainty: 0.9,
  sentence: `${sayer(fact)} was still waiting in the buffer when the question was asked.`,
});

const lowerSayer = (fact: Fact): string =>
  fact.speaker === undefined ? 'the message' : sayer(fact);

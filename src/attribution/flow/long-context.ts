import type { Fact } from '../matching/fact';
import { lastHolding } from './last-holding';
import { LiteralHolder } from './literal-holder';
import type { FlowTrace, Loss, PathTracer } from './path';
import { quoteStart } from './quotes';
import { querySide } from './query-side';
import { reachContext } from './reach-context';
import {
  evidenceStation,
  memoryStation,
  sayer,
  toStage,
  unreached,
  type Station,
} from './stations';
import { stepsBefore, unitChain, type UnitChain } from './unit-chain';
import { unreadMessage } from './unread-message';

/**
 * Follows a fact through a Long-Context trace: one unit that every message is appended to and whose
 * oldest text is trimmed. An update that left the message out is an ExtractionError at that update,
 * a later version that no longer has it an UpdateError at the operation that wrote it
 * (memory-systems §1).
 */
export const traceLongContext: PathTracer = (trace, failed, fact) => {
  const { graph } = trace;
  const side = querySide(trace, failed);
  const chain = unitChain(graph);
  const count = stepsBefore(graph, chain, side.until);
  const holder = new LiteralHolder(trace, fact);
  const life = lifetime(trace, fact, holder, chain, count, side.until);
  const units = life.alive === undefined ? [] : [life.alive];
  const reached = units.length > 0 ? reachContext(trace, holder, side, units) : undefined;
  const stations: readonly Station[] = [
    evidenceStation(trace, fact, holder),
    life.construction,
    life.memory ?? memoryStation(holder, units, life.construction, 'The unit never held it.'),
    ...(reached?.stations ?? unreached(trace, side)),
  ];
  const last = chain.steps[count - 1]?.version;
  return {
    fact,
    loss: life.loss ?? reached?.loss,
    later: [],
    stages: stations.map((station) => toStage(graph, station)),
    units,
    stored: last === undefined ? 0 : holder.score(last),
    given: life.loss === undefined && reached?.loss === undefined ? 1 : 0,
  };
};

/** When the unit took a fact in, and what became of it. */
interface Lifetime {
  /** The last version before the question, when it still holds the fact. */
  readonly alive: number | undefined;
  readonly loss: Loss | undefined;
  readonly construction: Station;
  readonly memory: Station | undefined;
}

function lifetime(
  trace: FlowTrace,
  fact: Fact,
  holder: LiteralHolder,
  chain: UnitChain,
  count: number,
  until: number,
): Lifetime {
  const entry = chain.stepOf.get(fact.evidence);
  const step = entry === undefined ? undefined : chain.steps[entry];
  if (entry === undefined || step === undefined || entry >= count) {
    const loss = unreadMessage(trace, fact, until);
    return {
      alive: undefined,
      loss,
      construction: lostAt(trace, loss, undefined),
      memory: undefined,
    };
  }
  if (!holder.held(step.version)) {
    const loss: Loss = {
      errorType: 'ExtractionError',
      op: step.op,
      certainty: 0.97,
      sentence: `The update that should have appended ${sayer(fact)} left it out.`,
    };
    return {
      alive: undefined,
      loss,
      construction: lostAt(trace, loss, step.version),
      memory: undefined,
    };
  }
  const construction: Station = {
    stage: 'construction',
    status: 'held',
    op: step.op,
    node: step.version,
    quotes: holder.quotes(step.version),
    sentence: `The update appended ${sayer(fact)} to the unit.`,
  };
  const last = lastHolding(holder, chain, entry, count - 1);
  const alive = chain.steps[last];
  const next = last === count - 1 ? undefined : chain.steps[last + 1];
  if (next === undefined || alive === undefined)
    return { alive: alive?.version, loss: undefined, construction, memory: undefined };
  const loss: Loss = {
    errorType: 'UpdateError',
    op: next.op,
    certainty: 0.97,
    sentence: `An update trimmed ${sayer(fact)} away: the version before still held it, the new one does not.`,
  };
  const memory: Station = {
    stage: 'memory',
    status: 'lost',
    op: next.op,
    node: next.version,
    quotes: [...holder.quotes(alive.version), ...quoteStart(trace, next.version)],
    sentence: loss.sentence,
  };
  return { alive: undefined, loss, construction, memory };
}

function lostAt(trace: FlowTrace, loss: Loss, version: number | undefined): Station {
  return {
    stage: 'construction',
    status: 'lost',
    op: loss.op,
    node: version,
    quotes: version === undefined ? [] : quoteStart(trace, version),
    sentence: loss.sentence,
  };
}

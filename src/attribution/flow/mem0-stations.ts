import type { ProofStage } from '../../cases/verdict';
import type { Mem0Path } from './mem0';
import type { FlowTrace, Loss } from './path';
import { quoteSpans, quoteStart } from './quotes';
import type { QuerySide } from './query-side';
import { RewordedHolder } from './reworded-holder';
import { counted, evidenceStation, toStage, type Station } from './stations';

/** The five stations of one fact in a Mem0 trace, each with the span that shows it held or lost. */
export function mem0Stations(
  trace: FlowTrace,
  side: QuerySide,
  path: Mem0Path,
  loss: Loss | undefined,
): readonly ProofStage[] {
  const holder = new RewordedHolder(trace, path.fact);
  const stations: readonly Station[] = [
    evidenceStation(trace, path.fact, holder),
    construction(trace, holder, path),
    memory(trace, holder, path, loss),
    retrieval(trace, holder, side, path),
    context(trace, side, path),
  ];
  return stations.map((station) => toStage(trace.graph, station));
}

function construction(trace: FlowTrace, holder: RewordedHolder, path: Mem0Path): Station {
  const { readings, extracted, written } = path;
  const reading =
    readings.find(({ facts }) => facts !== undefined && facts === extracted.best) ?? readings[0];
  const facts = reading?.facts;
  if (reading === undefined)
    return {
      stage: 'construction',
      status: 'not-recorded',
      sentence: 'No operation read the message.',
    };
  if (written.enough && written.best !== undefined)
    return {
      stage: 'construction',
      status: 'held',
      op: reading.decision?.op ?? reading.op,
      node: written.best,
      quotes: quotesOf(trace, holder, written.best),
      sentence: 'It was extracted and written to a memory unit.',
    };
  return {
    stage: 'construction',
    status: extracted.enough ? 'partly' : 'lost',
    op: extracted.enough ? (reading.decision?.op ?? reading.op) : reading.op,
    node: facts,
    quotes: facts === undefined ? [] : quotesOf(trace, holder, facts),
    sentence: extracted.enough
      ? 'It was extracted, but the decision wrote no unit that holds it.'
      : facts === undefined
        ? 'The extraction left no facts.'
        : 'The extracted facts lack it.',
  };
}

function memory(
  trace: FlowTrace,
  holder: RewordedHolder,
  path: Mem0Path,
  loss: Loss | undefined,
): Station {
  const { stored, aliveUnits } = path;
  const gone = loss?.errorType === 'UpdateError' || loss?.errorType === 'DeletionError';
  const node = stored.best ?? aliveUnits[0];
  const status = gone || !stored.enough ? (stored.share > 0 ? 'partly' : 'lost') : 'held';
  return {
    stage: 'memory',
    status,
    op: gone ? loss.op : undefined,
    node,
    quotes: node === undefined ? [] : quotesOf(trace, holder, node),
    sentence: gone
      ? loss.sentence
      : status === 'held'
        ? 'A unit held it when the question was asked.'
        : 'No unit held it when the question was asked.',
  };
}

function retrieval(
  trace: FlowTrace,
  holder: RewordedHolder,
  side: QuerySide,
  path: Mem0Path,
): Station {
  const { given, stored } = path;
  const found = given.enough && given.best !== undefined;
  const node = found ? given.best : side.retrieved[0];
  return {
    stage: 'retrieval',
    status: found ? 'held' : 'lost',
    op: side.searches.at(-1),
    node,
    quotes: node === undefined ? [] : quotesOf(trace, holder, node),
    sentence: found
      ? 'A unit that holds it was retrieved.'
      : stored.enough
        ? `None of the ${counted(side.retrieved.length, 'retrieved unit')} holds it, although the store does.`
        : 'No unit held it, so the search could not return it.',
  };
}

function context(trace: FlowTrace, side: QuerySide, path: Mem0Path): Station {
  const node = side.context;
  const { enough: held, best } = path.given;
  return {
    stage: 'context',
    status: node === undefined ? 'not-recorded' : held ? 'held' : 'lost',
    op: side.answerOp,
    node,
    quotes: node === undefined ? [] : contextQuotes(trace, node, held ? best : undefined),
    sentence:
      node === undefined
        ? 'The trace does not show what the answering model was given.'
        : held
          ? 'The context that the answer was written from holds it.'
          : 'The context does not hold it.',
  };
}

/** The words of a retrieved unit where they stand in the context, else its first words. */
function contextQuotes(trace: FlowTrace, node: number, unit: number | undefined) {
  const words = unit === undefined ? '' : trace.text(unit).trim();
  const start = words === '' ? -1 : trace.text(node).indexOf(words);
  const quotes = start < 0 ? [] : quoteSpans(trace, node, [{ start, end: start + words.length }]);
  return quotes.length > 0 ? quotes : quoteStart(trace, node);
}

function quotesOf(trace: FlowTrace, holder: RewordedHolder, node: number) {
  const quotes = holder.quotes(node);
  return quotes.length > 0 ? quotes : quoteStart(trace, node);
}

import type { Result } from '../../base/result';
import type { QueryId, TraceKey } from '../../base/brand';
import type { ExplorerService } from '../../notebook/explorer/contract';
import type { CasePathView } from '../../notebook/explorer/drawing-contract';

type Paths = Pick<ExplorerService, 'casePath'>;
type Answer = Promise<Result<CasePathView>>;

/**
 * The drawn way of a case, asked for as soon as the case is: its cell, which shows it, is there only
 * when the case has been fetched and laid out.
 */
export class PathAhead {
  #asked: { readonly of: string; readonly answer: Answer } | undefined;

  /** @param explorer what answers, if anything does */
  constructor(private readonly explorer: () => Paths | undefined) {}

  /** Asks ahead; an older answer that nobody took is forgotten. */
  ask(traceKey: TraceKey, query: QueryId, marked: boolean): void {
    this.#asked = undefined;
    const answer = this.explorer()?.casePath(traceKey, query, marked);
    if (answer === undefined) return;
    // Whoever takes it hears of a failure; one that nobody takes concerns nobody.
    answer.catch(() => undefined);
    this.#asked = { of: nameOf(traceKey, query, marked), answer };
  }

  /** The answer asked for ahead, once; asked for now where there is none. */
  take(explorer: Paths, traceKey: TraceKey, query: QueryId, marked: boolean): Answer {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked?.of === nameOf(traceKey, query, marked)
      ? asked.answer
      : explorer.casePath(traceKey, query, marked);
  }
}

const nameOf = (traceKey: TraceKey, query: QueryId, marked: boolean): string =>
  `${marked ? 'marked' : 'plain'} ${traceKey} ${query}`;

import type { TraceKey } from '../../base/brand';
import { ok, type Result } from '../../base/result';
import { RoughTokenCounter } from '../../replay/tokens/rough-token-counter';
import type { CaseBook } from '../service/case-book';
import type { OpenTraces } from '../service/open-traces';
import {
  alignmentOf,
  compareCases,
  isGained,
  isLost,
  totalsOf,
  type ComparedTrace,
} from './compare-cases';
import type {
  ComparedCase,
  ComparedFilter,
  ComparedPage,
  CompareProgress,
  Comparison,
} from './compare-contract';
import { alignOperations } from './compare-operations';

/** Compares two traces; the rows of the last comparison stay, to be shown in pages. */
export class Comparing {
  private rows: readonly ComparedCase[] = [];
  private of = '';
  /** An exact tokenizer would put 1 MB (gzipped) into the worker, for a column of comparison. */
  private readonly tokens = new RoughTokenCounter();

  constructor(
    private readonly open: OpenTraces,
    private readonly book: CaseBook,
  ) {}

  /** Aligns cases and operations. Takes seconds for traces of 100 MB, and breathes meanwhile. */
  async compare(
    keys: readonly [TraceKey, TraceKey],
    breathe: () => Promise<void>,
    report: (progress: CompareProgress) => void,
  ): Promise<Result<Comparison>> {
    const [first, second] = [await this.trace(keys[0]), await this.trace(keys[1])];
    if (!first.ok) return first;
    if (!second.ok) return second;
    const rows: ComparedCase[] = [];
    const cases = Math.max(first.value.cases.length, second.value.cases.length);
    const tell = (done: number, total: number): void => {
      report({ done, total: Math.max(1, total) });
    };
    for await (const row of compareCases(first.value, second.value, this.tokens)) {
      rows.push(row);
      tell(rows.length, cases * 2);
      await breathe();
    }
    const steps = alignOperations(first.value.graph, second.value.graph);
    let step = steps.next();
    while (step.done !== true) {
      tell(step.value.total + step.value.done, step.value.total * 2);
      await breathe();
      step = steps.next();
    }
    this.rows = rows;
    this.of = keys.join(' ');
    return ok({
      ...step.value,
      cases: alignmentOf(rows),
      first: totalsOf(rows, 'first'),
      second: totalsOf(rows, 'second'),
      gained: rows.filter(isGained).length,
      lost: rows.filter(isLost).length,
    });
  }

  /** A window of the cases of the last comparison; empty when that was of other traces. */
  page(
    keys: readonly [TraceKey, TraceKey],
    filter: ComparedFilter,
    offset: number,
    limit: number,
  ): ComparedPage {
    if (keys.join(' ') !== this.of) return { rows: [], matching: 0 };
    const rows = this.rows.filter((row) => passes(row, filter));
    return { rows: rows.slice(offset, offset + limit), matching: rows.length };
  }

  private async trace(key: TraceKey): Promise<Result<ComparedTrace>> {
    const graph = await this.open.get(key);
    return graph.ok ? ok({ graph: graph.value, cases: this.book.cases(key) }) : graph;
  }
}

function passes(row: ComparedCase, filter: ComparedFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'gained':
      return isGained(row);
    case 'lost':
      return isLost(row);
    case 'different':
      return row.difference !== undefined;
    case 'single':
      return row.first === undefined || row.second === undefined;
  }
}

import type { Verdict } from '../../cases/verdict';
import type { Attributed, OnFault, TraceOfCases } from '../attributor';
import { flowAttributor, type PlainFlowOptions } from '../flow-attributor';
import { shareCases, takeBlock, type SharedCases } from './case-shares';
import type { HelperThread } from './helper-thread';
import { reasonOfFault } from './messages';
import { shareAdjacency, shareColumns } from './shared-columns';

/**
 * Attributes the cases of one trace in this thread and in `helpers`, with the verdicts and faults of one
 * thread, in their order. A helper that dies costs time and no verdict: this thread does what it left.
 */
export async function attributeTogether(
  trace: TraceOfCases,
  options: PlainFlowOptions,
  onFault: OnFault,
  helpers: readonly HelperThread[],
): Promise<Attributed> {
  const { cases } = trace;
  const shared = shareCases(cases.length, helpers.length + 1);
  const ready = await openAll(trace, options, helpers, shared);
  const began = performance.now();
  const results = new Results(cases.length);
  const helped = ready.map((helper) =>
    helper.attribute(({ from, verdicts, faults }) => {
      verdicts.forEach((verdict, i) => results.put(from + i, verdict));
      for (const { at, reason } of faults) results.faults.set(at, reason);
    }),
  );
  const attribute = flowAttributor(trace.graph, cases, options, (failed, error) => {
    results.faults.set(cases.indexOf(failed), reasonOfFault(error));
  });
  const attributeFrom = (from: number, to: number): void =>
    cases.slice(from, to).forEach((failed, i) => results.put(from + i, attribute(failed)));
  for (let block = takeBlock(shared, 0); block; block = takeBlock(shared, 0)) {
    attributeFrom(block.from, block.to);
    // What the others have found is taken in between, not all at the end.
    await otherMessages();
  }
  await Promise.all(helped);
  for (const at of results.missing()) attributeFrom(at, at + 1);
  const milliseconds = performance.now() - began;
  cases.forEach((failed, at) => {
    const reason = results.faults.get(at);
    if (reason !== undefined) onFault(failed, reason);
  });
  return { verdicts: results.verdicts, milliseconds, threads: ready.length + 1 };
}

/** Opens the trace in every helper. @returns those that have it open */
async function openAll(
  { graph, place, cases }: TraceOfCases,
  options: PlainFlowOptions,
  helpers: readonly HelperThread[],
  shared: SharedCases,
): Promise<readonly HelperThread[]> {
  const columns = shareColumns(graph.columns);
  const adjacency = shareAdjacency(graph.adjacency);
  const { evidence, evidenceQuery } = options;
  const plain = { evidence, ...(evidenceQuery === undefined ? {} : { evidenceQuery }) };
  const isOpen = await Promise.all(
    helpers.map((helper, i) => {
      const part = i + 1;
      const task = { key: graph.key, columns, adjacency, place, cases, shared, part };
      return helper.open({ ...task, options: plain });
    }),
  );
  return helpers.filter((_, i) => isOpen[i] === true);
}

/** Verdicts as they come in, from any thread in any order. */
class Results {
  readonly verdicts: (Verdict | undefined)[];
  /** Why a case has no verdict, by its position. */
  readonly faults = new Map<number, string>();
  private readonly isThere: Uint8Array;

  constructor(cases: number) {
    this.verdicts = new Array<Verdict | undefined>(cases).fill(undefined);
    this.isThere = new Uint8Array(cases);
  }

  put(at: number, verdict: Verdict | undefined): void {
    this.verdicts[at] = verdict;
    this.isThere[at] = 1;
  }

  /** Positions of cases that nobody has looked at. */
  missing(): readonly number[] {
    return [...this.isThere.keys()].filter((at) => this.isThere[at] === 0);
  }
}

const otherMessages = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

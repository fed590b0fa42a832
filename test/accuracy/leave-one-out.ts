/*
 * Leave-one-trace-out for the bounds that were set by hand (src/attribution/flow/bounds.ts): for each labelled
 * trace they are chosen anew on all other traces and scored on that one.
 *   npx tsx test/accuracy/leave-one-out.ts [--retrieved]
 */
import { readdirSync } from 'node:fs';
import { attributeFlow } from '../../src/attribution/flow/attribute-flow';
import { BOUNDS, type Bounds } from '../../src/attribution/flow/bounds';
import type { Case } from '../../src/cases/case';
import { collectCases, needsVerdict } from '../../src/cases/collect';
import { toMemoryErrorType } from '../../src/cases/error-type';
import type { EvidenceMode } from '../../src/cases/verdict';
import { buildAdjacency } from '../../src/graph/adjacency';
import { EvolutionGraph } from '../../src/graph/evolution-graph';
import { openFile } from '../../src/headless/open-files';
import { hasSharedData, sharedPath } from '../support/shared-data';

const FOLDERS: readonly (readonly [set: string, folder: string])[] = [
  ...['mem0', 'rag', 'evermemos'].map((system) => ['natural', `natural/${system}`] as const),
  ['human', 'human'],
  ...['mem0', 'rag', 'evermemos', 'long_context'].map(
    (system) => ['small', `small/${system}`] as const,
  ),
];

// The shipped bounds first: of equals the first is chosen.
const GRID: readonly Bounds[] = [
  BOUNDS,
  ...[0.4, 0.5, 0.6].flatMap((enough) =>
    [0.15, 0.2, 0.3].flatMap((together) =>
      [0.6, 0.7, 0.8].map((degraded) => ({ enough, together, degraded })),
    ),
  ),
];

/** Right error types of one trace, for each of the grid. */
interface Scored {
  readonly set: string;
  readonly name: string;
  readonly cases: number;
  readonly right: readonly number[];
}

function isLabelled(c: Case): boolean {
  return c.label !== undefined && toMemoryErrorType(c.label.errorType) !== undefined;
}

async function score(
  set: string,
  path: string,
  evidence: EvidenceMode,
): Promise<readonly Scored[]> {
  const scored: Scored[] = [];
  for (const { read, bytes } of (await openFile(sharedPath(path))).traces) {
    const graph = new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), bytes);
    const cases = collectCases(graph).filter((c) => needsVerdict(c) && isLabelled(c));
    const right = GRID.map((bounds) =>
      attributeFlow(graph, cases, { evidence, bounds }).reduce(
        (hits, { errorType }, i) => hits + (errorType === cases[i]?.label?.errorType ? 1 : 0),
        0,
      ),
    );
    scored.push({ set, name: path, cases: cases.length, right });
  }
  return scored;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Number in the grid of what is best on some traces: the sets count alike, however large they are. */
function best(traces: readonly Scored[]): number {
  const sets = [...new Set(traces.map(({ set }) => set))];
  const worth = GRID.map((_, g) =>
    sum(
      sets.map((set) => {
        const own = traces.filter((trace) => trace.set === set);
        return (
          sum(own.map(({ right }) => right[g] ?? 0)) /
          Math.max(1, sum(own.map(({ cases }) => cases)))
        );
      }),
    ),
  );
  return worth.indexOf(Math.max(...worth));
}

async function main(args: readonly string[]): Promise<void> {
  const evidence = args.includes('--retrieved') ? 'retrieved' : 'labelled';
  const traces: Scored[] = [];
  for (const [set, folder] of FOLDERS)
    if (hasSharedData(folder))
      for (const name of readdirSync(sharedPath(folder)))
        if (!name.includes('membase'))
          traces.push(...(await score(set, `${folder}/${name}`, evidence)));
  const totals = new Map<string, { cases: number; shipped: number; chosen: number }>();
  for (const left of traces) {
    const choice = best(traces.filter((trace) => trace !== left));
    const shipped = left.right[0] ?? 0;
    const chosen = left.right[choice] ?? 0;
    const total = totals.get(left.set) ?? { cases: 0, shipped: 0, chosen: 0 };
    totals.set(left.set, total);
    total.cases += left.cases;
    total.shipped += shipped;
    total.chosen += chosen;
    console.log(
      `${left.name.padEnd(48)} ${String(shipped).padStart(3)} → ${String(chosen).padStart(3)} of ${left.cases}  ${JSON.stringify(GRID[choice])}`,
    );
  }
  for (const [set, { cases, shipped, chosen }] of totals)
    console.log(
      `${set.padEnd(8)} ${evidence}: shipped ${(shipped / cases).toFixed(3)}, left out ${(chosen / cases).toFixed(3)} of ${cases}`,
    );
}

await main(process.argv.slice(2));

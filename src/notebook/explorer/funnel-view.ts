import type { Result } from '../../base/result';
import { ok } from '../../base/result';
import { aliveVersion, lifelines } from '../../attribution/flow/lifelines';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { evidenceUnits, firstOf, type FindHolding } from './evidence-units';
import type { FunnelPlace, FunnelUnit, FunnelView } from './funnel-contract';
import { funnelStages, type UnitList } from './funnel-stages';
import { unitPreview } from './unit-preview';

const MOST_UNITS = 60;
const MOST_PREVIEW = 240;

/** How the search of a question narrowed the memory down, unit by unit. */
export async function funnelView(
  graph: EvolutionGraph,
  one: Case,
  verdict: Verdict | undefined,
  find: FindHolding,
): Promise<Result<FunnelView>> {
  const evidence = await evidenceUnits(graph, one, verdict, find);
  if (!evidence.ok) return evidence;
  const stages = funnelStages(graph, one);
  const asked = Math.min(...stages.map(({ op }) => graph.rank(op)));
  const pool = lifelines(graph).units.filter(
    (line) => aliveVersion(graph, line, asked) !== undefined,
  ).length;
  const places = placesOf(graph, stages);
  const all = new Set([...evidence.value.keys(), ...places.keys()]);
  const units = [...all].map((unit): Ranked => {
    const rows = places.get(unit) ?? stages.map(() => undefined);
    return { unit, places: rows, evidence: evidence.value.get(unit), depth: depthOf(rows) };
  });
  units.sort(byImportance);
  return ok({
    question: one.question,
    pool,
    stages: stages.map(({ name, op, variable, entries }) => ({
      name,
      opId: graph.opId(op),
      opName: graph.operationName(op),
      variable: variable === undefined ? undefined : graph.nodeId(variable),
      count: entries.length,
    })),
    units: units.slice(0, MOST_UNITS).map((unit) => shown(graph, unit)),
    more: Math.max(0, units.length - MOST_UNITS),
  });
}

interface Ranked {
  readonly unit: number;
  readonly places: readonly (FunnelPlace | undefined)[];
  readonly evidence: FunnelUnit['evidence'];
  /** Number of the last stage it is in, from 1; 0 for none. */
  readonly depth: number;
}

/** Unit (first version) → its place in each stage. */
function placesOf(
  graph: EvolutionGraph,
  stages: readonly UnitList[],
): ReadonlyMap<number, (FunnelPlace | undefined)[]> {
  const places = new Map<number, (FunnelPlace | undefined)[]>();
  stages.forEach(({ entries }, stage) => {
    entries.forEach(({ unit, score }, i) => {
      const first = firstOf(graph, unit);
      const row = places.get(first) ?? stages.map(() => undefined);
      row[stage] ??= { rank: i + 1, score };
      places.set(first, row);
    });
  });
  return places;
}

const depthOf = (places: readonly (FunnelPlace | undefined)[]): number =>
  places.findLastIndex((place) => place !== undefined) + 1;

function byImportance(a: Ranked, b: Ranked): number {
  const isEvidence = Number(b.evidence !== undefined) - Number(a.evidence !== undefined);
  const rank = ({ places, depth }: Ranked) => places[depth - 1]?.rank ?? Number.MAX_SAFE_INTEGER;
  return isEvidence || b.depth - a.depth || rank(a) - rank(b) || a.unit - b.unit;
}

function shown(graph: EvolutionGraph, { unit, places, evidence, depth }: Ranked): FunnelUnit {
  const last = graph.versions(unit).at(-1) ?? unit;
  return {
    unit: graph.nodeId(last),
    name: graph.fullName(unit),
    preview: unitPreview(graph, last, MOST_PREVIEW),
    evidence,
    places,
    lostAt: depth === places.length ? undefined : depth,
  };
}

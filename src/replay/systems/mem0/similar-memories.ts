import { indexOf } from '../../engine/bm25-index';
import type { RecordedOperation } from '../../engine/recorded-operation';
import type { ReplayRun } from '../../engine/run';
import { searchStore } from '../../engine/search-store';
import type { StoredUnit } from '../found-units';
import { factsOf, readInstruction, type ShownMemory } from './instruction';
import { textField } from '../../engine/plain-fields';

/** How many memories are looked up for each fact. */
const PER_FACT = 5;

/** The memories that a decision is shown, in the order of their short ids. */
export interface Similar {
  readonly shown: readonly {
    readonly memory: ShownMemory;
    readonly unit: StoredUnit | undefined;
  }[];
  readonly isApproximate: boolean;
}

/**
 * The memories similar to the facts: as recorded (they stand in the instruction) while neither facts nor
 * store changed, or while what changed in the store does not reach them; else looked up anew.
 */
export async function similarMemories(
  run: ReplayRun,
  units: ReadonlyMap<string, StoredUnit>,
  facts: readonly string[],
  isFactsChanged: boolean,
  recorded: RecordedOperation | undefined,
): Promise<Similar> {
  const known =
    isFactsChanged || recorded === undefined ? undefined : recordedSimilar(run, recorded);
  if (known !== undefined) {
    const difference = run.shadow.compareUnits(units);
    const names = known.map(({ name }) => name);
    const isHit = names.some(
      (name) =>
        name !== undefined && (difference.changed.has(name) || difference.missing.has(name)),
    );
    if (!isHit && (!difference.any || !reaches(units, difference.changed, facts))) {
      const shown = known.map(({ memory, name }) => ({
        memory,
        unit: name === undefined ? undefined : units.get(name),
      }));
      return { shown, isApproximate: difference.any };
    }
  }
  const found = new Map<string, StoredUnit>();
  let isApproximate = false;
  for (const fact of facts) {
    const hits = await searchStore(run, {
      query: fact,
      node: undefined,
      isQueryChanged: true,
      units,
      recorded: undefined,
      isIdeal: false,
      limit: PER_FACT,
    });
    isApproximate ||= hits.isApproximate;
    for (const { unit } of hits.hits) found.set(unit.name, unit);
  }
  const shown = [...found.values()].map((unit, i) => ({
    memory: { id: String(i), text: unit.text },
    unit,
  }));
  return { shown, isApproximate };
}

/** Whether a changed unit would be among the memories nearest to a fact, as far as words tell. */
function reaches(
  units: ReadonlyMap<string, StoredUnit>,
  changed: ReadonlySet<string>,
  facts: readonly string[],
): boolean {
  if (changed.size === 0) return false;
  const index = indexOf(units);
  return facts.some((fact) =>
    index.top(fact, PER_FACT).some(({ name, score }) => score > 0 && changed.has(name)),
  );
}

/** The memories quoted in a recorded instruction, and which units of the recorded store they are. */
function recordedSimilar(
  run: ReplayRun,
  recorded: RecordedOperation,
): readonly { readonly memory: ShownMemory; readonly name: string | undefined }[] | undefined {
  const trace = run.trace;
  const instruction = recorded.outputsOf('memory_update_task_instruction')[0];
  const prompt = recorded.input('prompt');
  const facts = recorded.input('extracted_facts');
  if (trace === undefined || instruction === undefined) return undefined;
  if (prompt === undefined || facts === undefined) return undefined;
  const { graph } = trace;
  const parts = readInstruction(trace.text(instruction), trace.text(prompt), factsOf(trace, facts));
  if (parts === undefined) return undefined;
  const byText = new Map<string, string[]>();
  for (const [name, node] of run.shadow.live) {
    const text = textField(trace.value(node), 'memory');
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  const touched = new Set(recorded.inputs.map((node) => graph.fullName(node)));
  return parts.memories.map((memory) => {
    const names = byText.get(memory.text) ?? [];
    // Of two units with the same text, the one that the decision changed was surely shown.
    const at = Math.max(
      0,
      names.findIndex((name) => touched.has(name)),
    );
    const [name] = names.splice(at, 1);
    return { memory, name };
  });
}

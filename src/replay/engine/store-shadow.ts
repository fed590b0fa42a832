import type { Held } from './held';
import type { RecordedOperation } from './recorded-operation';
import type { RecordedTrace } from './recorded-trace';

/** What differs between the store of the run and that of the record. */
export interface Divergence {
  /** Units that the run has and the record has not, or has otherwise. */
  readonly changed: ReadonlySet<string>;
  /** Units that only the record has. */
  readonly missing: ReadonlySet<string>;
  readonly any: boolean;
}

/** The memory store of the recorded run, moved forward operation by operation beside the replay. */
export class StoreShadow {
  private readonly units = new Map<string, number>();

  constructor(private readonly trace: RecordedTrace | undefined) {}

  /** The units that live now: full name → latest version. */
  get live(): ReadonlyMap<string, number> {
    return this.units;
  }

  /** Takes over what an operation of the record did to the store. */
  pass(operation: RecordedOperation): void {
    const graph = this.trace?.graph;
    if (graph === undefined || graph.operationCategory(operation.op) === 'retrieval') return;
    for (const node of operation.outputs) {
      if (graph.category(node) === 'memory_entry') this.units.set(graph.fullName(node), node);
      else if (graph.className(node) === 'delete_marker')
        for (const source of operation.sourcesOf(node)) this.units.delete(graph.fullName(source));
    }
  }

  /** The same for units that carry more than their variable. */
  compareUnits(units: ReadonlyMap<string, { readonly held: Held }>): Divergence {
    return this.compare(new Map([...units].map(([name, { held }]) => [name, held])));
  }

  /** Compares with the store of the run: full name → latest version. */
  compare(units: ReadonlyMap<string, Held>): Divergence {
    const changed = new Set<string>();
    for (const [name, held] of units)
      if (held.recorded === undefined || this.units.get(name) !== held.recorded) changed.add(name);
    const missing = new Set([...this.units.keys()].filter((name) => !units.has(name)));
    return { changed, missing, any: changed.size > 0 || missing.size > 0 };
  }
}

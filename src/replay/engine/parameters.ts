import type { Changes, ParameterValue } from './changes';
import type { RecordedTrace } from './recorded-trace';

const isValue = (value: unknown): value is ParameterValue =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Parameters of a memory system: what the user changed, else what the operations of the trace say (in
 * their metadata or their edges'), else what the caller sets, else a default.
 */
export class Parameters {
  private readonly recorded = new Map<string, ParameterValue>();

  constructor(
    trace: RecordedTrace | undefined,
    private readonly changes: Changes,
    given: ReadonlyMap<string, unknown> = new Map(),
  ) {
    for (const [key, value] of given) if (isValue(value)) this.recorded.set(key, value);
    if (trace !== undefined) this.readTrace(trace);
  }

  number(name: string, fallback: number): number {
    const value = this.value(name);
    return typeof value === 'number' ? value : fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : fallback;
  }

  text(name: string, fallback: string): string {
    const value = this.value(name);
    return typeof value === 'string' ? value : fallback;
  }

  has(name: string): boolean {
    return this.value(name) !== undefined;
  }

  /** Whether one of these differs from what was recorded. */
  isChanged(...names: readonly string[]): boolean {
    return names.some((name) => {
      const changed = this.changes.parameters.get(name);
      return changed !== undefined && changed !== this.recorded.get(name);
    });
  }

  private value(name: string): ParameterValue | undefined {
    return this.changes.parameters.get(name) ?? this.recorded.get(name);
  }

  /** The first value of each key: the metadata of operations, then of the edges of the first of each name. */
  private readTrace(trace: RecordedTrace): void {
    const { graph } = trace;
    const seen = new Set<string>();
    for (const op of graph.adjacency.operationOrder) {
      const name = graph.operationName(op);
      if (seen.has(name)) continue;
      seen.add(name);
      this.readAll(trace.operationMetadata(op));
      for (const edge of graph.edgesOf(op)) {
        const metadata = graph.edgeRecord(edge).get('metadata');
        if (typeof metadata === 'object' && metadata !== null)
          this.readAll(new Map(Object.entries(metadata)));
      }
    }
  }

  private readAll(metadata: ReadonlyMap<string, unknown>): void {
    for (const [key, value] of metadata)
      if (isValue(value) && !this.recorded.has(key)) this.recorded.set(key, value);
  }
}

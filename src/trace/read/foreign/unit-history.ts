import { encodeText } from './graph-writer';
import type { Workbench } from './importer';
import type { Row } from './row';

/** One change of a memory unit: the operation and the variable it left. */
interface Change {
  readonly event: string;
  readonly text: string;
  readonly op: string;
  readonly node: string;
}

/**
 * Writes the histories of memory units (Mem0's events ADD, UPDATE, DELETE) as operations, once a unit
 * however often the file repeats it, and ties messages to the changes they caused.
 */
export class UnitHistory {
  private readonly changes = new Map<string, Change[]>();
  private readonly names = new Map<string, string>();
  private readonly stores = new Set<string>();
  private count = 0;

  constructor(private readonly bench: Workbench) {}

  /**
   * @param message name of the message variable
   * @param results what storing the message did at once
   * @param chain what became of these units later on, from their beginning
   */
  stored(message: string, session: string, results: readonly Row[], chain: readonly Row[]): void {
    for (const event of chain) this.event(event, session);
    const source = `${message}@1`;
    if (results.length === 0) this.nothing(source, session);
    for (const result of results) {
      const change = this.event(result, session);
      if (change === undefined) continue;
      const key = `${change.op}\n${source}`;
      if (this.stores.has(key)) continue;
      this.stores.add(key);
      this.bench.graph.edge(change.op, source, change.node, session);
    }
  }

  /** The name of the unit with this text; the one written last. */
  nameOf(text: string): string | undefined {
    return this.names.get(text);
  }

  /** The change that an event stands for, written unless it was before. */
  private event(row: Row, session: string): Change | undefined {
    const id = row.text('id');
    const event = row.text('event')?.toUpperCase();
    const text = row.text('memory');
    row.know('previous_memory');
    if (id === undefined || event === undefined || text === undefined) return undefined;
    const before = this.changes.get(id) ?? [];
    const known = before.find((change) => change.event === event && change.text === text);
    if (known !== undefined) return known;
    const change = this.write(id, event, text, before.at(-1), session);
    this.changes.set(id, [...before, change]);
    this.names.set(text, id);
    return change;
  }

  private write(
    id: string,
    event: string,
    text: string,
    before: Change | undefined,
    session: string,
  ): Change {
    const { graph, tallies } = this.bench;
    const verb = event === 'ADD' ? 'add' : event === 'DELETE' ? 'delete' : 'update';
    const op = graph.operation({
      id: `op-${verb}-${String(++this.count)}`,
      name: `memory.${verb}`,
      category: verb === 'delete' ? 'deletion' : verb,
      session,
      metadata: { memory_id: id },
    });
    tallies.add(`memory operations (${verb})`);
    if (verb === 'delete') {
      const node = graph.variable({
        name: op,
        className: 'delete_marker',
        category: 'variable',
        session,
        value: encodeText(text),
      });
      if (before !== undefined) graph.edge(op, before.node, node, session);
      return { event, text, op, node };
    }
    const node = graph.newVersion({
      name: `memory-unit-${id}`,
      category: 'memory_entry',
      session,
      value: encodeText(text),
    });
    if (before !== undefined && before.event !== 'DELETE')
      graph.edge(op, before.node, node, session);
    return { event, text, op, node };
  }

  /** A message of which the system stored nothing. */
  private nothing(source: string, session: string): void {
    const { graph, tallies } = this.bench;
    if (this.stores.has(source)) return;
    this.stores.add(source);
    const op = graph.operation({
      id: `op-add-${String(++this.count)}`,
      name: 'memory.add',
      category: 'add',
      session,
      comment: 'Nothing was stored of this message.',
    });
    tallies.add('memory operations (nothing stored)');
    const marker = { name: op, className: 'nothing_stored', category: 'variable', session };
    graph.edge(op, source, graph.variable({ ...marker, value: encodeText('') }), session);
  }
}

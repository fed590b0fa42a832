import type { Seeded } from '../support/seeded';

/** Which of a trace's lists a record belongs to. */
export type BigList = 'nodes' | 'edges' | 'operations' | 'sessions';

type Fields = Readonly<Record<string, unknown>>;

/** Writes the records of one list of a trace as text; those of other lists cost nothing. */
export class BigRecords {
  private milliseconds = Date.UTC(2026, 3, 1, 8);
  private written: string[] = [];

  constructor(
    private readonly list: BigList,
    private readonly random: Seeded,
  ) {}

  /** What was written since the last time, without the commas between records. */
  take(): readonly string[] {
    const taken = this.written;
    this.written = [];
    return taken;
  }

  /** A variable. Returns its full id. */
  node(
    category: string,
    className: string | null,
    name: string,
    value: string,
    more?: Fields,
  ): string {
    const full = className === null ? name : `${className}:${name}`;
    this.write('nodes', () => ({
      ...{ name, version: 1, value, comment: null, category, class_name: className, metadata: {} },
      ...{ full_name: full, node_id: `${name}@1`, full_node_id: `${full}@1`, ...more },
    }));
    return `${full}@1`;
  }

  edge(op: string, category: string, source: string, target: string): void {
    const id = `edge-${this.random.hex(32)}`;
    this.write('edges', () => ({
      ...{ edge_id: id, op_id: op, category, comment: null, metadata: {} },
      ...{ source_full_node_id: source, target_full_node_id: target },
    }));
  }

  /** An operation. Returns its id. */
  operation(category: string, name: string): string {
    const id = `op-${this.random.hex(32)}`;
    this.write('operations', () => ({
      ...{ op_id: id, op_name: name, comment: null, category, metadata: {} },
    }));
    return id;
  }

  session(id: string, category: string): void {
    this.sessionId = id;
    this.write('sessions', () => ({ session_name: null, comment: null, category, metadata: {} }));
  }

  private sessionId = '';

  private write(list: BigList, fields: () => Fields): void {
    this.milliseconds += 1 + Math.floor(this.random.below(9));
    if (list !== this.list) return;
    const time = new Date(this.milliseconds).toISOString().replace('T', ' ').slice(0, -1);
    this.written.push(
      JSON.stringify({
        ...{ created_at: time, filename: 'big.py', lineno: 40, ...fields(), graph_id: 'g-big' },
        ...{ user_id: 'u', project_id: 'Mem0', session_id: this.sessionId },
        trigger_point: 'big.py:40',
      }),
    );
  }
}

import { isObject, toJsonObject, type JsonObject } from '../../trace/json';
import { fullNameOf } from './records';

/** Why the original's importer would refuse an export, and at which record. */
export interface ImportFault {
  readonly list: 'graph' | 'sessions' | 'nodes' | 'operations' | 'edges';
  /** Position in the list; -1 for the graph itself. */
  readonly record: number;
  readonly sentence: string;
}

const TIME = /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}$/;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/**
 * Reads an export as smartcomment's importer does (formats.md §1, §16.6): sessions, then nodes, then
 * operations, then edges, each only naming what came before; derived ids recomputed and compared.
 * @param document the parsed export
 * @returns every reason to refuse it; empty when it would be imported
 */
export function checkImport(document: unknown): readonly ImportFault[] {
  return new ImportCheck().run(document);
}

class ImportCheck {
  private readonly faults: ImportFault[] = [];
  private readonly sessions = new Set<string>();
  private readonly nodes = new Set<string>();
  private readonly operations = new Set<string>();

  run(document: unknown): readonly ImportFault[] {
    if (!isObject(document)) {
      this.add('graph', -1, 'The document is not a JSON object.');
      return this.faults;
    }
    const graph = toJsonObject(document);
    this.text('graph', -1, graph, 'graph_id');
    this.time('graph', -1, graph);
    if (typeof graph.get('strict') !== 'boolean') this.add('graph', -1, 'strict is not a boolean.');
    const data = toJsonObject(graph.get('data'));
    this.each(data, 'sessions', (record, i) => this.session(record, i));
    this.each(data, 'nodes', (record, i) => this.node(record, i));
    this.each(data, 'operations', (record, i) => this.operation(record, i));
    this.each(data, 'edges', (record, i) => this.edge(record, i));
    return this.faults;
  }

  private session(record: JsonObject, i: number): void {
    this.common('sessions', i, record);
    this.unique('sessions', i, this.sessions, this.text('sessions', i, record, 'session_id'));
  }

  private node(record: JsonObject, i: number): void {
    this.common('nodes', i, record);
    const name = this.text('nodes', i, record, 'name');
    if (!ALPHANUMERIC.test(name)) this.add('nodes', i, 'The name holds no letter or digit.');
    const version = record.get('version');
    if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
      this.add('nodes', i, 'The version is not a positive integer.');
    if (typeof record.get('value') !== 'string') this.add('nodes', i, 'The value is not a string.');
    this.known('nodes', i, this.sessions, record, 'session_id');
    const className = record.get('class_name');
    const full = fullNameOf({
      name,
      className: typeof className === 'string' ? className : undefined,
    });
    const derived = {
      full_name: full,
      node_id: `${name}@${String(version)}`,
      full_node_id: `${full}@${String(version)}`,
    };
    for (const [key, value] of Object.entries(derived))
      if (record.has(key) && record.get(key) !== value)
        this.add('nodes', i, `${key} is not ${value}.`);
    this.unique('nodes', i, this.nodes, derived.full_node_id);
  }

  private operation(record: JsonObject, i: number): void {
    this.common('operations', i, record);
    this.unique('operations', i, this.operations, this.text('operations', i, record, 'op_id'));
    this.known('operations', i, this.sessions, record, 'session_id');
  }

  private edge(record: JsonObject, i: number): void {
    this.common('edges', i, record);
    this.text('edges', i, record, 'edge_id');
    this.known('edges', i, this.sessions, record, 'session_id');
    this.known('edges', i, this.operations, record, 'op_id');
    this.known('edges', i, this.nodes, record, 'source_full_node_id');
    this.known('edges', i, this.nodes, record, 'target_full_node_id');
    if (record.get('source_full_node_id') === record.get('target_full_node_id'))
      this.add('edges', i, 'The edge joins a variable to itself.');
  }

  private common(list: ImportFault['list'], i: number, record: JsonObject): void {
    this.time(list, i, record);
    const line = record.get('lineno');
    const file = record.get('filename');
    if (typeof file !== 'string' || file === '') this.add(list, i, 'filename is missing.');
    if (typeof line !== 'number' || !Number.isInteger(line) || line < 0)
      this.add(list, i, 'lineno is not a natural number.');
    if (
      record.has('trigger_point') &&
      record.get('trigger_point') !== `${String(file)}:${String(line)}`
    )
      this.add(list, i, 'trigger_point is not filename:lineno.');
    if (!isObject(record.get('metadata'))) this.add(list, i, 'metadata is not an object.');
    this.text(list, i, record, 'category');
  }

  private each(
    data: JsonObject,
    list: ImportFault['list'],
    check: (record: JsonObject, i: number) => void,
  ): void {
    const records = data.get(list);
    if (!Array.isArray(records)) this.add('graph', -1, `data.${list} is not a list.`);
    else records.forEach((record: unknown, i) => check(toJsonObject(record), i));
  }

  private time(list: ImportFault['list'], i: number, record: JsonObject): void {
    const time = record.get('created_at');
    if (typeof time !== 'string' || !TIME.test(time))
      this.add(list, i, 'created_at is not YYYY-MM-DD HH:MM:SS.mmm.');
  }

  private text(list: ImportFault['list'], i: number, record: JsonObject, key: string): string {
    const value = record.get(key);
    if (typeof value === 'string' && value !== '') return value;
    this.add(list, i, `${key} is missing.`);
    return '';
  }

  private known(
    list: ImportFault['list'],
    i: number,
    ids: ReadonlySet<string>,
    record: JsonObject,
    key: string,
  ): void {
    const id = record.get(key);
    if (typeof id !== 'string' || !ids.has(id))
      this.add(list, i, `${key} names ${String(id)}, which was not recorded before.`);
  }

  private unique(list: ImportFault['list'], i: number, ids: Set<string>, id: string): void {
    if (ids.has(id)) this.add(list, i, `${id} is recorded twice.`);
    ids.add(id);
  }

  private add(list: ImportFault['list'], record: number, sentence: string): void {
    this.faults.push({ list, record, sentence });
  }
}

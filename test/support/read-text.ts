import { textAt } from '../../src/graph/text-table';
import { NONE, type ReadTrace, type TextTable } from '../../src/trace/columns';
import { readFile, type FileOutcome, type ReadOptions } from '../../src/trace/read/read-file';
import { memorySource } from '../../src/trace/read/source';
import { utf8 } from './graph-file';

/** Reads a text, or bytes, as a dropped file. */
export function readText(
  text: string | Uint8Array<ArrayBuffer>,
  options?: ReadOptions,
): Promise<FileOutcome> {
  return readFile(memorySource(typeof text === 'string' ? utf8(text) : text), options);
}

/** The traces of an outcome; empty when it was refused. */
export const tracesOf = (outcome: FileOutcome): readonly ReadTrace[] =>
  outcome.kind === 'read' ? outcome.traces : [];

/** One short word for an outcome, for tables: `read`, the kind of refusal, or the kinds skipped. */
export function verdictOn(outcome: FileOutcome): string {
  if (outcome.kind === 'refused') return `refused: ${outcome.problem.kind}`;
  const skipped = [...outcome.traces.flatMap((trace) => trace.skipped), ...outcome.skipped];
  const kinds = skipped.map(({ problem, count }) => `${problem.kind} ${String(count)}`);
  return kinds.length === 0 ? 'read' : kinds.join(', ');
}

const texts = (table: TextTable): readonly string[] =>
  Array.from({ length: table.starts.length - 1 }, (_, i) => textAt(table, i));

/** What columns say, in words and without places in the file: equal for the same graph in any order. */
export function meaningOf({ columns }: ReadTrace): Readonly<Record<string, readonly string[]>> {
  const { nodes, edges, operations, sessions, symbols } = columns;
  const symbol = (index: number | undefined): string =>
    index === undefined || index === NONE ? '–' : (symbols[index] ?? '?');
  const ids = texts(nodes.id);
  const ops = texts(operations.id);
  const session = texts(sessions.id);
  const line = (...parts: readonly unknown[]): string => parts.map(String).join(' | ');
  return {
    nodes: ids
      .map((id, i) =>
        line(
          id,
          symbol(nodes.className[i]),
          symbol(nodes.category[i]),
          session[nodes.session[i] ?? NONE],
          nodes.version[i],
          nodes.createdAt[i],
        ),
      )
      .sort(),
    edges: Array.from(edges.source, (source, i) =>
      line(
        ids[source],
        ids[edges.target[i] ?? NONE],
        ops[edges.op[i] ?? NONE],
        symbol(edges.category[i]),
      ),
    ).sort(),
    operations: ops
      .map((id, i) =>
        line(
          id,
          symbol(operations.name[i]),
          symbol(operations.category[i]),
          session[operations.session[i] ?? NONE],
          operations.createdAt[i],
        ),
      )
      .sort(),
    sessions: session
      .map((id, i) => line(id, symbol(sessions.category[i]), sessions.createdAt[i]))
      .sort(),
  };
}

import * as v from 'valibot';
import { nodeId, opId, queryId, traceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { ERROR_TYPES } from '../../cases/error-type';
import type { NotebookRow } from '../../store/rows';
import type { Cell, NotebookDocument, TableQuery } from './cell';

/** The format that this code writes; a notebook of a later one is only shown. */
export const NOTEBOOK_FORMAT = 2;

/** A stored notebook as a document, with the problem to show when a part could not be read. */
export interface ReadNotebook {
  readonly document: NotebookDocument;
  readonly problem: Problem | undefined;
  /** False when a later version of this code wrote it. */
  readonly mayWrite: boolean;
}

const frame = {
  id: v.string(),
  title: v.optional(v.string()),
  folded: v.boolean(),
  ran: v.optional(v.object({ at: v.number(), inputs: v.string() })),
};
const texts = v.optional(v.array(v.string()));
const types = v.optional(v.array(v.picklist([...ERROR_TYPES, 'none'])));
const table = v.object({
  outcomes: v.array(v.picklist(['failed', 'passed', 'unscored'])),
  text: v.optional(v.string()),
  systems: v.optional(v.array(v.picklist(['long-context', 'rag', 'mem0', 'evermemos', 'generic']))),
  datasets: texts,
  questionTypes: texts,
  verdicts: types,
  labels: types,
  traces: v.optional(v.array(v.pipe(v.string(), v.transform(traceKey)))),
  sort: v.optional(
    v.object({
      column: v.picklist([
        'question',
        'gold',
        'prediction',
        'system',
        'dataset',
        'questionType',
        'verdict',
        'confidence',
        'label',
      ]),
      descending: v.boolean(),
    }),
  ),
});
const attribution = v.optional(
  v.object({
    evidence: v.picklist(['labelled', 'retrieved']),
    evidenceQuery: v.picklist(['gold', 'prediction', 'question']),
  }),
);

const shown = v.object({
  trace: v.pipe(v.string(), v.transform(traceKey)),
  query: v.pipe(v.string(), v.transform(queryId)),
});

const node = v.pipe(v.string(), v.transform(nodeId));
const change = v.variant('kind', [
  v.object({
    kind: v.literal('output'),
    opId: v.pipe(v.string(), v.transform(opId)),
    variable: node,
    text: v.string(),
  }),
  v.object({ kind: v.literal('edit-unit'), variable: node, text: v.string() }),
  v.object({ kind: v.literal('restore-unit'), unit: v.string() }),
  v.object({
    kind: v.literal('force-retrieval'),
    query: v.pipe(v.string(), v.transform(queryId)),
    units: v.array(v.string()),
  }),
  v.object({ kind: v.literal('prompt'), prompt: v.string(), text: v.string() }),
  v.object({
    kind: v.literal('parameter'),
    name: v.string(),
    value: v.union([v.string(), v.number(), v.boolean()]),
  }),
]);

const CELL = v.variant('kind', [
  v.object({ ...frame, kind: v.literal('traces') }),
  v.object({ ...frame, kind: v.literal('failed'), table, attribution }),
  v.object({ ...frame, kind: v.literal('case'), shown: v.optional(shown) }),
  v.object({ ...frame, kind: v.literal('explorer') }),
  v.object({ ...frame, kind: v.literal('evaluation') }),
  v.object({ ...frame, kind: v.literal('labels'), annotator: v.string() }),
  v.object({ ...frame, kind: v.literal('benchmark') }),
  v.object({ ...frame, kind: v.literal('report') }),
  v.object({ ...frame, kind: v.literal('lab'), lab: v.optional(v.string()) }),
  v.object({
    ...frame,
    kind: v.literal('replay'),
    trace: v.optional(v.pipe(v.string(), v.transform(traceKey))),
    changes: v.array(change),
  }),
  v.object({ ...frame, kind: v.literal('models') }),
  v.object({ ...frame, kind: v.literal('attribution') }),
  v.object({ ...frame, kind: v.literal('note'), text: v.string() }),
]);

/** Checks a stored notebook. Cells that cannot be read are left out, and the problem says how many. */
export function readNotebook(row: NotebookRow): ReadNotebook {
  const cells: Cell[] = [];
  const ids = new Set<string>();
  let unread = 0;
  for (const stored of row.cells) {
    const parsed = v.safeParse(CELL, stored);
    if (parsed.success && !ids.has(parsed.output.id)) {
      ids.add(parsed.output.id);
      cells.push(toCell(parsed.output));
    } else unread++;
  }
  const { id, title, traces } = row;
  return {
    document: { id, title, cells, ...(traces && { traces }) },
    problem:
      unread === 0
        ? undefined
        : problem('notebook-damaged', `${unread} of ${row.cells.length} cells.`),
    mayWrite: row.format <= NOTEBOOK_FORMAT,
  };
}

/** Gives absent parameters the shape that the rest of the code knows. */
function toCell(parsed: v.InferOutput<typeof CELL>): Cell {
  const { id, title, folded, ran } = parsed;
  const base = { id, title, folded, ...(ran && { ran }) };
  switch (parsed.kind) {
    case 'failed':
      return {
        ...base,
        kind: parsed.kind,
        table: toTable(parsed.table),
        ...(parsed.attribution && { attribution: parsed.attribution }),
      };
    case 'case':
      return { ...base, kind: parsed.kind, shown: parsed.shown };
    case 'note':
      return { ...base, kind: parsed.kind, text: parsed.text };
    case 'labels':
      return { ...base, kind: parsed.kind, annotator: parsed.annotator };
    case 'lab':
      return { ...base, kind: parsed.kind, lab: parsed.lab };
    case 'replay':
      return { ...base, kind: parsed.kind, trace: parsed.trace, changes: parsed.changes };
    case 'traces':
    case 'explorer':
    case 'evaluation':
    case 'benchmark':
    case 'report':
    case 'models':
    case 'attribution':
      return { ...base, kind: parsed.kind };
  }
}

function toTable(parsed: v.InferOutput<typeof table>): TableQuery {
  const { outcomes, text, systems, datasets, questionTypes, verdicts, labels, traces, sort } =
    parsed;
  return {
    outcomes,
    sort,
    ...(text === undefined ? {} : { text }),
    ...(systems === undefined ? {} : { systems }),
    ...(datasets === undefined ? {} : { datasets }),
    ...(questionTypes === undefined ? {} : { questionTypes }),
    ...(verdicts === undefined ? {} : { verdicts }),
    ...(labels === undefined ? {} : { labels }),
    ...(traces === undefined ? {} : { traces }),
  };
}

import type { TraceKey } from '../../../base/brand';
import { problem, type Problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { Case } from '../../../cases/case';
import { annotationFields, labelFields } from '../../../cases/labels/annotation-fields';
import {
  annotationList,
  interfaceList,
  readLabelList,
  type LabelToWrite,
  type ListedLabel,
} from '../../../cases/labels/label-lists';
import type { LabelRow, TraceRow } from '../../../store/rows';
import { stringField } from '../../../trace/json';
import { annotationEdits, editedParts } from '../../../trace/write/annotation-edits';
import { rewriteRecord } from '../../../trace/write/rewrite-record';
import type { OpenBytes } from '../blob-bytes';
import type { LabelFormat, LabelImport } from './contract';
import type { LabelParts } from './label-changes';
import { FILE, labelBy, labelsMadeHere } from './labels-in-book';

/** Longest list of places in a remark. */
const MOST_NAMED = 5;

/** The labels made here as a JSON file of one of the two formats. */
export function exportLabels(
  { book }: LabelParts,
  format: LabelFormat,
  annotator: string | undefined,
): Blob {
  const rows = labelsMadeHere(book, book.keys(undefined)).filter(
    (row) => annotator === undefined || row.annotator === annotator,
  );
  const labels = rows.flatMap((row): readonly LabelToWrite[] => {
    const found = book.find(row.traceKey, row.queryId);
    const trace = book.summary(row.traceKey);
    if (found === undefined || trace === undefined) return [];
    const { label, edgeId, changedAt: savedAt } = row;
    const { graphId, name: fileName } = trace;
    return [{ case: found, label, graphId, fileName, edgeId, savedAt }];
  });
  const list = format === 'annotations' ? annotationList(labels) : interfaceList(labels);
  return new Blob([JSON.stringify(list, undefined, 2)], { type: 'application/json' });
}

/** Takes in a list of labels of either format; what fits no question or operation is named. */
export async function importLabels(
  parts: LabelParts,
  file: Blob,
  annotator: string,
): Promise<Result<LabelImport>> {
  const list = readLabelList(await file.text());
  if (!list.ok) return list;
  const { kind, labels, unread } = list.value;
  const rows: LabelRow[] = [];
  const unplaced: string[] = [];
  for (const listed of labels) {
    const found = await placeOf(parts, listed);
    if (found === undefined) unplaced.push(listed.queryId);
    else rows.push(rowOf(listed, found, annotator, parts.now()));
  }
  const stored = await parts.store.labels.put(rows);
  if (!stored.ok) return stored;
  parts.book.labelled(rows);
  // A later entry of one question replaces an earlier one of the same annotator.
  const taken = new Set(rows.map((r) => [r.traceKey, r.queryId, r.annotator].join('\0'))).size;
  const remarks: Problem[] = [];
  if (unplaced.length > 0) remarks.push(problem('label-unplaced', named(unplaced)));
  if (unread.length > 0) remarks.push(problem('label-unread', named(unread.map((i) => `#${i}`))));
  return ok({ kind, taken, remarks });
}

/** The case that a label belongs to: in the trace it names, else in the only one that has it. */
async function placeOf(parts: LabelParts, listed: ListedLabel): Promise<Case | undefined> {
  const { book } = parts;
  const having = book.keys(undefined).flatMap((key) => book.find(key, listed.queryId) ?? []);
  const isNamed = (c: Case): boolean => {
    const trace = book.summary(c.traceKey);
    return trace !== undefined && namesTrace(trace, listed.trace);
  };
  const named = listed.trace === undefined ? having : having.filter(isNamed);
  const [found, ...others] = named;
  if (found === undefined || others.length > 0) return undefined;
  if (listed.opId === undefined) return found;
  const graph = await parts.open.get(found.traceKey);
  return graph.ok && graph.value.findOperation(listed.opId) !== undefined ? found : undefined;
}

/** By graph id, or as the annotation interface does by the name of the file, with or without `.json`. */
const namesTrace = ({ graphId, name }: TraceRow, text: string | undefined): boolean =>
  text === graphId || text === name || `${text ?? ''}.json` === name;

function rowOf(listed: ListedLabel, c: Case, annotator: string, changedAt: number): LabelRow {
  const by =
    listed.annotator === undefined || listed.annotator === FILE ? annotator : listed.annotator;
  const { errorType, opId, reason, edgeId } = listed;
  const { traceKey, queryId } = c;
  const row = { traceKey, queryId, annotator: by, changedAt };
  const label = { errorType, opId, reason, annotator: by };
  return edgeId === undefined ? { ...row, label } : { ...row, label, edgeId };
}

const named = (list: readonly string[]): string =>
  `${list.length}: ${list.slice(0, MOST_NAMED).join(', ')}${list.length > MOST_NAMED ? ', …' : ''}`;

// The keys under which a reason may stand; the first is the one written where there was none.
const REASON_KEYS = ['final_reason', 'reason', 'final_error_reason', 'explanation'];

/**
 * The bytes of a trace with one annotator's labels among its annotations: changed in place where the
 * file has an annotation of the question, added where it has none. Everything else keeps its bytes.
 */
export async function exportTrace(
  parts: LabelParts & { readonly openBytes: OpenBytes },
  key: TraceKey,
  annotator: string,
): Promise<Result<Blob>> {
  const { book, open, store } = parts;
  const graph = await open.get(key);
  if (!graph.ok) return graph;
  const bytes = await store.traces.bytes(key);
  if (!bytes.ok) return bytes;
  if (bytes.value === undefined) return err(problem('trace-missing'));
  const blob = bytes.value.bytes;
  const ranges = graph.value.columns.annotations;
  const records = graph.value.annotationRecords();
  const replaced = new Map<number, string>();
  const added: string[] = [];
  for (const c of book.cases(key)) {
    const label = annotator === FILE ? undefined : labelBy(book, key, c.queryId, annotator);
    if (label === undefined) continue;
    const at = records.findLastIndex((record) => stringField(record, 'query_id') === c.queryId);
    if (at < 0) {
      added.push(JSON.stringify(annotationFields(c, label)));
      continue;
    }
    const { final_reason: reason, ...fields } = labelFields(label);
    const reasonKey = REASON_KEYS.find((name) => records[at]?.has(name)) ?? 'final_reason';
    const changed = new Map<string, unknown>([...Object.entries(fields), [reasonKey, reason]]);
    const text = rewriteRecord(
      await blob.slice(ranges[2 * at], ranges[2 * at + 1]).text(),
      changed,
    );
    if (text === undefined)
      return err(problem('cannot-add-annotations', `The annotation of ${c.queryId} is damaged.`));
    replaced.set(at, text);
  }
  const edits = annotationEdits(await parts.openBytes(blob, true), ranges, { replaced, added });
  if (!edits.ok) return edits;
  return ok(new Blob([...editedParts(blob, edits.value)], { type: 'application/json' }));
}

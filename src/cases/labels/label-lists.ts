import { opId, queryId, type OpId, type QueryId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import {
  objectField,
  parseLenient,
  stringField,
  toJsonObject,
  type JsonObject,
} from '../../trace/json';
import type { Case, Label } from '../case';
import { toErrorType, type ErrorType } from '../error-type';
import { annotationFields, type AnnotationFields } from './annotation-fields';

/** A label as it stands in a list, before it is known which trace it belongs to. */
export interface ListedLabel {
  readonly queryId: QueryId;
  readonly errorType: ErrorType;
  readonly opId: OpId | undefined;
  readonly reason: string;
  /** Absent where the list does not say who made it. */
  readonly annotator: string | undefined;
  /** Whatever the list says of the trace: its graph id, or the name of its file. */
  readonly trace: string | undefined;
  /** The edge chosen in the annotation interface; kept for when the list is written again. */
  readonly edgeId: string | undefined;
}

/** What could be read of a list, and what could not, by position from 0. */
export interface LabelList {
  readonly kind: 'annotations' | 'interface';
  readonly labels: readonly ListedLabel[];
  readonly unread: readonly number[];
}

/** One label to write, with what lists say of its trace. */
export interface LabelToWrite {
  readonly case: Case;
  readonly label: Label;
  readonly graphId: string;
  readonly fileName: string;
  readonly edgeId: string | undefined;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const REASON_KEYS = ['final_reason', 'reason', 'final_error_reason', 'explanation'];

/**
 * Reads a list of labels: annotations of MemTraceBench (an array of them, or any object with
 * `annotations`), or the list of the annotation interface (formats §5, §15), whose later entries of
 * one question replace the earlier ones.
 */
export function readLabelList(text: string): Result<LabelList> {
  let parsed: unknown;
  try {
    parsed = parseLenient(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err(problem('not-json', error.message));
  }
  const entries = entriesOf(parsed);
  const records = entries?.map(toJsonObject);
  const first = records?.find((record) => record.has('query_id'));
  if (records === undefined || first === undefined) return err(problem('not-labels'));
  const isInterface = first.has('manual_error_attribution');
  const labels = records.map(isInterface ? interfaceLabel : annotationLabel);
  return ok({
    kind: isInterface ? 'interface' : 'annotations',
    labels: labels.filter((label) => label !== undefined),
    unread: labels.flatMap((label, i) => (label === undefined ? [i] : [])),
  });
}

function entriesOf(parsed: unknown): readonly unknown[] | undefined {
  const object = toJsonObject(parsed);
  const list: unknown = Array.isArray(parsed)
    ? parsed
    : (object.get('annotations') ?? objectField(object, 'data').get('annotations'));
  if (!Array.isArray(list)) return undefined;
  const entries: readonly unknown[] = list;
  return entries;
}

function annotationLabel(record: JsonObject): ListedLabel | undefined {
  const reason = REASON_KEYS.map((key) => stringField(record, key)).find((text) => text);
  return listed(record, record, 'final_error_type', 'final_op_id', reason);
}

function interfaceLabel(record: JsonObject): ListedLabel | undefined {
  const manual = objectField(record, 'manual_error_attribution');
  return listed(record, manual, 'error_type', 'op_id', stringField(manual, 'reason'));
}

function listed(
  record: JsonObject,
  judgement: JsonObject,
  typeKey: string,
  opKey: string,
  reason: string | undefined,
): ListedLabel | undefined {
  const query = stringField(record, 'query_id');
  const errorType = toErrorType(stringField(judgement, typeKey) ?? '');
  if (query === undefined || errorType === undefined) return undefined;
  const op = given(judgement, opKey);
  return {
    queryId: queryId(query),
    errorType,
    opId: op === undefined ? undefined : opId(op),
    reason: reason ?? '',
    annotator: given(record, 'annotator'),
    trace: given(record, 'graph_id'),
    edgeId: given(judgement, 'edge_id'),
  };
}

/** A text that says something: the annotation interface writes the word `null` for nothing. */
function given(record: JsonObject, key: string): string | undefined {
  const text = stringField(record, key);
  return text === '' || text === 'null' ? undefined : text;
}

/** The labels as a list of MemTraceBench annotations, each with the graph it belongs to. */
export const annotationList = (
  labels: readonly LabelToWrite[],
): readonly (AnnotationFields & { readonly graph_id: string })[] =>
  labels.map(({ case: c, label, graphId }) => ({
    ...annotationFields(c, label),
    graph_id: graphId,
  }));

/** One entry of the list that the annotation interface appends to (formats §15). */
export interface InterfaceEntry {
  readonly saved_at: string;
  readonly graph_id: string;
  readonly query_id: string;
  readonly query: string;
  readonly manual_error_attribution: {
    readonly op_id: string | null;
    readonly error_type: ErrorType;
    readonly edge_id: string | null;
    readonly reason: string;
  };
  /** Not a key of the interface, which has one annotator only. */
  readonly annotator: string;
}

/** The labels as the annotation interface lists them; `graph_id` is the name of the file there. */
export const interfaceList = (labels: readonly LabelToWrite[]): readonly InterfaceEntry[] =>
  labels.map(({ case: c, label, fileName, edgeId, savedAt }) => ({
    saved_at: new Date(savedAt).toISOString().slice(0, 19),
    graph_id: fileName,
    query_id: c.queryId,
    query: c.question,
    manual_error_attribution: {
      op_id: label.opId ?? null,
      error_type: label.errorType,
      edge_id: edgeId ?? null,
      reason: label.reason,
    },
    annotator: label.annotator,
  }));

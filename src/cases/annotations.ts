import { opId, queryId, type QueryId } from '../base/brand';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { stringField, stringsField, type JsonObject } from '../trace/json';
import type { Label } from './case';
import { toErrorType } from './error-type';

/** An annotation of a MemTraceBench file (formats §5). */
export interface Annotation {
  readonly queryId: QueryId;
  readonly goldAnswers: readonly string[] | undefined;
  readonly prediction: string | undefined;
  readonly predictionId: string | undefined;
  readonly evidenceIds: readonly string[];
  readonly label: Label | undefined;
}

// The exact key of the reason was not recovered from public code; all spellings seen are accepted.
const REASON_KEYS = ['final_reason', 'reason', 'final_error_reason', 'explanation'];

/** The annotations of a trace by query; the last one wins when a query was annotated twice. */
export function readAnnotations(graph: EvolutionGraph): ReadonlyMap<QueryId, Annotation> {
  const found = new Map<QueryId, Annotation>();
  for (const record of graph.annotationRecords()) {
    const annotation = readAnnotation(record);
    if (annotation !== undefined) found.set(annotation.queryId, annotation);
  }
  return found;
}

function readAnnotation(record: JsonObject): Annotation | undefined {
  const query = stringField(record, 'query_id');
  if (query === undefined) return undefined;
  const gold = stringsField(record, 'golden_answers');
  return {
    queryId: queryId(query),
    goldAnswers: gold.length > 0 ? gold : undefined,
    prediction: stringField(record, 'prediction'),
    predictionId: stringField(record, 'prediction_id'),
    evidenceIds: stringsField(record, 'source_evidence_ids'),
    label: readLabel(record),
  };
}

function readLabel(record: JsonObject): Label | undefined {
  const errorType = toErrorType(stringField(record, 'final_error_type') ?? '');
  if (errorType === undefined) return undefined;
  const op = stringField(record, 'final_op_id');
  const reason = REASON_KEYS.map((key) => stringField(record, key)).find((text) => text);
  return {
    errorType,
    // The annotation interface writes the literal text `null` for "no operation".
    opId: op === undefined || op === '' || op === 'null' ? undefined : opId(op),
    reason: reason ?? '',
    annotator: 'file',
  };
}

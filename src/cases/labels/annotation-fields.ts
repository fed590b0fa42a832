import { MEMORY_ERROR_TYPES, type ErrorType } from '../error-type';
import type { Case, Label } from '../case';

/** The keys of an annotation that a label decides; the others belong to whoever wrote them. */
export interface LabelFields {
  readonly final_error_type: ErrorType;
  readonly final_op_id: string | null;
  readonly final_reason: string;
  /** Not a key of MemTraceBench, which ignores it: who made the label. */
  readonly annotator: string;
}

/** A whole annotation as MemTraceBench writes it (formats §5). */
export interface AnnotationFields extends LabelFields {
  readonly query_id: string;
  readonly query: string;
  readonly golden_answers: readonly string[];
  readonly golden_answers_id: string | null;
  readonly prediction: string;
  readonly prediction_id: string | null;
  readonly source_evidence_ids: readonly string[];
}

/** What a label says, under the keys of an annotation. */
export const labelFields = (label: Label): LabelFields => ({
  final_error_type: label.errorType,
  final_op_id: label.opId ?? null,
  final_reason: label.reason,
  annotator: label.annotator,
});

/** The annotation of a case that had none. */
export const annotationFields = (c: Case, label: Label): AnnotationFields => ({
  query_id: c.queryId,
  query: c.question,
  golden_answers: c.goldAnswers,
  golden_answers_id: c.goldAnswersId ?? null,
  prediction: c.prediction,
  prediction_id: c.predictionId ?? null,
  source_evidence_ids: c.evidence,
  ...labelFields(label),
});

const MEMORY = new Set<ErrorType>(MEMORY_ERROR_TYPES);

/** Whether a label of this type names an operation: those that blame data set or judge do not. */
export const namesOperation = (type: ErrorType): boolean => MEMORY.has(type);

import type { Case } from '../cases/case';
import { MEMORY_ERROR_TYPES, type ErrorType } from '../cases/error-type';
import { evaluate, isOperationRight, isTypeRight } from '../cases/evaluation';
import type { ReplayProof } from '../cases/replay-proof';
import {
  confidentDoubt,
  shownType,
  type ModelShare,
  type Quote,
  type Verdict,
} from '../cases/verdict';
import type { MemorySystem } from '../graph/system';
import type { JsonObject } from '../trace/json';

/** One case with its verdict and the path of its trace as the user gave it. */
export interface ResultEntry {
  readonly case: Case;
  /** `undefined` counts as wrong in the metrics and gets no row. */
  readonly verdict: Verdict | undefined;
  readonly path: string;
  /** What replay said of the verdict, where it was asked. */
  readonly proof?: ReplayProof;
  /** The annotation as it stood in the file, so that keys this project does not know survive. */
  readonly annotation?: JsonObject;
}

/** MemTrace's results file (formats §6), ready for `JSON.stringify`. */
export interface ResultsFile {
  readonly split: string;
  readonly sampled_graph_paths: readonly string[];
  readonly results: readonly ResultRow[];
  readonly metrics: ResultMetrics;
}

/** The keys of the annotation, and beside them: */
export interface ResultRow {
  readonly [annotationKey: string]: unknown;
  readonly graph_path: string;
  readonly error_attribution_result: AttributionResult;
  /** Both only for labelled cases. */
  readonly is_error_type_correct?: boolean;
  readonly is_op_id_correct?: boolean;
}

/** One of the five memory error types and an operation, unless a confident doubt replaced them. */
export interface AttributionResult {
  readonly error_type: ErrorType;
  readonly op_id: string | null;
  readonly reason: string;
}

/** Accuracies are over `labelled_memory_errors`, and `null` when there are none. */
export interface ResultMetrics {
  readonly total_cases: number;
  readonly labelled_memory_errors: number;
  readonly without_verdict: number;
  readonly error_type_prediction_accuracy: number | null;
  readonly operation_identifier_prediction_accuracy: number | null;
  readonly joint_prediction_accuracy: number | null;
  readonly cases_by_graph: Readonly<Record<string, number>>;
  readonly error_attribution_cost: {
    readonly average_input_tokens: number | null;
    readonly average_output_tokens: number | null;
    readonly average_minutes: number | null;
  };
}

const SPLITS: Readonly<Record<MemorySystem, string>> = {
  'long-context': 'long_context',
  rag: 'rag',
  mem0: 'mem0',
  evermemos: 'evermemos',
  generic: 'generic',
};

/**
 * Writes verdicts in the results format of MemTrace's `run_error_attribution` (formats §6). Its own
 * readers find everything they know; proof, confidence and doubts stand in `verdict` beside it.
 * @param entries the cases to report, in the order to report them
 * @param milliseconds how long finding all verdicts took, when it was measured
 */
export function resultsFile(entries: readonly ResultEntry[], milliseconds?: number): ResultsFile {
  const rows = entries.flatMap((entry) =>
    entry.verdict === undefined ? [] : [rowOf(entry, entry.verdict)],
  );
  const systems = new Set(entries.map((entry) => entry.case.system));
  const [only] = systems;
  return {
    split: only === undefined || systems.size > 1 ? 'mixed' : SPLITS[only],
    sampled_graph_paths: [...new Set(entries.map((entry) => entry.path))],
    results: rows,
    metrics: metricsOf(entries, rows, milliseconds),
  };
}

function rowOf(entry: ResultEntry, verdict: Verdict): ResultRow {
  const { case: c, path } = entry;
  const isReplaced = confidentDoubt(verdict) !== undefined;
  // From entries and not by assignment: a key `__proto__` of the file stays data.
  return {
    ...Object.fromEntries(entry.annotation ?? []),
    query_id: c.queryId,
    query: c.question,
    golden_answers: c.goldAnswers,
    golden_answers_id: c.goldAnswersId ?? null,
    prediction: c.prediction,
    prediction_id: c.predictionId ?? null,
    source_evidence_ids: c.evidence,
    ...labelFields(entry),
    system: c.system,
    dataset: c.dataset,
    question_type: c.questionType,
    judge_score: finite(c.score),
    graph_path: path,
    error_attribution_result: {
      error_type: shownType(verdict),
      op_id: isReplaced ? null : verdict.opId,
      reason: verdict.sentence,
    },
    ...correctness(c, verdict, isReplaced),
    verdict: { ...verdictFields(verdict), ...proofFields(entry.proof) },
  };
}

function labelFields({
  case: { label },
  annotation,
}: ResultEntry): Readonly<Record<string, unknown>> {
  if (label === undefined) return {};
  const fields = { final_error_type: label.errorType, final_op_id: label.opId ?? null };
  // The file's own spelling of the reason's key (formats §5) came with the annotation.
  return annotation === undefined && label.reason !== ''
    ? { ...fields, final_reason: label.reason }
    : fields;
}

function correctness(
  c: Case,
  verdict: Verdict,
  isReplaced: boolean,
): { readonly is_error_type_correct?: boolean; readonly is_op_id_correct?: boolean } {
  if (c.label === undefined) return {};
  const judged = { case: c, verdict };
  return {
    is_error_type_correct: isTypeRight(judged),
    // A label without an operation agrees with a verdict that names none.
    is_op_id_correct: isMemoryError(c) ? isOperationRight(judged) : isReplaced,
  };
}

function verdictFields(verdict: Verdict): Readonly<Record<string, unknown>> {
  return {
    // Files of one name are common; the hash of the bytes tells their rows apart.
    trace_key: verdict.traceKey,
    method: verdict.method,
    evidence_mode: verdict.evidenceMode,
    evidence_query: verdict.evidenceQuery ?? null,
    error_type: verdict.errorType,
    op_id: verdict.opId,
    confidence: finite(verdict.confidence),
    unsure: verdict.unsure,
    settle: verdict.settle ?? null,
    doubts: verdict.doubts.map((doubt) => ({
      about: doubt.about,
      confidence: finite(doubt.confidence),
      sentence: doubt.sentence,
      quotes: doubt.quotes.map(quoteFields),
    })),
    stages: verdict.stages.map((stage) => ({
      stage: stage.stage,
      status: stage.status,
      op_id: stage.opId ?? null,
      variable: stage.variable ?? null,
      quotes: stage.quotes.map(quoteFields),
      sentence: stage.sentence,
    })),
    later_losses: verdict.laterLosses.map((loss) => ({
      error_type: loss.errorType,
      op_id: loss.opId,
      sentence: loss.sentence,
    })),
    evidence: verdict.evidence,
  };
}

/** Absent where nobody asked: most verdicts are never replayed. */
const proofFields = (proof: ReplayProof | undefined): Readonly<Record<string, unknown>> =>
  proof === undefined
    ? {}
    : {
        proof_by_replay: {
          state: proof.outcome,
          reason: proof.reason,
          decisive_op_id: proof.decisive ?? null,
        },
      };

const quoteFields = ({ variable, start, end, text }: Quote) => ({ variable, start, end, text });

function metricsOf(
  entries: readonly ResultEntry[],
  rows: readonly ResultRow[],
  milliseconds: number | undefined,
): ResultMetrics {
  const { overall } = evaluate(entries);
  const byGraph = new Map<string, number>();
  for (const row of rows) byGraph.set(row.graph_path, (byGraph.get(row.graph_path) ?? 0) + 1);
  const isTimed = milliseconds !== undefined && rows.length > 0;
  return {
    total_cases: rows.length,
    labelled_memory_errors: overall.errorType.n,
    without_verdict: entries.length - rows.length,
    error_type_prediction_accuracy: finite(overall.errorType.share),
    operation_identifier_prediction_accuracy: finite(overall.operation.share),
    joint_prediction_accuracy: finite(overall.joint.share),
    cases_by_graph: Object.fromEntries(byGraph),
    error_attribution_cost: costOf(entries) ?? {
      average_input_tokens: 0,
      average_output_tokens: 0,
      average_minutes: isTimed ? finite(milliseconds / rows.length / 60_000) : null,
    },
  };
}

/**
 * What asking a model took a case, over the cases that were not answered from kept answers alone (formats
 * §6); undefined where no verdict asked a model.
 */
function costOf(
  entries: readonly ResultEntry[],
): ResultMetrics['error_attribution_cost'] | undefined {
  const shares = entries.flatMap(({ verdict }) => verdict?.asked ?? []);
  if (shares.length === 0) return undefined;
  const paid = shares.filter(({ calls, cachedCalls }) => cachedCalls < calls || calls === 0);
  const mean = (of: (share: ModelShare) => number | undefined): number | null =>
    paid.length === 0
      ? null
      : finite(paid.reduce((sum, share) => sum + (of(share) ?? Number.NaN), 0) / paid.length);
  return {
    average_input_tokens: mean(({ inputTokens }) => inputTokens),
    average_output_tokens: mean(({ outputTokens }) => outputTokens),
    average_minutes: mean(({ milliseconds }) => milliseconds / 60_000),
  };
}

const MEMORY = new Set<ErrorType>(MEMORY_ERROR_TYPES);
const isMemoryError = (c: Case): boolean => c.label !== undefined && MEMORY.has(c.label.errorType);

/** Unknown numbers are null in JSON, never NaN and never 0. */
const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

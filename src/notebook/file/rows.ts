import * as v from 'valibot';
import { nodeId, opId, queryId, traceKey, type NodeId, type OpId } from '../../base/brand';
import { ERROR_TYPES, MEMORY_ERROR_TYPES } from '../../cases/error-type';
import { METHODS, STAGES } from '../../cases/verdict';

/*
 * The rows of a notebook file, field by field: what is not named here neither gets into a file nor
 * out of one. Fields that later versions add are passed over.
 */
const key = v.pipe(v.string(), v.transform(traceKey));
const query = v.pipe(v.string(), v.transform(queryId));
const op = v.pipe(v.string(), v.transform(opId));
const node = v.pipe(v.string(), v.transform(nodeId));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const quotes = v.array(
  v.object({ variable: node, start: v.number(), end: v.number(), text: v.string() }),
);

/** An operation and a variable of a step. What is undefined is missing in JSON, and is put back. */
interface Placed {
  readonly opId?: OpId | undefined;
  readonly variable?: NodeId | undefined;
}
const placed = <T extends Placed>(at: T) => ({ ...at, opId: at.opId, variable: at.variable });

const stage = v.pipe(
  v.object({
    stage: v.picklist(STAGES),
    status: v.picklist(['held', 'partly', 'lost', 'not-recorded']),
    opId: v.optional(op),
    variable: v.optional(node),
    quotes,
    sentence: v.string(),
  }),
  v.transform(placed),
);

const verdict = v.pipe(
  v.object({
    traceKey: key,
    queryId: query,
    method: v.picklist(METHODS),
    evidenceMode: v.picklist(['labelled', 'retrieved']),
    evidenceQuery: v.optional(v.picklist(['gold', 'prediction', 'question'])),
    errorType: v.picklist(MEMORY_ERROR_TYPES),
    opId: op,
    confidence: share,
    unsure: v.boolean(),
    settle: v.optional(v.string()),
    sentence: v.string(),
    stages: v.array(stage),
    laterLosses: v.array(
      v.object({ errorType: v.picklist(MEMORY_ERROR_TYPES), opId: op, sentence: v.string() }),
    ),
    doubts: v.array(
      v.object({
        about: v.picklist(['label', 'judge', 'pipeline']),
        confidence: share,
        sentence: v.string(),
        quotes,
      }),
    ),
    evidence: v.array(node),
  }),
  v.transform((read) => ({
    ...read,
    evidenceQuery: read.evidenceQuery,
    settle: read.settle,
  })),
);

const step = v.pipe(
  v.object({
    part: v.picklist(['input', 'output', 'earlier', 'corrected', 'as-recorded']),
    speaksFor: v.boolean(),
    opId: v.optional(op),
    variable: v.optional(node),
    quotes,
    sentence: v.string(),
  }),
  v.transform(placed),
);

const proof = v.pipe(
  v.object({
    queryId: query,
    opId: op,
    outcome: v.picklist(['proved', 'refuted', 'undecided']),
    reason: v.string(),
    decisive: v.optional(op),
    steps: v.array(step),
  }),
  v.transform((read) => ({ ...read, decisive: read.decisive })),
);

export const VERDICT_ROW = v.object({
  verdict,
  opName: v.string(),
  foundAt: v.number(),
  proof: v.optional(proof),
});

const label = v.pipe(
  v.object({
    errorType: v.picklist(ERROR_TYPES),
    opId: v.optional(op),
    reason: v.string(),
    annotator: v.string(),
  }),
  v.transform((read) => ({ ...read, opId: read.opId })),
);

export const LABEL_ROW = v.object({
  traceKey: key,
  queryId: query,
  annotator: v.string(),
  label,
  changedAt: v.number(),
  edgeId: v.optional(v.string()),
});

/** The rows of a list that can be read, and how many could not. */
export function readRows<const S extends v.GenericSchema>(
  schema: S,
  list: unknown,
): { readonly rows: readonly v.InferOutput<S>[]; readonly unread: number } {
  if (!Array.isArray(list)) return { rows: [], unread: 1 };
  const rows: v.InferOutput<S>[] = [];
  for (const one of list) {
    const parsed = v.safeParse(schema, one);
    if (parsed.success) rows.push(parsed.output);
  }
  return { rows, unread: list.length - rows.length };
}

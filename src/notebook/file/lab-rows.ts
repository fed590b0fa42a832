import * as v from 'valibot';
import { queryId, traceKey } from '../../base/brand';
import { problem, type Problem } from '../../base/problem';
import { PROBLEMS, type ProblemKind } from '../../base/problems';
import { ERROR_TYPES } from '../../cases/error-type';
import { SCOPES } from '../../optimize/trial/scope';

/*
 * The Prompt labs of a notebook file, field by field as the other rows. What is undefined is missing in
 * JSON, and is put back.
 */
const key = v.pipe(v.string(), v.transform(traceKey));
const query = v.pipe(v.string(), v.transform(queryId));
const pairs = v.array(v.tuple([v.string(), v.string()]));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const figure = v.optional(v.number());
const part = v.picklist(['tune', 'hold-out']);
const scope = v.picklist(SCOPES);

const spending = v.pipe(
  v.object({
    calls: count,
    cachedCalls: count,
    inputTokens: figure,
    outputTokens: figure,
    cost: figure,
  }),
  v.transform(({ calls, cachedCalls, inputTokens, outputTokens, cost }) => ({
    calls,
    cachedCalls,
    inputTokens,
    outputTokens,
    cost,
  })),
);

const isKind = (kind: unknown): kind is ProblemKind =>
  typeof kind === 'string' && Object.hasOwn(PROBLEMS, kind);
/** Its words are those of the catalogue, whatever the file says. */
const stopped = v.optional(
  v.pipe(
    v.object({ kind: v.custom<ProblemKind>(isKind), detail: v.string() }),
    v.transform(({ kind, detail }): Problem => problem(kind, detail)),
  ),
);

const answer = v.pipe(
  v.object({
    traceKey: key,
    queryId: query,
    question: v.string(),
    gold: v.string(),
    prediction: v.string(),
    questionType: v.string(),
    part,
    judge: figure,
    judgements: v.exactOptional(v.array(v.number())),
    scores: v.object({
      f1: v.number(),
      bleu1: v.number(),
      exactMatch: v.number(),
      containsGold: v.number(),
    }),
  }),
  v.transform((read) => ({ ...read, judge: read.judge })),
);

const errors = v.array(v.object({ queryId: query, errorType: v.picklist(ERROR_TYPES) }));
const tried = v.object({
  traceKey: key,
  ref: v.string(),
  answers: v.array(answer),
  errors,
  changedOperations: count,
});

const calls = v.array(
  v.object({
    purpose: v.string(),
    messages: v.array(v.object({ role: v.picklist(['system', 'user']), text: v.string() })),
    reply: v.string(),
  }),
);
const feedback = v.object({
  traceKey: key,
  queryId: query,
  opId: v.string(),
  diagnosis: v.string(),
  suggestion: v.string(),
  calls,
});
const aggregation = v.object({ taken: count, advice: v.string(), calls });
const texts = v.array(v.string());
const update = v.object({
  prompt: v.string(),
  changes: v.string(),
  placeholders: v.object({ missing: texts, unknown: texts, lostKeys: texts }),
  leaks: v.array(
    v.object({
      kind: v.picklist(['optimiser-words', 'gold-answer', 'case-text', 'name']),
      text: v.string(),
    }),
  ),
  refused: texts,
  calls,
});
const suggestion = v.pipe(
  v.object({
    target: v.string(),
    before: v.string(),
    feedbacks: v.array(feedback),
    aggregations: v.array(aggregation),
    update: v.optional(update),
  }),
  v.transform((read) => ({ ...read, update: read.update })),
);

const gate = v.pipe(
  v.object({
    kept: v.boolean(),
    reason: v.picklist([
      'better',
      'tune-not-better',
      'hold-out-worse',
      'no-hold-out',
      'no-questions',
    ]),
    sentence: v.string(),
    tune: figure,
    holdOut: figure,
    p: v.number(),
  }),
  v.transform((read) => ({ ...read, tune: read.tune, holdOut: read.holdOut })),
);
const round = v.pipe(
  v.object({
    round: count,
    suggestions: v.array(suggestion),
    prompts: pairs,
    trial: v.array(tried),
    gate: v.optional(gate),
    why: v.string(),
  }),
  v.transform((read) => ({ ...read, gate: read.gate })),
);
const result = v.pipe(
  v.object({
    control: v.array(tried),
    rounds: v.array(round),
    kept: pairs,
    before: v.array(answer),
    errorsBefore: errors,
    after: v.array(answer),
    errorsAfter: errors,
    spent: spending,
    stopped,
  }),
  v.transform((read) => ({ ...read, stopped: read.stopped })),
);

const settings = v.object({
  rounds: count,
  scope,
  judgeRepeats: count,
  control: v.boolean(),
  start: v.exactOptional(pairs),
  targets: v.exactOptional(texts),
  suggest: v.object({
    seed: v.number(),
    batchSize: count,
    casesPerTarget: count,
    historyLength: count,
    temperature: v.number(),
  }),
  budget: v.object({
    calls: v.exactOptional(v.number()),
    tokens: v.exactOptional(v.number()),
    cost: v.exactOptional(v.number()),
  }),
});

const version = v.pipe(
  v.object({
    id: v.string(),
    target: v.string(),
    parent: v.optional(v.string()),
    text: v.string(),
    note: v.string(),
    origin: v.picklist(['recorded', 'hand', 'suggested', 'imported']),
    at: v.number(),
    suggestion: v.exactOptional(v.string()),
  }),
  v.transform((read) => ({ ...read, parent: read.parent })),
);

const lab = v.object({
  id: v.string(),
  system: v.picklist(['long-context', 'rag', 'mem0', 'evermemos', 'generic']),
  traces: v.array(v.object({ key, name: v.string(), conversation: v.string() })),
  split: v.object({
    by: v.picklist(['conversation', 'question']),
    seed: v.number(),
    tune: texts,
    holdOut: texts,
  }),
  share: v.number(),
  createdAt: v.number(),
  versions: v.array(version),
  kept: pairs,
  opened: v.exactOptional(v.array(key)),
});

const trial = v.pipe(
  v.object({
    labId: v.string(),
    id: v.string(),
    at: v.number(),
    kind: v.picklist(['trial', 'control']),
    scope,
    judgeRepeats: count,
    model: v.string(),
    versions: pairs,
    tried: v.array(tried),
    spent: spending,
    stopped,
  }),
  v.transform((read) => ({ ...read, stopped: read.stopped })),
);

const suggested = v.pipe(
  v.object({
    labId: v.string(),
    id: v.string(),
    at: v.number(),
    model: v.string(),
    suggestion,
    version: v.optional(v.string()),
    spent: spending,
  }),
  v.transform((read) => ({ ...read, version: read.version })),
);

const run = v.pipe(
  v.object({
    labId: v.string(),
    id: v.string(),
    at: v.number(),
    model: v.string(),
    settings,
    result: v.optional(result),
  }),
  v.transform((read) => ({ ...read, result: read.result })),
);

const done = { key: v.string(), spent: spending };
const step = v.object({
  runId: v.string(),
  key: v.string(),
  step: v.variant('kind', [
    v.object({ ...done, kind: v.literal('feedback'), value: feedback }),
    v.object({ ...done, kind: v.literal('aggregation'), value: aggregation }),
    v.object({ ...done, kind: v.literal('update'), value: update }),
    v.object({ ...done, kind: v.literal('trial'), value: tried }),
    v.object({ ...done, kind: v.literal('lost') }),
  ]),
});

/** A lab with everything that is kept of it but its replayed traces. */
export const LAB_ROW = v.object({
  lab,
  trials: v.array(trial),
  suggestions: v.array(suggested),
  runs: v.array(run),
  steps: v.array(step),
});

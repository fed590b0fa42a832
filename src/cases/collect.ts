import { queryId, type QueryId } from '../base/brand';
import { atOnce, type Steps } from '../base/steps';
import type { EvolutionGraph } from '../graph/evolution-graph';
import { operationSubgraph } from '../graph/subgraph';
import { objectField, parseRecord, stringField, type JsonObject } from '../trace/json';
import { plainText } from '../trace/decode/plain-text';
import { readAnnotations, type Annotation } from './annotations';
import type { Case } from './case';
import { caseEvidence } from './case-evidence';
import { answerOperation, emptyRetrievals, retrievalOperations } from './linked-operations';
import { readScore } from './score';

/** What a judge operation says about one query, as variable indexes. */
interface Judgement {
  readonly query: number;
  readonly op: number;
  readonly prediction: number | undefined;
  readonly gold: number | undefined;
  readonly response: number | undefined;
  readonly score: number | undefined;
}

/**
 * Every judged or labelled question of a trace, in the order in which the questions were judged;
 * labelled questions that no judge saw come last. A case is what both sources say together: the
 * judge's subgraph gives answer and score, the annotation gives label and evidence
 * (memtrace-method §2).
 */
export const collectCases = (graph: EvolutionGraph): readonly Case[] => atOnce(collectSteps(graph));

/** `collectCases`, with a stop for other work after every question. */
export function* collectSteps(graph: EvolutionGraph): Steps<readonly Case[]> {
  const annotations = readAnnotations(graph);
  yield;
  const judgements = yield* judgementsByQuery(graph);
  const queries = new Set<number>(judgements.keys());
  for (const annotation of annotations.values()) {
    const query = graph.findNode(annotation.queryId);
    if (query !== undefined) queries.add(query);
  }
  // What another tool answered is a case, judged or not.
  for (const query of graph.imported === undefined ? [] : answeredQueries(graph))
    queries.add(query);
  const retrievals = new Map<number, readonly number[]>();
  for (const query of queries) {
    retrievals.set(query, retrievalOperations(graph, query));
    yield;
  }
  const silent = [...queries].filter((q) => retrievals.get(q)?.length === 0);
  const empty = emptyRetrievals(graph, silent);
  const trace = traceFacts(graph);
  const cases: Case[] = [];
  for (const query of queries) {
    const id = queryId(graph.nodeId(query));
    const found = empty.get(query);
    const ops = retrievals.get(query) ?? [];
    cases.push(
      makeCase(graph, {
        query,
        id,
        judgement: judgements.get(query),
        annotation: annotations.get(id),
        retrieval: found === undefined ? ops : [found],
        dataset: trace.dataset,
      }),
    );
    yield;
  }
  return cases;
}

export { needsVerdict } from './case';

interface CaseParts {
  readonly query: number;
  readonly id: QueryId;
  readonly judgement: Judgement | undefined;
  readonly annotation: Annotation | undefined;
  readonly retrieval: readonly number[];
  readonly dataset: string;
}

function makeCase(graph: EvolutionGraph, parts: CaseParts): Case {
  const { query, judgement, annotation } = parts;
  const metadata = objectField(graph.nodeRecord(query), 'metadata');
  const judgeOp = judgement?.op;
  const answerOp = answerOperation(graph, query, judgeOp);
  const text = (node: number | undefined): string =>
    node === undefined ? '' : plainText(graph.rawValue(node));
  const prediction =
    judgement?.prediction ??
    (annotation?.predictionId === undefined
      ? undefined
      : graph.findNode(annotation.predictionId)) ??
    (graph.imported === undefined ? undefined : writtenFor(graph, query, 'prediction'));
  const gold = judgement?.gold ?? writtenFor(graph, query, 'golden_answers');
  const score = judgement?.score === undefined ? undefined : readScore(text(judgement.score));
  const id = (node: number | undefined) => (node === undefined ? undefined : graph.nodeId(node));
  const op = (index: number | undefined) => (index === undefined ? undefined : graph.opId(index));
  return {
    traceKey: graph.key,
    queryId: parts.id,
    question: text(query),
    goldAnswers: annotation?.goldAnswers ?? (gold === undefined ? [] : [text(gold)]),
    goldAnswersId: id(gold),
    prediction: prediction === undefined ? (annotation?.prediction ?? '') : text(prediction),
    predictionId: id(prediction),
    judgeResponse: text(judgement?.response),
    score,
    outcome: outcomeOf(judgement, annotation, score),
    system: graph.system,
    dataset: parts.dataset,
    questionType: questionType(metadata),
    ...caseEvidence(graph, metadata, annotation),
    retrievalOps: parts.retrieval.map((index) => graph.opId(index)),
    answerOp: op(answerOp),
    judgeOp: op(judgeOp),
    label: annotation?.label,
    ...importedParts(graph, metadata, parts.retrieval, answerOp),
  };
}

/** Queries that an operation wrote a prediction for. */
function* answeredQueries(graph: EvolutionGraph): Generator<number> {
  for (let node = 0; node < graph.nodeCount; node++)
    if (graph.className(node) === 'query' && writtenFor(graph, node, 'prediction') !== undefined)
      yield node;
}

/** The variable of a class that an operation wrote from a query. */
function writtenFor(graph: EvolutionGraph, query: number, className: string): number | undefined {
  for (const edge of graph.outgoing(query)) {
    const target = graph.target(edge);
    if (graph.className(target) === className) return target;
  }
  return undefined;
}

/** What only files of other tools have: metrics beside the score, and questions without a context. */
function importedParts(
  graph: EvolutionGraph,
  metadata: JsonObject,
  retrieval: readonly number[],
  answerOp: number | undefined,
): Pick<Case, 'metrics' | 'limit'> {
  if (graph.imported === undefined) return {};
  const numbers = [...objectField(metadata, 'metrics')].filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  const isGiven = (node: number): boolean =>
    graph.category(node) === 'memory_context' || graph.category(node) === 'memory_entry';
  const given =
    retrieval.length > 0 ||
    (answerOp !== undefined && graph.edgesOf(answerOp).some((edge) => isGiven(graph.source(edge))));
  return {
    ...(numbers.length === 0 ? {} : { metrics: Object.fromEntries(numbers) }),
    ...(given || graph.imported.reach === 'stages' ? {} : { limit: 'judge-only' }),
  };
}

/** Failed means a score of exactly 0; without any judge operation the label says it failed. */
function outcomeOf(
  judgement: Judgement | undefined,
  annotation: Annotation | undefined,
  score: number | undefined,
): Case['outcome'] {
  if (judgement === undefined) return annotation === undefined ? 'unscored' : 'failed';
  if (score === undefined) return 'unscored';
  return score === 0 ? 'failed' : 'passed';
}

function questionType(metadata: JsonObject): string {
  const named = stringField(metadata, 'question_type');
  if (named !== undefined) return named;
  const category = metadata.get('category_id') ?? metadata.get('category');
  return typeof category === 'number' ? `category ${category}` : '';
}

function traceFacts(graph: EvolutionGraph): { readonly dataset: string } {
  const metadata = parseRecord(graph.columns.header.metadata);
  const dataset =
    stringField(metadata, 'memtracebench_dataset_source') ?? stringField(metadata, 'dataset_cls');
  return { dataset: dataset ?? '' };
}

/** The last judgement of each query, in execution order of the judge operations. */
function* judgementsByQuery(graph: EvolutionGraph): Steps<Map<number, Judgement>> {
  const found = new Map<number, Judgement>();
  for (const op of graph.adjacency.operationOrder) {
    if (graph.operationName(op) !== 'llm-judge') continue;
    const judgement = readJudgement(graph, op);
    if (judgement === undefined) continue;
    found.delete(judgement.query);
    found.set(judgement.query, judgement);
    yield;
  }
  return found;
}

function readJudgement(graph: EvolutionGraph, op: number): Judgement | undefined {
  const { inputs, intermediates, outputs } = operationSubgraph(graph, op);
  const byClass = new Map<string, number>();
  for (const node of [...inputs, ...intermediates, ...outputs]) {
    const name = graph.className(node);
    if (name !== undefined) byClass.set(name, node);
  }
  const query = byClass.get('query');
  if (query === undefined) return undefined;
  return {
    query,
    op,
    prediction: byClass.get('prediction'),
    gold: byClass.get('golden_answers'),
    response: byClass.get('judge_response'),
    score: byClass.get('judge_score'),
  };
}

import { encodeText, type GraphWriter } from './graph-writer';
import type { Workbench } from './importer';

/** A text that a search brought, as an importer found it. */
export interface FoundUnit {
  /** What the memory system calls it; texts without a name are told apart by their words. */
  readonly id?: string | undefined;
  readonly text: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A message that evidence is named by. */
export interface FoundMessage {
  readonly text: string;
  readonly speaker?: string | undefined;
  /** When it was said, as the file writes it. */
  readonly said?: string | undefined;
}

/** A question with everything a file says about it. */
export interface FoundQuestion {
  /** Unique in the file. */
  readonly id: string;
  readonly session: string;
  readonly at?: number | undefined;
  readonly text: string;
  readonly gold: readonly string[];
  readonly prediction: string | undefined;
  /** What the answering model was given; `undefined` when the file does not say. */
  readonly context?: string | undefined;
  /** What the search brought; `undefined` when the file does not say, empty when it brought nothing. */
  readonly units?: readonly FoundUnit[] | undefined;
  /** Names of message variables. */
  readonly evidence?: readonly string[];
  readonly score?: number | undefined;
  readonly judgement?: string | undefined;
  readonly type?: string | undefined;
  readonly metrics?: Readonly<Record<string, number>>;
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** What of a question became variables. */
export interface WrittenQuestion {
  readonly query: string;
  readonly hasContext: boolean;
}

/** Writes a question and its operations: search, answer, judgement, as far as they are recorded. */
export function writeQuestion(bench: Workbench, found: FoundQuestion): WrittenQuestion {
  const { graph } = bench;
  const query = writeQuery(bench, found);
  const units = found.units?.map((unit) => writeUnit(graph, unit, found.session));
  bench.tallies.add('retrieved texts', units?.length ?? 0);
  // A search that brought nothing leaves an empty context behind.
  const text = found.context ?? (units?.length === 0 ? '' : undefined);
  const context = text === undefined ? undefined : writeContext(bench, found, text);
  if (units !== undefined && units.length > 0) writeSearch(bench, found, query, units);
  else if (context !== undefined) writeSearch(bench, found, query, [context]);
  const prediction =
    found.prediction === undefined
      ? undefined
      : writeAnswer(bench, { ...found, prediction: found.prediction }, query, units ?? [], context);
  writeJudgement(bench, found, query, prediction);
  return { query, hasContext: context !== undefined || units !== undefined };
}

/** What every part of a question is placed by. */
type Placed = Pick<FoundQuestion, 'id' | 'session' | 'at'>;

/** The question itself, with what is known about it. */
export function writeQuery({ graph, tallies }: Workbench, found: FoundQuestion): string {
  const { evidence = [], metrics = {} } = found;
  tallies.add('questions');
  tallies.add('questions with evidence', evidence.length > 0 ? 1 : 0);
  tallies.add('metrics', Object.keys(metrics).length);
  return graph.variable({
    name: found.id,
    className: 'query',
    category: 'query',
    session: found.session,
    at: found.at,
    value: encodeText(found.text),
    metadata: {
      ...found.rest,
      ...(found.type === undefined ? {} : { question_type: found.type }),
      ...(evidence.length === 0 ? {} : { evidence }),
      ...(Object.keys(metrics).length === 0 ? {} : { metrics }),
    },
  });
}

/** Adds a message unless it is there; its name. */
export function writeMessage(graph: GraphWriter, said: FoundMessage, session: string): string {
  const value = JSON.stringify({
    content: said.text,
    ...(said.speaker === undefined ? {} : { name: said.speaker }),
    ...(said.said === undefined ? {} : { timestamp: said.said }),
  });
  const name = `message-${graph.hash(`${session}\n${value}`)}`;
  graph.variable({ name, category: 'message', session, value });
  return name;
}

/** Adds a memory unit unless it is there; its full node id. */
export function writeUnit(graph: GraphWriter, unit: FoundUnit, session: string): string {
  const name = unit.id ?? `text-${graph.hash(unit.text)}`;
  return graph.variable({
    name: `memory-unit-${name}`,
    category: 'memory_entry',
    session,
    value: encodeText(unit.text),
    ...(unit.metadata === undefined ? {} : { metadata: unit.metadata }),
  });
}

/** What the answering model was given. */
export function writeContext(
  { graph, tallies }: Workbench,
  { id, session }: Placed,
  text: string,
): string {
  tallies.add('contexts');
  return graph.variable({
    name: id,
    className: 'context',
    category: 'memory_context',
    session,
    value: encodeText(text),
  });
}

/** The search for a question: what it brought. */
export function writeSearch(
  { graph }: Workbench,
  { id, session, at }: Placed,
  query: string,
  found: readonly string[],
): void {
  const op = graph.operation({
    id: `op-search-${id}`,
    name: 'search',
    category: 'retrieval',
    session,
    at,
  });
  for (const target of new Set(found)) graph.edge(op, query, target, session);
}

/** The answer, written from the question and from a context or from units. */
export function writeAnswer(
  { graph, tallies }: Workbench,
  { id, session, at, prediction }: Placed & { readonly prediction: string },
  query: string,
  units: readonly string[],
  context: string | undefined,
): string {
  tallies.add('answers');
  const op = graph.operation({
    id: `op-answer-${id}`,
    name: 'question-answering',
    category: 'evaluation',
    session,
    at,
  });
  const answer = graph.variable({
    name: id,
    className: 'prediction',
    category: 'llm_response',
    session,
    value: encodeText(prediction),
  });
  for (const unit of new Set(units)) graph.edge(op, unit, context ?? answer, session);
  graph.edge(op, query, answer, session);
  if (context !== undefined) graph.edge(op, context, answer, session);
  return answer;
}

/** What a judge said of the answer, and the gold answer it was held against. */
export function writeJudgement(
  { graph, tallies }: Workbench,
  found: Placed & Pick<FoundQuestion, 'gold' | 'score' | 'judgement'>,
  query: string,
  prediction: string | undefined,
): void {
  const { id, session, at, gold, score, judgement } = found;
  const variable = (className: string, category: string, value: string): string =>
    graph.variable({ name: id, className, category, session, value });
  const golden =
    gold.length === 0
      ? undefined
      : variable('golden_answers', 'golden_answers', encodeText(gold.join(', ')));
  tallies.add('gold answers', golden === undefined ? 0 : 1);
  tallies.add('scores', score === undefined ? 0 : 1);
  const judged = score !== undefined || judgement !== undefined;
  if (!judged && golden === undefined) return;
  // Without a judgement the operation only ties the gold answer to its question.
  const op = graph.operation({
    id: `op-${judged ? 'judge' : 'gold'}-${id}`,
    name: judged ? 'llm-judge' : 'gold-answer',
    category: 'evaluation',
    session,
    at,
  });
  if (!judged) {
    if (golden !== undefined) graph.edge(op, query, golden, session);
    return;
  }
  const response = variable('judge_response', 'llm_response', encodeText(judgement ?? ''));
  for (const read of [query, golden, prediction])
    if (read !== undefined) graph.edge(op, read, response, session);
  if (score === undefined) return;
  const number = variable('judge_score', 'variable', encodeScore(score));
  graph.edge(op, response, number, session);
}

/** A score as the original judge writes it: `0.0`, `1.0`, `0.5`. */
export const encodeScore = (score: number): string =>
  Number.isInteger(score) ? `${String(score)}.0` : String(score);

/** Makes names unique: the second row of a name gets ` (2)`. */
export class UniqueNames {
  private readonly counts = new Map<string, number>();

  of(name: string): string {
    const safe = /[\p{L}\p{N}]/u.test(name) ? name : `question ${name}`;
    const count = (this.counts.get(safe) ?? 0) + 1;
    this.counts.set(safe, count);
    return count === 1 ? safe : this.of(`${safe} (${String(count)})`);
  }
}

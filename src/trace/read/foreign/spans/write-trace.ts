import { encodeText } from '../graph-writer';
import type { Workbench } from '../importer';
import { writeUnit, type UniqueNames } from '../question';
import { questionOf, type Asked } from './asked';
import type { Span } from './span';
import { questionIn } from './spoken';
import type { TraceFacts } from './span-book';

/** What a trace of spans became. */
export interface WrittenTrace {
  readonly question: boolean;
  readonly hasContext: boolean;
  readonly conversation: string | undefined;
}

/**
 * Writes the spans of one trace: each becomes an operation, with what it was given and what it
 * returned as variables, retrieved documents as memory units. The question is what the outermost span
 * was asked; the answer is written by the last span in which a model answered.
 */
export function writeTrace(
  bench: Workbench,
  trace: string,
  spans: readonly Span[],
  facts: TraceFacts,
  names: UniqueNames,
): WrittenTrace {
  const { graph, tallies } = bench;
  const ordered = inOrder(spans);
  const conversation = facts.conversation ?? spans.find((span) => span.conversation)?.conversation;
  const [first] = ordered;
  const comment = conversation === undefined ? undefined : `Conversation ${conversation}`;
  const session = graph.session(trace, 'trace', first?.start, comment);
  const asked = questionOf(ordered, facts);
  const ops = new Map<string, string>();
  for (const span of ordered) ops.set(span.id, names.of(`${trace}/${span.id}`));
  const query =
    asked === undefined ? undefined : writeQuery(bench, trace, session, asked, first?.start);
  let hasContext = false;
  let prediction: string | undefined;
  const units: string[] = [];
  for (const span of ordered) {
    const op = graph.operation({
      id: ops.get(span.id) ?? span.id,
      name: span.name,
      category: CATEGORIES[span.kind],
      session,
      at: span.start,
      metadata: {
        ...span.metadata,
        kind: span.kind,
        ...(span.model === undefined ? {} : { llm_model: span.model }),
        ...(span.parent === undefined ? {} : { parent: ops.get(span.parent) ?? span.parent }),
      },
    });
    tallies.add('operations');
    tallies.add(`${span.kind} spans`);
    if (span.documents !== undefined) {
      hasContext = true;
      tallies.add('retrieved texts', span.documents.length);
      writeSearch(bench, op, span, query, units, session);
    } else if (asked !== undefined && query !== undefined && span.id === asked.answering.id) {
      const answered = writeAnswer(bench, op, asked, query, units, session);
      prediction = answered.prediction;
      hasContext ||= answered.hasContext;
    } else writeStep(bench, op, span, session);
  }
  if (asked !== undefined && query !== undefined)
    writeJudgement(bench, `${trace}/judgement`, asked, [query, prediction], session);
  return {
    question: asked !== undefined,
    hasContext: asked !== undefined && hasContext,
    conversation,
  };
}

const CATEGORIES: Readonly<Record<Span['kind'], string>> = {
  llm: 'generation',
  retriever: 'retrieval',
  reranker: 'retrieval',
  embedding: 'embedding',
  tool: 'tool',
  agent: 'agent',
  chain: 'chain',
  other: 'span',
};

/** By time; spans without one stay behind the span before them. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  let last = Number.NEGATIVE_INFINITY;
  return spans
    .map((span) => ({ span, at: (last = span.start ?? last) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ span }) => span);
}

function writeQuery(
  { graph, tallies }: Workbench,
  trace: string,
  session: string,
  asked: Asked,
  at: number | undefined,
): string {
  tallies.add('questions');
  const metrics = Object.fromEntries(asked.scores.map(({ name, value }) => [name, value]));
  tallies.add('metrics', asked.scores.length);
  return graph.variable({
    name: trace,
    className: 'query',
    category: 'query',
    session,
    at,
    value: encodeText(asked.question),
    metadata: asked.scores.length === 0 ? {} : { metrics },
  });
}

function writeSearch(
  { graph }: Workbench,
  op: string,
  span: Span,
  query: string | undefined,
  units: string[],
  session: string,
): void {
  const found = (span.documents ?? []).map((unit) => writeUnit(graph, unit, session));
  units.push(...found);
  const words =
    span.input === undefined
      ? undefined
      : graph.variable(part('search_input', op, span.input, session));
  const targets =
    found.length > 0 ? found : [graph.variable(part('empty_result', op, '', session))];
  for (const target of new Set(targets)) {
    if (query !== undefined) graph.edge(op, query, target, session);
    if (words !== undefined) graph.edge(op, words, target, session);
  }
}

/** The span that answered: what it was given is the context. */
function writeAnswer(
  { graph, tallies }: Workbench,
  op: string,
  { answering, answer, question }: Asked,
  query: string,
  units: readonly string[],
  session: string,
): { readonly prediction: string; readonly hasContext: boolean } {
  tallies.add('answers');
  const prediction = graph.variable({
    ...part('prediction', op, answer, session),
    category: 'llm_response',
  });
  graph.edge(op, query, prediction, session);
  const given = givenTo(answering);
  // A model that was given the question alone had no context.
  if (given === undefined || questionIn(given)?.trim() === question.trim()) {
    for (const unit of new Set(units)) graph.edge(op, unit, prediction, session);
    return { prediction, hasContext: units.length > 0 };
  }
  tallies.add('contexts');
  const context = graph.variable({
    ...part('context', op, given, session),
    category: 'memory_context',
  });
  for (const unit of new Set(units)) graph.edge(op, unit, context, session);
  graph.edge(op, context, prediction, session);
  return { prediction, hasContext: true };
}

/** What a model was given, as text. */
function givenTo(span: Span): string | undefined {
  if (span.messages.length > 1)
    return span.messages
      .map(({ role, text }) => (role === '' ? text : `${role}: ${text}`))
      .join('\n\n');
  return span.kind === 'llm' ? (span.messages[0]?.text ?? span.input) : undefined;
}

function writeStep({ graph }: Workbench, op: string, span: Span, session: string): void {
  const given = givenTo(span) ?? span.input;
  const returned = span.answer ?? span.output;
  const input = graph.variable(part('span_input', op, given ?? '', session));
  const output = graph.variable({
    ...part('span_output', op, returned ?? '', session),
    category: span.kind === 'llm' ? 'llm_response' : 'variable',
  });
  if (given !== undefined || returned !== undefined) graph.edge(op, input, output, session);
}

function writeJudgement(
  { graph, tallies }: Workbench,
  name: string,
  { score, gold }: Asked,
  judged: readonly (string | undefined)[],
  session: string,
): void {
  if (score === undefined) return;
  tallies.add('scores');
  tallies.add('gold answers', gold.length > 0 ? 1 : 0);
  const op = graph.operation({
    id: name,
    name: 'llm-judge',
    category: 'evaluation',
    session,
    comment: `The score “${score.name}”.`,
  });
  const response = graph.variable(part('judge_response', op, score.comment ?? '', session));
  const golden =
    gold.length === 0 ? [] : [graph.variable(part('golden_answers', op, gold.join(', '), session))];
  for (const read of [...judged, ...golden])
    if (read !== undefined) graph.edge(op, read, response, session);
  const value = Number.isInteger(score.value) ? `${String(score.value)}.0` : String(score.value);
  const number = graph.variable({ ...part('judge_score', op, '', session), value });
  graph.edge(op, response, number, session);
}

const part = (className: string, name: string, text: string, session: string) => ({
  className,
  name,
  category: 'variable',
  session,
  value: encodeText(text),
});

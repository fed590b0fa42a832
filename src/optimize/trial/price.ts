import { kindOf } from '../../replay/engine/recorded-operation';
import type { Price } from '../../models/contract/chat';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { RoughTokenCounter } from '../../replay/tokens/rough-token-counter';
import { plainText } from '../../trace/decode/plain-text';
import { changesIn, type Prompts, type Scope, type TrialTrace } from './scope';

/** A range: what is asked at least, and at most. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** What a trial will ask of the model, before it starts. Plain data. */
export interface TrialPrice {
  readonly calls: Range;
  /** Estimated: a word, a group of digits or of signs counts as a token. */
  readonly inputTokens: Range;
  readonly outputTokens: Range;
  /** US dollars; `undefined` when the model's price is unknown. */
  readonly cost: Range | undefined;
}

/** One recorded call of a model: what it read, what it said. */
interface RecordedCall {
  readonly op: number;
  readonly input: number;
  readonly output: number;
  /** Whether it reads one of the changed prompts where that is changed. */
  readonly isDirect: boolean;
  readonly isJudge: boolean;
}

/**
 * Prices a trial from the record: at least the calls that read a changed prompt, at most also every call
 * that follows the first of them (what it says may or may not change what others are asked). Operations that
 * only the changed prompts cause (a decision about a fact that was not extracted before) are in no record and
 * come on top; with contexts fixed there are none. Repeated judging asks the judge again for each question.
 */
export async function priceTrial(
  traces: readonly TrialTrace[],
  { scope, prompts, judgeRepeats }: TrialWish,
  price: Price | undefined,
): Promise<TrialPrice> {
  let total = EMPTY;
  for (const trace of traces) {
    const changes = changesIn(scope, prompts, trace);
    if (changes === undefined) continue;
    const calls = await recordedCalls(trace.graph, changes.prompts, changes.promptsAt);
    const direct = calls.filter(({ isDirect }) => isDirect);
    const first = Math.min(...direct.map(({ op }) => trace.graph.rank(op)));
    const after = calls.filter(
      (call) => call.isDirect || (trace.graph.rank(call.op) > first && follows(scope, call)),
    );
    const judges = calls.filter(({ isJudge }) => isJudge);
    const again = Array.from({ length: judgeRepeats - 1 }, () => judges).flat();
    total = add(total, sumOf([...direct, ...again]), sumOf([...after, ...again]));
  }
  const range = (key: 'calls' | 'input' | 'output'): Range => ({
    least: total.least[key],
    most: total.most[key],
  });
  const money = (part: Sum): number =>
    ((price?.input ?? 0) * part.input + (price?.output ?? 0) * part.output) / 1e6;
  return {
    calls: range('calls'),
    inputTokens: range('input'),
    outputTokens: range('output'),
    cost: price && { least: money(total.least), most: money(total.most) },
  };
}

/** What a trial is to be. */
export interface TrialWish {
  readonly scope: Scope;
  readonly prompts: Prompts;
  /** How often each answer is judged; 1 or more. */
  readonly judgeRepeats: number;
}

/** With the contexts fixed, nothing but judgements follows an answer. */
const follows = (scope: Scope, call: RecordedCall): boolean => scope !== 'answers' || call.isJudge;

interface Sum {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}
const NONE: Sum = { calls: 0, input: 0, output: 0 };
const EMPTY = { least: NONE, most: NONE };

const plus = (a: Sum, b: Sum): Sum => ({
  calls: a.calls + b.calls,
  input: a.input + b.input,
  output: a.output + b.output,
});
const add = (to: typeof EMPTY, least: Sum, most: Sum): typeof EMPTY => ({
  least: plus(to.least, least),
  most: plus(to.most, most),
});
const sumOf = (calls: readonly RecordedCall[]): Sum =>
  calls.reduce((sum, { input, output }) => plus(sum, { calls: 1, input, output }), NONE);

/** Every call of a model that the trace records: an output of a model that follows from a prompt. */
async function recordedCalls(
  graph: EvolutionGraph,
  prompts: Prompts,
  promptsAt: ReadonlySet<number> | undefined,
): Promise<readonly RecordedCall[]> {
  const counter = new RoughTokenCounter();
  const known = new Map<number, number>();
  const tokens = async (node: number): Promise<number> => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const counted = await counter.count(plainText(graph.rawValue(node)));
    known.set(node, counted);
    return counted;
  };
  const changed = new Map<string, number>();
  for (const [name, text] of prompts) changed.set(name, await counter.count(text));
  const calls: RecordedCall[] = [];
  for (const op of graph.adjacency.operationOrder) {
    const isHere = promptsAt === undefined || promptsAt.has(op);
    for (const [answer, sources] of answersOf(graph, op)) {
      const readsChanged = sources.some((node) => changed.has(graph.fullName(node)));
      // A filled-in prompt stands for the template it was made from.
      const isFilled = [...graph.edgesOf(op)].some(
        (edge) =>
          sources.includes(graph.target(edge)) && changed.has(graph.fullName(graph.source(edge))),
      );
      let input = 0;
      for (const node of sources)
        input += changed.get(graph.fullName(node)) ?? (await tokens(node));
      const isJudge = graph.operationName(op) === 'llm-judge';
      const isDirect = isHere && !isJudge && (readsChanged || isFilled);
      calls.push({ op, input, output: await tokens(answer), isDirect, isJudge });
    }
  }
  return calls;
}

/** Outputs of a model in an operation, each with the variables of its request. */
function answersOf(graph: EvolutionGraph, op: number): ReadonlyMap<number, readonly number[]> {
  const sources = new Map<number, number[]>();
  for (const edge of graph.edgesOf(op)) {
    const target = graph.target(edge);
    if (graph.category(target) !== 'llm_response') continue;
    sources.set(target, [...(sources.get(target) ?? []), graph.source(edge)]);
  }
  return new Map(
    [...sources].filter(
      ([node, from]) =>
        kindOf(graph, node) === 'judge_response' ||
        from.some((source) => graph.category(source) === 'prompt'),
    ),
  );
}

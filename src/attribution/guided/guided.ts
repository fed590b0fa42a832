import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { inSlices } from '../../base/pause';
import type { Case } from '../../cases/case';
import type { Doubt, Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import { Asking, type AskOptions } from '../agent/asking';
import { cut } from '../agent/show';
import { flowVerdicts, type FlowOptions } from '../flow/attribute-flow';
import { rawText } from '../flow/raw-text';
import { AnsweredTrace, type Holding } from './answered-trace';
import { openQuestions, type OpenQuestion } from './open-questions';
import { acceptableRequest, answerIn, holdingIn, holdsRequest } from './question';

/** How to ask, and where to start from. */
export type GuidedOptions = AskOptions & Pick<FlowOptions, 'evidence' | 'evidenceQuery'>;

/** Most questions a case about texts. */
const MOST_QUESTIONS = 8;
/** A judge that a model contradicts: enough to name the judge, not more. */
const JUDGE_WRONG = 0.85;
/** Sure again, once a reader has settled what words could not. */
const SETTLED = 0.85;

/**
 * Attributes one case by `flow`, with a model as reader of the few texts that words do not decide.
 * @returns a verdict whatever the model says; a problem when a call failed or the run was stopped
 */
export async function guided(
  graph: EvolutionGraph,
  failed: Case,
  options: GuidedOptions,
): Promise<Result<Verdict>> {
  const asking = new Asking(options);
  const answers = new Map<number, Map<number, Holding>>();
  const unread = new Set<string>();
  let questions = 0;
  let round = await followed(graph, failed, options, answers);
  while (round !== undefined && questions < MOST_QUESTIONS) {
    // Copied text is held where it stands word for word: there is nothing to read.
    if (copies(round.trace)) break;
    const open = openQuestions(graph, failed, round.verdict, round.trace.matches, answers);
    const next = open.filter((question) => !unread.has(nameOf(question)));
    if (next.length === 0) break;
    for (const question of next) {
      const answer = await ask(asking, failed, round.trace, question);
      if (!answer.ok) return answer;
      questions++;
      const { evidence, node } = question;
      const known = answers.get(evidence) ?? new Map<number, Holding>();
      if (answer.value === undefined) unread.add(nameOf(question));
      else known.set(node, answer.value);
      answers.set(evidence, known);
    }
    if (unread.size > 1) break;
    round = await followed(graph, failed, options, answers);
  }
  if (round === undefined) return err(problem('unexpected', `No verdict for ${failed.queryId}.`));
  const doubt = await judgeDoubt(asking, failed, round.verdict);
  if (!doubt.ok) return doubt;
  return ok(finished(round.verdict, doubt.value, unread.size, questions, asking));
}

const copies = (trace: AnsweredTrace): boolean =>
  trace.copies || ['rag', 'long-context'].includes(trace.graph.system);

/** The conversation time that is recorded in a value, as the day. */
const recordedTime = (trace: AnsweredTrace, node: number): string | undefined =>
  /"timestamp": ?"(\d{4}-\d{2}-\d{2})/.exec(rawText(trace.graph, node))?.[1];

/** Never asked twice: what could not be read is left as words have it. */
const nameOf = ({ evidence, node }: OpenQuestion): string => `${evidence} ${node}`;

/** One pass of `flow` with the answers so far. */
async function followed(
  graph: EvolutionGraph,
  failed: Case,
  options: GuidedOptions,
  answers: ReadonlyMap<number, ReadonlyMap<number, Holding>>,
): Promise<{ readonly verdict: Verdict; readonly trace: AnsweredTrace } | undefined> {
  let trace: AnsweredTrace | undefined;
  let verdict: Verdict | undefined;
  // A copy, because what was read of a case's question side by words is kept with the case.
  const own = { ...failed };
  const steps = flowVerdicts(graph, [own], {
    evidence: options.evidence,
    ...(options.evidenceQuery && { evidenceQuery: options.evidenceQuery }),
    reading: (read) => (trace = new AnsweredTrace(read, answers)),
  });
  await inSlices(
    (function* () {
      for (const found of steps) {
        verdict = found ?? verdict;
        yield;
      }
    })(),
    undefined,
  );
  return trace === undefined || verdict === undefined ? undefined : { verdict, trace };
}

async function ask(
  asking: Asking,
  failed: Case,
  trace: AnsweredTrace,
  { evidence, node, fact, match }: OpenQuestion,
): Promise<Result<Holding | undefined>> {
  const text = trace.text(node);
  // Facts are numbered from 1 in the order of their messages.
  const number = [...trace.matches.keys()].indexOf(evidence) + 1;
  const variable = cut(trace.graph.nodeId(node), 200);
  const purpose = `guided: fact ${number} in ${variable}`;
  const reply = await asking.ask(
    holdsRequest(failed, fact, { text, at: recordedTime(trace, node) }, match.span),
    purpose,
  );
  if (!reply.ok) return reply;
  const answer = holdingIn(reply.value.text);
  asking.step('does it still say it', cut(text.replace(/\s+/g, ' '), 80), answer ?? 'no answer');
  return ok(answer);
}

/** Asked only where nothing was lost: there the answer itself is accused. */
async function judgeDoubt(
  asking: Asking,
  failed: Case,
  verdict: Verdict,
): Promise<Result<Doubt | undefined>> {
  if (verdict.errorType !== 'ResponseError' || failed.prediction.trim() === '')
    return ok(undefined);
  const reply = await asking.ask(acceptableRequest(failed), 'guided: is the answer right');
  if (!reply.ok) return reply;
  const answer = answerIn(reply.value.text, ['right', 'wrong']);
  asking.step('is the answer right', cut(failed.prediction, 80), answer ?? 'no answer');
  if (answer !== 'right') return ok(undefined);
  return ok({
    about: 'judge',
    confidence: JUDGE_WRONG,
    sentence: 'A model finds the given answer right; the judge said wrong.',
    quotes: [],
  });
}

function finished(
  verdict: Verdict,
  doubt: Doubt | undefined,
  unread: number,
  questions: number,
  asking: Asking,
): Verdict {
  const settled = questions > 0 && unread === 0;
  const sure = settled && verdict.unsure;
  return {
    ...verdict,
    method: 'guided',
    doubts: doubt === undefined ? verdict.doubts : [...verdict.doubts, doubt],
    confidence: settled ? Math.max(verdict.confidence, SETTLED) : verdict.confidence,
    unsure: sure ? false : verdict.unsure,
    settle: sure ? undefined : verdict.settle,
    asked: asking.share(),
  };
}

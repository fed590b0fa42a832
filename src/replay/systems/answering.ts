import type { Held } from '../engine/held';
import type { RecordedOperation } from '../engine/recorded-operation';
import type { ReplayRun } from '../engine/run';
import { contentName, floatName, floatText, reprText } from '../recorder';
import { ANSWER_PROMPT, JUDGE_PROMPT } from '../prompts/answering-prompts';
import type { ContextLayout } from './context-layout';
import { fillTemplate } from './fill-template';
import type { Found, Query } from './memory-system';
import type { ScoreReader } from './read-judgement';

const CONTEXT_COMMENT = 'The memories as they are shown to the answering model.';

/** Answers a question from what was found: context, then prediction (memory-systems §0.4). */
export async function answerQuestion(
  run: ReplayRun,
  query: Query,
  found: Found,
  layout: ContextLayout,
  recorded: RecordedOperation | undefined,
): Promise<Held> {
  const operation = run.begin(
    {
      name: 'question-answering',
      category: 'evaluation',
      comment: 'A model answers a question from the memories that were found.',
    },
    recorded,
  );
  const place = operation.take({ className: 'context' });
  const hits = found.hits.map(({ held }) => held);
  const none = noMemories(run, recorded);
  const shown = hits.length > 0 || none === undefined ? hits : [none];
  const { ideal } = run.changes;
  const isMine = ideal !== undefined && operation.isIdeal && query.node === ideal.query;
  let text = layout.render(
    found.hits.map((hit) => hit.text),
    place,
  );
  if (isMine)
    text = [
      text,
      ...ideal.lost(
        found.hits.map((hit) => run.text(hit.held)),
        [text],
      ),
    ].join('\n\n');
  const context = operation.derive(
    shown,
    {
      name: contentName('str', text),
      className: 'context',
      category: 'memory_context',
      value: reprText(text),
      comment: CONTEXT_COMMENT,
    },
    {
      from: place,
      isHiddenChanged: isMine,
      link: {
        category: 'operation',
        comment: 'The context is made of the memories that were found.',
      },
    },
  );
  const prompt = run.prompt(
    layout.promptName,
    { name: layout.promptName, category: 'prompt', metadata: { op_type: 'question-answering' } },
    ANSWER_PROMPT,
  );
  return operation.respond(
    [query.held, context, prompt],
    { className: 'prediction', category: 'llm_response', comment: 'The answer.' },
    'answer',
    () => [
      {
        role: 'user',
        text: fillTemplate(run.text(prompt), { question: query.text, context: run.text(context) }),
      },
    ],
    (before) => {
      if (ideal === undefined || query.node !== ideal.query) return before ?? '';
      const texts = [run.text(context)];
      return ideal.holdsAll(texts) ? ideal.gold : 'The memories do not tell.';
    },
    { link: { category: 'operation' } },
  );
}

/** The pseudo memory that some runs record when nothing was found. */
function noMemories(run: ReplayRun, recorded: RecordedOperation | undefined): Held | undefined {
  const graph = run.trace?.graph;
  const node = recorded?.inputs.find((each) => graph?.fullName(each).startsWith('[NO '));
  return node === undefined ? undefined : run.carry(node);
}

export interface Judged {
  readonly query: Query;
  readonly gold: Held;
  readonly prediction: Held;
  readonly judgeName: string;
}

/**
 * Judges an answer: response, then score.
 * @returns the score; NaN when it is no number
 */
export async function judgeAnswer(
  run: ReplayRun,
  judged: Judged,
  readScore: ScoreReader,
  recorded: RecordedOperation | undefined,
): Promise<number> {
  const { query, gold, prediction, judgeName } = judged;
  const operation = run.begin(
    {
      name: 'llm-judge',
      category: 'evaluation',
      comment: 'A model says whether the answer is right.',
    },
    recorded,
  );
  // Exact match is recorded without a prompt.
  const isAsked = recorded === undefined || recorded.input('judge_prompt') !== undefined;
  const prompt = isAsked ? judgePrompt(run, judgeName, readScore) : undefined;
  const response = await operation.respond(
    [query.held, gold, ...(prompt === undefined ? [] : [prompt]), prediction],
    { className: 'judge_response', category: 'llm_response', comment: 'What the judge said.' },
    'judge',
    () => [
      {
        role: 'user',
        text: fillTemplate(prompt === undefined ? '' : run.text(prompt), {
          question: query.text,
          golden_answers: run.text(gold),
          prediction: run.text(prediction),
        }),
      },
    ],
    (before) => {
      const { ideal } = run.changes;
      if (ideal === undefined || query.node !== ideal.query) return before ?? '';
      if (prediction.recorded !== undefined && before !== undefined) return before;
      return run.text(prediction) === ideal.gold ? readScore.right : readScore.wrong;
    },
    { link: { category: 'operation' } },
  );
  const score = readScore.read(run.text(response));
  const text = floatText(score);
  const held = operation.derive(
    [response],
    {
      name: floatName(text),
      className: 'judge_score',
      category: 'variable',
      value: text,
      comment: 'The score.',
    },
    { link: { category: 'evaluation' } },
  );
  return Number(held.value);
}

function judgePrompt(run: ReplayRun, judgeName: string, { ending }: ScoreReader): Held {
  const parts = {
    name: judgeName,
    className: 'judge_prompt',
    category: 'prompt',
    metadata: { op_type: 'llm-judge' },
  };
  return run.prompt(`judge_prompt:${judgeName}`, parts, JUDGE_PROMPT + ending);
}

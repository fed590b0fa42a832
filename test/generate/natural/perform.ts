import {
  contentName,
  floatName,
  reprText,
  type Metadata,
  type Operation,
} from '../../../src/replay/recorder';
import { ANSWER_PROMPT, BUILD_CONTEXT, JUDGE_PROMPT, READ_LABEL } from '../prompts';
import { agreedLabels, readSecond } from './labels';
import { KINDS, readQuestions, readTalk, type PlayText, type Question, type Turn } from './play';
import type { Player } from './players/player';
import { messageValue, MODEL, Stage, type Found } from './stage';

const CONSTRUCTION = 'memory_construction';

/**
 * Performs a play and records it: construction chat by chat, search, answers and judgements, and the labels
 * on which both readings agree.
 * @returns the trace, in the format of MemTraceBench
 */
export function perform(play: PlayText, cast: (stage: Stage) => Player): string {
  const stage = new Stage(play);
  const { player, messages } = construct(stage, cast);
  const questions = readQuestions(play.questions);
  const asked = search(stage, player, questions);
  const agreed = agreedLabels(questions, readSecond(play.secondReading));
  stage.recorder.openSession({
    category: 'memory_evaluation',
    comment: 'All questions are answered and judged.',
    metadata: { qa_model: MODEL, judge_model: 'claude-opus-4-5', add_question_timestamp: false },
  });
  const answered = asked.map((a) => answer(stage, a));
  const annotations = answered.flatMap((a, index): Metadata[] => {
    const gold = judge(stage, a);
    const label = agreed.get(index);
    if (label === undefined) return [];
    const op = label.op === 'answer' ? a.answering : player.operation(fill(label.op, index));
    if (op === undefined && label.op !== '-') throw new Error(`No operation "${label.op}"`);
    return [annotation(a, gold, label.type, op ?? null, label.reason, messages)];
  });
  return stage.recorder.export(annotations);
}

/** Operations of a search are named by their question. */
const fill = (op: string, index: number): string => (op.includes(' ') ? op : `${op} ${index + 1}`);

function construct(
  stage: Stage,
  cast: (stage: Stage) => Player,
): { readonly player: Player; readonly messages: ReadonlyMap<string, string> } {
  const { play, recorder } = stage;
  const messages = new Map<string, string>();
  let player: Player | undefined;
  for (const [c, chat] of readTalk(play.talk, play.speakers).entries()) {
    recorder.openSession({
      id: `${play.name}-session-${c + 1}`,
      category: CONSTRUCTION,
      comment: `Chat ${c + 1} of the conversation.`,
    });
    // What the system starts with belongs to the first chat.
    player ??= cast(stage);
    for (const turn of chat.turns) {
      const message = recordMessage(stage, player, turn);
      messages.set(turn.place, message);
      player.ingest(turn, message);
      stage.clock.wait(40);
    }
  }
  if (player === undefined) throw new Error('The play has no chat');
  recorder.openSession({
    category: CONSTRUCTION,
    comment: 'The finalization stage of construction: whatever still waits is stored.',
  });
  player.flush();
  return { player, messages };
}

function recordMessage({ play, recorder }: Stage, player: Player, turn: Turn): string {
  const role = play.roles?.[turn.speaker] ?? 'user';
  const speaker =
    play.system === 'evermemos' ? { speaker: turn.speaker } : { speakers: turn.speaker };
  return recorder.variable({
    name: `${play.name}:${turn.place}`,
    category: 'message',
    value: messageValue(player.content(turn, role), turn.speaker, role, turn.time),
    comment: 'A message that the memory system ingests.',
    metadata: {
      speaker_tag: turn.speaker === play.speakers[0] ? 'speaker_a' : 'speaker_b',
      dia_id: turn.place,
      timestamp: turn.time,
      ...speaker,
    },
  });
}

interface Asked {
  readonly question: Question;
  readonly query: string;
  readonly found: Found;
}

function search(stage: Stage, player: Player, questions: readonly Question[]): readonly Asked[] {
  const { play, recorder } = stage;
  recorder.openSession({
    category: 'memory_search',
    comment: 'The memory is searched for every question.',
    metadata: { top_k: play.topK, strict: false },
  });
  return questions.map((question, q) => {
    const query = recorder.variable({
      name: `${play.name}-qa-${q + 1}`,
      className: 'query',
      category: 'message & query',
      value: reprText(question.text),
      comment: 'A question about the conversation.',
      metadata: {
        question_type: question.type,
        category_id: KINDS[question.type],
        evidence: question.evidence.map((place) => `${play.name}:${place}`),
        speaker_names: play.speakers,
      },
    });
    return { question, query, found: player.search(question, query, q + 1) };
  });
}

interface Answered extends Asked {
  readonly prediction: string;
  readonly answering: string;
}

function answer(stage: Stage, asked: Asked): Answered {
  const operation = stage.begin(
    'question-answering',
    'evaluation',
    'A model answers the question from the context.',
  );
  const context = recordContext(stage, operation, asked.found);
  const prompt = stage.prompt('question-answering-prompt', 'question-answering', ANSWER_PROMPT);
  const prediction = stage.respond(
    operation,
    [asked.query, context, prompt],
    'prediction',
    asked.question.prediction,
    { category: 'operation' },
  );
  return { ...asked, prediction, answering: operation.id };
}

function recordContext({ recorder }: Stage, operation: Operation, found: Found): string {
  const text = found.texts.map((each, i) => `### Memory ${i + 1}:\n${each}`).join('\n\n');
  const node = recorder.variable({
    name: contentName('str', text),
    className: 'context',
    category: 'memory_context',
    value: reprText(text),
    comment: 'The memories as the answering model sees them.',
  });
  operation.link(found.nodes, [node], {
    category: 'operation',
    comment: 'The context is written from the memories that were found.',
    metadata: { source_code: BUILD_CONTEXT },
  });
  return node;
}

/** @returns the golden answers variable */
function judge(stage: Stage, { question, query, prediction }: Answered): string {
  const operation = stage.begin('llm-judge', 'evaluation', 'A model judges the answer.');
  const gold = stage.recorder.variable({
    name: contentName('list', [question.gold]),
    className: 'golden_answers',
    category: 'golden_answers',
    value: question.gold,
    comment: 'The golden answers of the question.',
  });
  const prompt = stage.prompt('locomo-judge', 'llm-judge', JUDGE_PROMPT, 'judge_prompt');
  const label = question.isJudgedRight ? 'CORRECT' : 'WRONG';
  const text = `${question.judgement}\n\`\`\`json\n{"label": "${label}"}\n\`\`\``;
  if (text.toLowerCase().includes('correct') !== question.isJudgedRight)
    throw new Error(`This judgement is scored the other way: ${text}`);
  const response = stage.respond(
    operation,
    [query, gold, prompt, prediction],
    'judge_response',
    text,
    { category: 'operation' },
  );
  const score = question.isJudgedRight ? '1.0' : '0.0';
  stage.derive(operation, [response], {
    className: 'judge_score',
    category: 'variable',
    name: floatName(score),
    value: score,
    link: { metadata: { source_code: READ_LABEL } },
  });
  return gold;
}

function annotation(
  { question, query, prediction }: Answered,
  gold: string,
  type: string,
  op: string | null,
  reason: string,
  messages: ReadonlyMap<string, string>,
): Metadata {
  return {
    query_id: query,
    query: question.text,
    golden_answers_id: gold,
    golden_answers: [question.gold],
    prediction_id: prediction,
    prediction: question.prediction,
    source_evidence_ids: question.evidence.map((place) => {
      const message = messages.get(place);
      if (message === undefined) throw new Error(`No message ${place}`);
      return message;
    }),
    final_error_type: type,
    final_op_id: op,
    final_reason: reason,
  };
}

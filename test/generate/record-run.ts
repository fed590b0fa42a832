import {
  contentName,
  floatName,
  jsonBlock,
  jsonLine,
  Recorder,
  reprText,
  SeededClock,
  SeededIds,
  type Metadata,
  type Place,
} from '../../src/replay/recorder';
import { Mem0Like, type Found } from './mem0-like';
import { ANSWER_PROMPT, JUDGE_PROMPT, READ_LABEL } from './prompts';
import type { Question, Script, Turn } from './script';

/** Execution starts here; only the order of the times matters. */
const START = Date.UTC(2026, 2, 2, 9, 0, 0);
const TOP_K = 4;

const line = (number: number): Place => ({ file: 'sample/run.py', line: number });

/** A question under way through search, answer and judge. */
interface Asked {
  readonly question: Question;
  readonly query: string;
  readonly found: Found;
}

/**
 * Plays a script: ingests the chats, asks the questions, judges the answers.
 * @returns the trace as the text of a smartcomment export with one annotation, the same text every time
 */
export function recordRun(script: Script): string {
  const ids = new SeededIds(script.name);
  const clock = new SeededClock(START);
  const run = {
    userId: script.name,
    projectId: 'Mem0',
    metadata: {
      save_dir: `sample/${script.name}`,
      layer_type: 'Mem0',
      traj_metadata: { speaker_a: script.speakers[0], speaker_b: script.speakers[1] },
      traced_data_save_dir: 'sample/traced_data',
      dataset_cls: 'Sample',
    },
  };
  const recorder = new Recorder(run, ids, clock);
  const memory = new Mem0Like(recorder, ids, clock, TOP_K);
  const messages = new Map<string, string>();
  const updates = new Map<string, string>();

  script.chats.forEach((chat, c) => {
    const id = `${script.name}-session-${c + 1}`;
    recorder.openSession({
      category: 'memory_construction',
      comment: `Chat ${c + 1} of the conversation.`,
      id,
      at: line(10),
    });
    chat.turns.forEach((turn, t) => {
      const place = `D${c + 1}:${t + 1}`;
      const message = recordMessage(recorder, script, turn, place, chat.time);
      messages.set(place, message);
      updates.set(place, memory.ingest(message, turn, chat.time));
      clock.wait(20);
    });
  });
  recorder.openSession({
    category: 'memory_construction',
    comment: 'The end of construction: nothing is left to ingest.',
    at: line(25),
  });

  recorder.openSession({
    category: 'memory_search',
    comment: 'Search the store for every question.',
    metadata: { top_k: TOP_K, strict: false },
    at: line(30),
  });
  const asked = script.questions.map((question, q) => {
    const query = recordQuery(recorder, script, question, q);
    return { question, query, found: memory.search(query, question.text) };
  });

  recorder.openSession({
    category: 'memory_evaluation',
    comment: 'Answer every question and judge the answers.',
    metadata: {
      qa_model: 'sample-script',
      judge_model: 'sample-script',
      qa_batch_size: 1,
      judge_batch_size: 1,
      add_question_timestamp: false,
    },
    at: line(40),
  });
  const predictions = asked.map((a) => answer(recorder, clock, memory, a));
  const golds = asked.map((a, q) => judge(recorder, clock, a, predictions[q] ?? ''));

  const { question: q, turn, reason } = script.fault;
  const faulty = asked[q];
  if (faulty === undefined) throw new Error(`The script has no question ${q}`);
  const annotation: Metadata = {
    query_id: faulty.query,
    query: faulty.question.text,
    golden_answers_id: golds[q] ?? '',
    golden_answers: [faulty.question.gold],
    prediction_id: predictions[q] ?? '',
    prediction: faulty.question.prediction,
    source_evidence_ids: faulty.question.evidence.map((place) => messages.get(place) ?? ''),
    final_error_type: 'UpdateError',
    final_op_id: updates.get(turn) ?? '',
    final_reason: reason,
  };
  return recorder.export([annotation]);
}

function recordMessage(
  recorder: Recorder,
  script: Script,
  turn: Turn,
  place: string,
  time: string,
): string {
  const content = `${turn.text}\n(from ${turn.speaker}, role: user)`;
  return recorder.variable({
    name: `${script.name}:${place}`,
    category: 'message',
    value: jsonBlock({ content, name: turn.speaker, role: 'user', timestamp: time }),
    comment: 'A message that the memory system ingests.',
    metadata: {
      speaker_tag: turn.speaker === script.speakers[0] ? 'speaker_a' : 'speaker_b',
      dia_id: place,
      timestamp: time,
      speakers: turn.speaker,
    },
    at: line(15),
  });
}

function recordQuery(
  recorder: Recorder,
  script: Script,
  question: Question,
  index: number,
): string {
  return recorder.variable({
    name: `${script.name}-qa-${index + 1}`,
    className: 'query',
    category: 'message & query',
    value: reprText(question.text),
    comment: 'A question about the conversation.',
    metadata: {
      question_type: question.type,
      evidence: question.evidence.map((place) => `${script.name}:${place}`),
      speaker_names: script.speakers,
    },
    at: line(33),
  });
}

function answer(recorder: Recorder, clock: SeededClock, memory: Mem0Like, asked: Asked): string {
  const operation = recorder.operation({
    name: 'question-answering',
    category: 'evaluation',
    comment: 'A model answers the question from the context.',
    at: line(45),
  });
  const context = memory.context(operation, asked.found);
  const prompt = recorder.variable({
    name: 'question-answering-prompt',
    category: 'prompt',
    value: reprText(ANSWER_PROMPT),
    comment: 'The prompt of the answering model.',
    metadata: { op_type: 'question-answering' },
    at: line(47),
  });
  clock.wait(380);
  const prediction = recorder.variable({
    name: contentName('str', asked.question.prediction),
    className: 'prediction',
    category: 'llm_response',
    value: reprText(asked.question.prediction),
    comment: "The model's answer.",
    at: line(50),
  });
  operation.link([asked.query, context, prompt], [prediction], {
    category: 'operation',
    comment: 'The model reads question, context and prompt.',
    at: line(50),
  });
  return prediction;
}

/** @returns the golden answers variable */
function judge(recorder: Recorder, clock: SeededClock, asked: Asked, prediction: string): string {
  const operation = recorder.operation({
    name: 'llm-judge',
    category: 'evaluation',
    comment: 'A model judges the answer by the golden answers.',
    at: line(60),
  });
  const gold = recorder.variable({
    name: contentName('list', [asked.question.gold]),
    className: 'golden_answers',
    category: 'golden_answers',
    value: asked.question.gold,
    comment: 'The golden answers of the question.',
    at: line(61),
  });
  const prompt = recorder.variable({
    name: 'sample-judge',
    className: 'judge_prompt',
    category: 'prompt',
    value: reprText(JUDGE_PROMPT),
    comment: 'The prompt of the judging model.',
    metadata: { op_type: 'llm-judge' },
    at: line(62),
  });
  clock.wait(520);
  const label = jsonLine({ label: asked.question.correct ? 'CORRECT' : 'WRONG' });
  const response = recorder.variable({
    name: contentName('str', label),
    className: 'judge_response',
    category: 'llm_response',
    value: reprText(label),
    comment: "The judge's response.",
    at: line(65),
  });
  operation.link([asked.query, gold, prompt, prediction], [response], {
    category: 'operation',
    comment: 'The judge reads question, golden answers, prompt and answer.',
    at: line(65),
  });
  const value = asked.question.correct ? '1.0' : '0.0';
  const score = recorder.variable({
    name: floatName(value),
    className: 'judge_score',
    category: 'variable',
    value,
    comment: 'The score of the answer.',
    at: line(68),
  });
  operation.link([response], [score], {
    comment: 'The label becomes a number.',
    metadata: { source_code: READ_LABEL },
    at: line(68),
  });
  return gold;
}

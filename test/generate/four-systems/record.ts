import type { EvolutionGraph } from '../../../src/graph/evolution-graph';
import { changesOf } from '../../../src/replay/interventions';
import { SeededClock, SeededIds, type Metadata } from '../../../src/replay/recorder';
import { replayTrace } from '../../../src/replay/replay-trace';
import { runConversation } from '../../../src/replay/run-conversation';
import type { RunnableSystem } from '../../../src/replay/systems/make-system';
import type { Conversation } from '../../../src/trace/conversation';
import { graphOfText } from '../../support/graph-of-text';
import { FIRST_STEPS } from '../first-steps';
import type { Fault } from './faults';
import { playModel } from './play-model';
import type { SampleQuestion } from './questions';

/** One sample to make: a system, its parameters, its questions, and the faults to inject. */
export interface SamplePlan {
  readonly system: RunnableSystem;
  readonly parameters: Readonly<Record<string, number>>;
  readonly questions: readonly SampleQuestion[];
  readonly faults: (faithful: EvolutionGraph) => readonly Fault[];
}

/** Execution starts here; only the order of the times matters. */
const START = Date.UTC(2026, 2, 3, 9, 0, 0);

/**
 * Runs a system faithfully over the play, then again with its faults injected and everything downstream
 * computed anew.
 * @returns the labelled trace as the text of an export, the same text every time
 */
export async function recordSample(plan: SamplePlan): Promise<string> {
  const model = playModel(FIRST_STEPS, plan.questions);
  const faithful = await runConversation(conversationOf(plan.questions), {
    system: plan.system,
    model,
    ids: new SeededIds(`${FIRST_STEPS.name}/${plan.system}`),
    clock: new SeededClock(START),
    parameters: plan.parameters,
    modelName: 'sample-script',
  });
  if (!faithful.ok) throw new Error(faithful.problem.title);
  const graph = await graphOfText([...faithful.value.exportParts()].join(''));
  const faults = plan.faults(graph);
  const changes = changesOf(
    graph,
    faults.flatMap(({ interventions }) => interventions),
  );
  if (!changes.ok) throw new Error(changes.problem.detail);
  const replay = await replayTrace(graph, {
    changes: changes.value,
    model,
    ids: new SeededIds(`${FIRST_STEPS.name}/${plan.system}/faults`),
    clock: new SeededClock(START),
  });
  if (!replay.ok) throw new Error(replay.problem.title);
  const opIds = new Map(replay.value.marks.map(({ recorded, opId }) => [recorded, opId]));
  const annotations = faults.map((fault): Metadata => {
    const question = plan.questions.find(({ id }) => id === fault.question);
    const query = graph.findNode(`query:${FIRST_STEPS.name}-${fault.question}@1`);
    const answer = query === undefined ? undefined : replay.value.answers.get(query);
    return {
      query_id: `query:${FIRST_STEPS.name}-${fault.question}@1`,
      query: question?.text ?? '',
      golden_answers: [question?.gold ?? ''],
      prediction: answer?.prediction ?? '',
      source_evidence_ids: (question?.evidence ?? []).map(
        (place) => `${FIRST_STEPS.name}:${place}@1`,
      ),
      final_error_type: fault.type,
      final_op_id: fault.operation === undefined ? null : (opIds.get(fault.operation) ?? null),
      final_reason: fault.reason,
    };
  });
  return [...replay.value.exportParts(annotations)].join('');
}

/** The play as a conversation with these questions. */
function conversationOf(questions: readonly SampleQuestion[]): Conversation {
  const { name, speakers, chats } = FIRST_STEPS;
  return {
    id: name,
    dataset: 'Sample',
    metadata: { speaker_a: speakers[0], speaker_b: speakers[1] },
    sessions: chats.map((chat, c) => ({
      id: `${name}-session-${c + 1}`,
      metadata: {},
      messages: chat.turns.map((turn, t) => ({
        id: `${name}:D${c + 1}:${t + 1}`,
        name: turn.speaker,
        content: turn.text,
        role: 'user',
        timestamp: chat.time,
        metadata: {
          speaker_tag: turn.speaker === speakers[0] ? 'speaker_a' : 'speaker_b',
          dia_id: `D${c + 1}:${t + 1}`,
        },
      })),
    })),
    questions: questions.map((question) => ({
      id: `${name}-${question.id}`,
      question: question.text,
      goldenAnswers: [question.gold],
      metadata: {
        question_type: question.type,
        evidence: question.evidence.map((place) => `${name}:${place}`),
        speaker_names: speakers,
      },
    })),
  };
}

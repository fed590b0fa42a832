import type { EvolutionGraph } from '../../../src/graph/evolution-graph';
import {
  missedBySearch,
  missedFacts,
  Places,
  without,
  wrongAnswer,
  wrongDecision,
  wrongGold,
  wrongJudge,
  type Fault,
} from './faults';
import { QUESTIONS, WRONG_GOLD, type SampleQuestion } from './questions';
import type { SamplePlan } from './record';

const only = (...ids: readonly string[]): readonly SampleQuestion[] =>
  QUESTIONS.filter(({ id }) => ids.includes(id));

/** What each sample is made of. Together they hold a fault of every type. */
export const PLANS: Readonly<Record<string, SamplePlan>> = {
  'mem0-faults': {
    system: 'mem0',
    parameters: { top_k: 3 },
    questions: [...QUESTIONS, WRONG_GOLD],
    faults: (graph) => {
      const places = new Places(graph);
      return [
        missedFacts(places, 'nuts', 'D2:6'),
        wrongDecision(
          places,
          'course',
          'D3:3',
          'UPDATE',
          '12 March',
          'Mira takes a pottery course and made a blue bowl; Mrs Abel teaches it',
        ),
        wrongDecision(
          places,
          'dog',
          'D4:7',
          'DELETE',
          'Pixel',
          'Oskar adopted a grey dog called Pixel from the shelter, who is afraid of trams',
        ),
        missedBySearch(places, 'sign', 'memory_system.search_vector_store'),
        wrongAnswer(places, 'start', 'On 5 May.'),
        wrongJudge(places, 'kitchen'),
        wrongGold('swimming'),
      ];
    },
  },
  'rag-faults': {
    system: 'rag',
    parameters: { max_tokens: 110, top_k: 2 },
    questions: only('nuts', 'start', 'porto', 'dog', 'sign', 'teacher'),
    faults: (graph) => {
      const places = new Places(graph);
      return [
        shorterMemory(places, 'nuts', 'That is my brother Emil, and only hazelnuts.'),
        missedBySearch(places, 'teacher', 'memory_system.retrieve'),
        wrongAnswer(places, 'porto', 'To Lisbon.'),
      ];
    },
  },
  'long-context-faults': {
    system: 'long-context',
    parameters: { context_window: 900 },
    questions: only('kitchen', 'porto', 'dog', 'teacher'),
    faults: (graph) => {
      const places = new Places(graph);
      return [
        trimmed(graph, 'kitchen', 'dark green'),
        leftOut(places, 'dog', 'D4:5'),
        wrongAnswer(places, 'porto', 'To Lisbon.'),
      ];
    },
  },
  'evermemos-faults': {
    system: 'evermemos',
    parameters: { top_k: 2, sufficiency_check_docs: 2 },
    questions: only('nuts', 'porto', 'dog', 'sign', 'teacher'),
    faults: (graph) => {
      const places = new Places(graph);
      return [
        missedByEpisode(
          places,
          'nuts',
          'That is my brother Emil, and only hazelnuts. Almonds are fine.',
        ),
        missedBySearch(places, 'teacher', 'memory_system.agentic_round1_bundle'),
        wrongAnswer(places, 'dog', 'Bruno.'),
      ];
    },
  },
};

/** A document is stored without one sentence of it. */
function shorterMemory(places: Places, question: string, sentence: string): Fault {
  const { graph } = places;
  const operation = [...graph.adjacency.operationOrder].find(
    (op) =>
      graph.operationName(op) === 'memory_system.add' &&
      places.trace.operation(op).outputs.some((node) => graph.rawValue(node).includes(sentence)),
  );
  if (operation === undefined) throw new Error('No document holds the sentence.');
  return {
    question,
    type: 'ExtractionError',
    operation,
    interventions: [
      places.replace(operation, 'memory_entry', (_raw, node) => without(places, node, sentence)),
    ],
    reason: 'The document held the sentence; the memory was stored without it.',
  };
}

/** The window cuts off what a question needs: nothing is injected. */
function trimmed(graph: EvolutionGraph, question: string, text: string): Fault {
  let held = false;
  for (const op of graph.adjacency.operationOrder) {
    if (graph.operationName(op) !== 'memory_system.memory_update') continue;
    const version = graph.target(graph.edgesOf(op)[0] ?? 0);
    const holds = graph.rawValue(version).includes(text);
    if (held && !holds)
      return {
        question,
        type: 'UpdateError',
        operation: op,
        interventions: [],
        reason: 'The message was among the oldest when the memory was full, and was cut off.',
      };
    held = holds;
  }
  throw new Error('The window never cuts the text off.');
}

/** A message is never taken in. */
function leftOut(places: Places, question: string, place: string): Fault {
  const operation = places.reading(place);
  const message = places.trace.operation(operation).input('message') ?? 0;
  const value = places.trace.value(message);
  const content = value instanceof Map ? String(value.get('content')) : '';
  return {
    question,
    type: 'ExtractionError',
    operation,
    interventions: [
      places.replace(operation, 'memory_entry', (raw) => raw.replace(`\n${content}`, '')),
    ],
    reason: 'The new version of the memory does not hold the message.',
  };
}

/** An episode is told without a message. */
function missedByEpisode(places: Places, question: string, sentence: string): Fault {
  const { graph } = places;
  const operation = [...graph.adjacency.operationOrder].find(
    (op) =>
      graph.operationName(op) === 'memory_system.extract_memory' &&
      places.trace.operation(op).outputs.some((node) => graph.rawValue(node).includes(sentence)),
  );
  if (operation === undefined) throw new Error('No episode holds the sentence.');
  const cut = (raw: string): string => raw.replaceAll(sentence, 'All is well.');
  return {
    question,
    type: 'ExtractionError',
    operation,
    interventions: [
      places.replace(operation, 'raw_episode_extraction_response', cut),
      places.replace(operation, 'raw_event_log_extraction_response', cut),
    ],
    reason: 'The messages held it; neither episode nor event log does.',
  };
}

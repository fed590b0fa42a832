import type { ErrorType } from '../../../src/cases/error-type';
import type { EvolutionGraph } from '../../../src/graph/evolution-graph';
import { RecordedTrace } from '../../../src/replay/engine/recorded-trace';
import type { Intervention } from '../../../src/replay/interventions';
import { jsonBlock, jsonLine, reprText } from '../../../src/replay/recorder';
import { isPlainMap } from '../../../src/replay/engine/plain-fields';
import { toPlain } from '../../../src/replay/engine/metadata';
import { FIRST_STEPS } from '../first-steps';

/** A fault to inject into a faithful run: what is written instead, and the label that it deserves. */
export interface Fault {
  readonly question: string;
  readonly type: ErrorType;
  /** The operation of the faithful run that is to blame; absent when none is. */
  readonly operation: number | undefined;
  readonly interventions: readonly Intervention[];
  readonly reason: string;
}

/** Finds places in a faithful run by what they say. */
export class Places {
  readonly trace: RecordedTrace;
  constructor(readonly graph: EvolutionGraph) {
    this.trace = new RecordedTrace(graph);
  }

  /** The nth operation of a name that reads the message `D<chat>:<turn>`. */
  reading(place: string): number {
    const message = this.node(`${FIRST_STEPS.name}:${place}@1`);
    const edge = this.graph.outgoing(message)[0];
    return this.must(edge === undefined ? undefined : this.graph.operationOfEdge(edge), place);
  }

  /** The first operation of a name after another. */
  after(operation: number, name: string): number {
    const order = [...this.graph.adjacency.operationOrder];
    const rest = order.slice(order.indexOf(operation) + 1);
    return this.must(
      rest.find((op) => this.graph.operationName(op) === name),
      name,
    );
  }

  /** The operation of a name that reads a question. */
  of(question: string, name: string): number {
    const query = this.node(`query:${FIRST_STEPS.name}-${question}@1`);
    const edges = [...this.graph.outgoing(query)];
    const found = edges
      .map((edge) => this.graph.operationOfEdge(edge))
      .find((op) => op !== undefined && this.graph.operationName(op) === name);
    return this.must(found, question);
  }

  /** Replaces an output of an operation, found by its class or category. */
  replace(
    operation: number,
    kind: string,
    value: (raw: string, node: number) => string,
  ): Intervention {
    const node = this.must(this.trace.operation(operation).outputsOf(kind)[0], kind);
    return {
      kind: 'output',
      opId: this.graph.opId(operation),
      variable: this.graph.nodeId(node),
      value: value(this.graph.rawValue(node), node),
    };
  }

  private node(id: string): number {
    return this.must(this.graph.findNode(id), id);
  }

  private must<T>(value: T | undefined, what: string): T {
    if (value === undefined) throw new Error(`The run has no ${what}.`);
    return value;
  }
}

/** The answer itself is wrong although its context was right. */
export function wrongAnswer(places: Places, question: string, answer: string): Fault {
  const operation = places.of(question, 'question-answering');
  return {
    question,
    type: 'ResponseError',
    operation,
    interventions: [places.replace(operation, 'prediction', () => reprText(answer))],
    reason: 'The context holds the answer; the model said something else.',
  };
}

/** The search does not find what is stored: nothing is injected, the words of the question are others. */
export const missedBySearch = (places: Places, question: string, name: string): Fault => ({
  question,
  type: 'RetrievalError',
  operation: places.of(question, name),
  interventions: [],
  reason: 'A memory holds the answer; the search found others.',
});

/** The judge rejects a right answer. */
export function wrongJudge(places: Places, question: string): Fault {
  const judge = places.of(question, 'llm-judge');
  return {
    question,
    type: 'LLMAsAJudgeError',
    operation: undefined,
    interventions: [places.replace(judge, 'judge_response', () => reprText('{"label": "WRONG"}'))],
    reason: 'The answer is right; the judge rejected it.',
  };
}

/** The reference of the data set is wrong. */
export const wrongGold = (question: string): Fault => ({
  question,
  type: 'AnnotationError',
  operation: undefined,
  interventions: [],
  reason: 'The message contradicts the reference answer.',
});

/** Facts that a model leaves out of a message. */
export function missedFacts(places: Places, question: string, place: string): Fault {
  const operation = places.reading(place);
  const value = reprText(jsonLine({ facts: [] }));
  return {
    question,
    type: 'ExtractionError',
    operation,
    interventions: [places.replace(operation, 'raw_fact_extraction_response', () => value)],
    reason: 'The message holds the fact; the model extracted none.',
  };
}

/** A decision that does something else with a stored memory than it should. */
export function wrongDecision(
  places: Places,
  question: string,
  place: string,
  event: 'UPDATE' | 'DELETE',
  target: string,
  text: string,
): Fault {
  const operation = places.after(places.reading(place), 'memory_system.update_memory_decision');
  const instruction = places.trace.text(
    places.trace.operation(operation).outputsOf('memory_update_task_instruction')[0] ?? 0,
  );
  const shown = [...instruction.matchAll(/\{'id': '(\d+)', 'text': (?:'|")(.*?)(?:'|")\}/g)];
  const id = shown.find((found) => found[2]?.includes(target))?.[1];
  if (id === undefined) throw new Error(`The decision was not shown a memory of ${target}.`);
  const value = reprText(jsonLine({ memory: [{ id, text, event }] }));
  return {
    question,
    type: event === 'UPDATE' ? 'UpdateError' : 'DeletionError',
    operation,
    interventions: [places.replace(operation, 'raw_memory_update_decision', () => value)],
    reason:
      event === 'UPDATE'
        ? 'The update replaced what the memory held.'
        : 'A memory that is still true was deleted.',
  };
}

/** A text inside a value, taken out of every string of it. */
export function without(places: Places, node: number, text: string): string {
  const value = places.trace.value(node);
  const cut = (part: string): string => part.replaceAll(text, '').trim();
  if (!isPlainMap(value)) return places.graph.rawValue(node).replace(text, '');
  const fields = [...value].map(([key, item]) => [
    key,
    typeof item === 'string' ? cut(item) : toPlain(item),
  ]) satisfies readonly (readonly [string, unknown])[];
  return jsonBlock(Object.fromEntries(fields));
}

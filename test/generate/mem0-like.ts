import {
  contentName,
  jsonBlock,
  jsonLine,
  reprList,
  reprText,
  type Operation,
  type Place,
  type Plain,
  type Recorder,
  type SeededClock,
  type SeededIds,
} from '../../src/replay/recorder';
import {
  BUILD_CONTEXT,
  EXTRACTION_PROMPT,
  REMOVE_FENCE,
  updateInstruction,
  UPDATE_PROMPT,
} from './prompts';
import type { Decision, Turn } from './script';
import { mostSimilar } from './similar';

/** A memory of the store: its id, its text, the time it was last written, its node in the trace. */
interface Memory {
  readonly id: string;
  readonly text: string;
  readonly time: string;
  readonly node: string;
}

/** What answering gets from a search. */
export interface Found {
  readonly nodes: readonly string[];
  readonly context: string;
}

const line = (number: number): Place => ({ file: 'sample/memory.py', line: number });

/**
 * A memory system like Mem0 that records itself: each message is searched for facts, each fact is compared
 * with similar memories, and the store is changed as decided (memory-systems.md §3). What the models say
 * comes from the script; everything else is computed.
 */
export class Mem0Like {
  private readonly store = new Map<string, Memory>();

  constructor(
    private readonly recorder: Recorder,
    private readonly ids: SeededIds,
    private readonly clock: SeededClock,
    private readonly topK: number,
  ) {}

  /**
   * Ingests one message.
   * @returns the id of the operation that changed the store
   */
  ingest(message: string, turn: Turn, time: string): string {
    const facts = this.extract(message, turn.facts ?? []);
    return this.update(facts, turn, time);
  }

  /** Searches for a query variable; each hit is an edge, the score stands in its comment. */
  search(query: string, question: string): Found {
    const operation = this.recorder.operation({
      name: 'memory_system.search_vector_store',
      category: 'retrieval',
      comment: `Search the store for the ${this.topK} memories nearest to a question.`,
      metadata: { embedding_model: 'shared-words', top_k: this.topK },
      at: line(140),
    });
    const hits = mostSimilar(
      question,
      [...this.store.values()],
      (memory) => memory.text,
      this.topK,
    );
    for (const { candidate, score } of hits) {
      operation.link([query], [candidate.node], {
        category: 'operation',
        comment: `One memory '${candidate.id}' is retrieved from the memory store. The threshold is set to 0.0. Its score is ${score.toFixed(6)}.`,
        at: line(147),
      });
    }
    const blocks = hits.map(
      ({ candidate }, index) =>
        `### Memory ${index + 1}:\nMemory: ${candidate.text}\nTime: ${candidate.time}`,
    );
    return { nodes: hits.map(({ candidate }) => candidate.node), context: blocks.join('\n\n') };
  }

  /** The context variable of an answer, written from the memories that were found. */
  context(operation: Operation, found: Found): string {
    const node = this.recorder.variable({
      name: contentName('str', found.context),
      className: 'context',
      category: 'memory_context',
      value: reprText(found.context),
      comment: 'The memories as they are shown to the answering model.',
      metadata: { source_code: BUILD_CONTEXT },
      at: line(160),
    });
    operation.link(found.nodes, [node], {
      category: 'operation',
      comment: 'The context is built from the retrieved memories.',
      metadata: { source_code: BUILD_CONTEXT },
      at: line(160),
    });
    return node;
  }

  private extract(message: string, facts: readonly string[]): string {
    const operation = this.recorder.operation({
      name: 'memory_system.extract_facts',
      category: 'extraction',
      comment: 'A model lists the facts in a message. They carry no time yet.',
      metadata: { llm_model: 'sample-script' },
      at: line(20),
    });
    const prompt = this.prompt(
      'fact-extraction-system-prompt',
      'extraction',
      EXTRACTION_PROMPT,
      18,
    );
    this.clock.wait(430);
    const answer = jsonLine({ facts });
    const name = contentName('str', answer);
    const raw = this.response('raw_fact_extraction_response', name, reprText(answer), 27);
    operation.link([message, prompt], [raw], {
      comment: 'The model reads the message and the extraction prompt.',
      at: line(28),
    });
    const bare = this.response(
      'fact_extraction_response_with_code_block_removing',
      name,
      reprText(answer),
      31,
    );
    operation.link([raw], [bare], {
      comment: 'The response without the fence around it.',
      metadata: { source_code: REMOVE_FENCE },
      at: line(32),
    });
    const list = this.response('extracted_facts', name, reprList(facts), 36);
    operation.link([bare], [list], {
      comment: `The model lists ${facts.length} facts.`,
      at: line(37),
    });
    return list;
  }

  private update(facts: string, turn: Turn, time: string): string {
    const operation = this.recorder.operation({
      name: 'memory_system.update_memory_decision',
      category: 'update',
      comment: 'A model decides how the facts change the store.',
      metadata: { llm_model: 'sample-script' },
      at: line(50),
    });
    const found = turn.facts ?? [];
    if (found.length === 0) {
      const action = this.response(
        'update_action',
        contentName('dict', {}),
        '{}',
        54,
        'No actions.',
      );
      operation.link([facts], [action], {
        comment: 'No facts were found, so nothing is to be done.',
        at: line(55),
      });
      return operation.id;
    }
    const known = this.similarTo(found);
    const decisions = turn.decisions ?? [];
    const actions = listActions(known, decisions);
    const action = this.decide(operation, facts, found, known, actions);
    for (const decision of decisions) this.apply(operation, action, decision, time);
    return operation.id;
  }

  /** Instruction, response and parsed actions of one decision. */
  private decide(
    operation: Operation,
    facts: string,
    found: readonly string[],
    known: readonly Memory[],
    actions: readonly Plain[],
  ): string {
    const prompt = this.prompt('memory-update-decision-prompt', 'update', UPDATE_PROMPT, 60);
    const count = `Find ${known.length} existing memories similar to the new extracted facts.`;
    const existing = this.recorder.variable({
      name: contentName('str', count),
      className: 'existing_memories',
      category: 'similar_memories',
      value: reprText(count),
      comment: 'How many memories are shown to the model; their texts stand in the instruction.',
      at: line(63),
    });
    const shown = known.map((memory, index) => ({ id: String(index), text: memory.text }));
    const text = updateInstruction(jsonLine(shown), jsonLine(found));
    const instruction = this.recorder.variable({
      name: contentName('str', text),
      className: 'memory_update_task_instruction',
      category: 'prompt',
      value: reprText(text),
      comment: 'The update prompt with these memories and these facts.',
      metadata: { op_type: 'update' },
      at: line(66),
    });
    operation.link([facts, existing, prompt], [instruction], {
      comment: 'Facts, memories and rules become one instruction.',
      at: line(67),
    });
    this.clock.wait(1_150);
    const answer = jsonLine({ memory: actions });
    const name = contentName('str', answer);
    const raw = this.response('raw_memory_update_decision', name, reprText(answer), 72);
    operation.link([instruction], [raw], {
      comment: 'The model reads the instruction and decides.',
      at: line(73),
    });
    const bare = this.response(
      'memory_update_decision_with_code_block_removing',
      name,
      reprText(answer),
      76,
    );
    operation.link([raw], [bare], {
      comment: 'The response without the fence around it.',
      metadata: { source_code: REMOVE_FENCE },
      at: line(77),
    });
    const parsed = { memory: actions };
    const action = this.response(
      'update_action',
      contentName('dict', parsed),
      jsonBlock(parsed),
      80,
    );
    operation.link([bare], [action], {
      comment: `The model gives ${actions.length} actions.`,
      at: line(81),
    });
    return action;
  }

  private apply(operation: Operation, action: string, decision: Decision, time: string): void {
    if (decision.event === 'ADD') {
      const id = this.ids.uuid();
      const node = this.unit(id, decision.text, time, 90, false);
      operation.link([action], [node], {
        comment: `As decided, the memory '${id}' is added to the store.`,
        at: line(91),
      });
      this.store.set(decision.text, { id, text: decision.text, time, node });
      return;
    }
    const old = this.stored(decision.target);
    this.store.delete(decision.target);
    if (decision.event === 'UPDATE') {
      const node = this.unit(old.id, decision.text, time, 100, true);
      operation.link([old.node, action], [node], {
        category: 'llm_response',
        comment: `As decided, the memory '${old.id}' is updated.`,
        at: line(101),
      });
      this.store.set(decision.text, { id: old.id, text: decision.text, time, node });
      return;
    }
    const marker = this.recorder.variable({
      name: contentName('str', 'DELETED'),
      className: 'delete_marker',
      category: 'marker',
      value: reprText('DELETED'),
      comment: 'The memory is deleted.',
      at: line(110),
    });
    operation.link([old.node], [marker], {
      comment: `As decided, the memory '${old.id}' is deleted.`,
      at: line(111),
    });
  }

  /** Up to five memories near to each fact, each once. */
  private similarTo(facts: readonly string[]): readonly Memory[] {
    const memories = [...this.store.values()];
    const near = facts.flatMap((fact) => mostSimilar(fact, memories, (memory) => memory.text, 5));
    return [...new Set(near.map(({ candidate }) => candidate))];
  }

  private stored(text: string): Memory {
    const memory = this.store.get(text);
    if (memory === undefined)
      throw new Error(`The script names a memory that is not stored: ${text}`);
    return memory;
  }

  private unit(id: string, text: string, time: string, at: number, changed: boolean): string {
    const parts = {
      name: `memory-unit-${id}`,
      category: 'memory_entry',
      value: jsonBlock({ id, memory: text, timestamp: time }),
      comment: 'A memory of the store.',
      at: line(at),
    };
    return changed ? this.recorder.newVersion(parts) : this.recorder.variable(parts);
  }

  private response(
    className: string,
    name: string,
    value: string,
    at: number,
    comment = `What the model said (${className.replaceAll('_', ' ')}).`,
  ): string {
    return this.recorder.variable({
      name,
      className,
      category: 'llm_response',
      value,
      comment,
      at: line(at),
    });
  }

  private prompt(name: string, type: string, text: string, at: number): string {
    return this.recorder.variable({
      name,
      category: 'prompt',
      value: reprText(text),
      comment: `The ${type} prompt of the memory system.`,
      metadata: { op_type: type },
      at: line(at),
    });
  }
}

/** The model's answer: every memory it was shown, then what is new; memories are numbered as shown. */
function listActions(known: readonly Memory[], decisions: readonly Decision[]): readonly Plain[] {
  const shown = known.map((memory, index): Plain => {
    const id = String(index);
    const decision = decisions.find((d) => d.event !== 'ADD' && d.target === memory.text);
    if (decision?.event === 'UPDATE')
      return { id, text: decision.text, event: 'UPDATE', old_memory: memory.text };
    return { id, text: memory.text, event: decision?.event ?? 'NONE' };
  });
  const added = decisions
    .filter((decision) => decision.event === 'ADD')
    .map((decision, index) => ({
      id: String(known.length + index),
      text: decision.text,
      event: 'ADD',
    }));
  return [...shown, ...added];
}

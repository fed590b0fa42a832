import {
  contentName,
  jsonBlock,
  jsonLine,
  reprList,
  reprText,
  type Operation,
  type Plain,
} from '../../../../src/replay/recorder';
import { EXTRACTION_PROMPT, REMOVE_FENCE, UPDATE_PROMPT, updateInstruction } from '../../prompts';
import { mostSimilar } from '../../similar';
import type { Question, Turn } from '../play';
import { EMBEDDING, MODEL, type Found, type Stage } from '../stage';
import type { Player } from './player';

interface Memory {
  readonly id: string;
  readonly text: string;
  readonly time: string;
  readonly node: string;
}

/** What was decided: about the memory of this key. */
interface Action {
  readonly event: 'ADD' | 'UPDATE' | 'DELETE';
  readonly key: string;
  readonly text: string;
}

const DELETED = { className: 'delete_marker', category: 'marker', value: reprText('DELETED') };

/**
 * Mem0 (memory-systems.md §3). Notes on a message: `- [key] fact` is extracted and added, `- [key] fact | text`
 * added in other words, `- [>key] fact | text` updates that memory, `- [] fact` is extracted and ignored;
 * `* [xkey]` deletes a memory.
 */
export class Mem0Player implements Player {
  private readonly store = new Map<string, Memory>();
  private readonly operations = new Map<string, string>();

  constructor(private readonly stage: Stage) {}

  content(turn: Turn, role: string): string {
    return `${turn.text}\nBelow is this message's metadata:\nSpeaker Name: ${turn.speaker}\nSpeaker Role: ${role}\n`;
  }

  ingest(turn: Turn, message: string): void {
    const facts = turn.notes
      .filter((note) => note.startsWith('- '))
      .map((note) => note.replace(/^- \[[^\]]*\] /, '').split(' | ')[0] ?? '');
    const list = this.extract(turn.place, message, facts);
    this.decide(turn, list, facts, turn.notes.flatMap(readAction));
  }

  flush(): void {
    // Nothing waits: each message is worked off at once.
  }

  search(question: Question, query: string, number: number): Found {
    const { topK } = this.stage.play;
    const keys = question.search.join(' ').split(' ');
    if (keys.length !== topK) throw new Error(`Question ${number} finds ${keys.length} memories`);
    const operation = this.stage.begin(
      'memory_system.search_vector_store',
      'retrieval',
      `The store is searched for the ${topK} memories nearest to a question.`,
      { embedding_model: EMBEDDING, top_k: topK },
    );
    this.operations.set(`search ${number}`, operation.id);
    const scores = this.stage.scores(`search ${number}`, topK, 0.64);
    const hits = keys.map((key) => this.stored(key));
    if (new Set(hits).size !== topK) throw new Error(`Question ${number} finds a memory twice`);
    hits.forEach((memory, i) => {
      operation.link([query], [memory.node], {
        category: 'operation',
        comment: `One memory '${memory.id}' is retrieved from the memory store. The threshold is set to 0.0. Its score is ${scores[i] ?? ''}.`,
      });
    });
    return {
      nodes: hits.map(({ node }) => node),
      texts: hits.map(({ text, time }) => `Memory: ${text}\nTime: ${time}`),
    };
  }

  operation(words: string): string | undefined {
    return this.operations.get(words);
  }

  private extract(place: string, message: string, facts: readonly string[]): string {
    const operation = this.stage.begin(
      'memory_system.extract_facts',
      'extraction',
      'A model lists the facts in a message.',
      { llm_model: MODEL },
    );
    this.operations.set(`extract ${place}`, operation.id);
    const prompt = this.stage.prompt(
      'fact-extraction-system-prompt',
      'extraction',
      EXTRACTION_PROMPT,
    );
    const answer = jsonLine({ facts });
    const raw = this.stage.respond(
      operation,
      [message, prompt],
      'raw_fact_extraction_response',
      answer,
    );
    const bare = this.stage.respond(
      operation,
      [raw],
      'fact_extraction_response_with_code_block_removing',
      answer,
      { metadata: { source_code: REMOVE_FENCE } },
    );
    return this.stage.derive(operation, [bare], {
      className: 'extracted_facts',
      name: contentName('str', answer),
      value: reprList(facts),
      link: { comment: `The model lists ${facts.length} facts.` },
    });
  }

  private decide(
    turn: Turn,
    list: string,
    facts: readonly string[],
    actions: readonly Action[],
  ): void {
    const operation = this.stage.begin(
      'memory_system.update_memory_decision',
      'update',
      'A model decides how the facts change the store.',
      { llm_model: MODEL },
    );
    this.operations.set(`decide ${turn.place}`, operation.id);
    if (facts.length === 0) {
      const nothing = { className: 'update_action', name: contentName('dict', {}), value: '{}' };
      this.stage.derive(operation, [list], nothing);
      return;
    }
    const action = this.respond(operation, list, facts, actions);
    for (const each of actions) this.apply(operation, action, each, turn.time);
  }

  /** Instruction, response and parsed actions. */
  private respond(
    operation: Operation,
    list: string,
    facts: readonly string[],
    actions: readonly Action[],
  ): string {
    const { stage } = this;
    const known = this.shown(facts, actions);
    const prompt = stage.prompt('memory-update-decision-prompt', 'update', UPDATE_PROMPT);
    const count = `Find ${known.length} existing memories similar to the new extracted facts.`;
    const existing = stage.recorder.variable({
      name: contentName('str', count),
      className: 'existing_memories',
      category: 'similar_memories',
      value: reprText(count),
    });
    const texts = known.map(([, { text }], i) => ({ id: String(i), text }));
    const instruction = updateInstruction(jsonLine(texts), jsonLine(facts));
    const task = stage.derive(operation, [list, existing, prompt], {
      className: 'memory_update_task_instruction',
      category: 'prompt',
      name: contentName('str', instruction),
      value: reprText(instruction),
    });
    const memory = listActions(known, actions);
    const answer = jsonLine({ memory });
    const fenced = `\`\`\`json\n${answer}\n\`\`\``;
    const raw = stage.respond(operation, [task], 'raw_memory_update_decision', fenced);
    const bare = stage.respond(
      operation,
      [raw],
      'memory_update_decision_with_code_block_removing',
      answer,
      { metadata: { source_code: REMOVE_FENCE } },
    );
    return stage.derive(operation, [bare], {
      className: 'update_action',
      name: contentName('dict', { memory }),
      value: jsonBlock({ memory }),
    });
  }

  private apply(operation: Operation, action: string, { event, key, text }: Action, time: string) {
    if (event === 'ADD') {
      if (this.store.has(key)) throw new Error(`${key} is stored already`);
      const id = this.stage.ids.uuid();
      const node = this.stage.derive(operation, [action], unit(id, text, time));
      this.store.set(key, { id, text, time, node });
      return;
    }
    const old = this.stored(key);
    if (event === 'UPDATE') {
      const link = { category: 'llm_response', comment: `The memory '${old.id}' is updated.` };
      const node = this.stage.derive(operation, [old.node, action], {
        ...unit(old.id, text, time),
        link,
      });
      this.store.set(key, { id: old.id, text, time, node });
      return;
    }
    const comment = `The memory '${old.id}' is deleted.`;
    this.stage.derive(operation, [old.node], {
      ...DELETED,
      name: contentName('str', 'DELETED'),
      link: { comment },
    });
    this.store.delete(key);
  }

  /** Up to five memories near to each fact, and those that the play changes. */
  private shown(
    facts: readonly string[],
    actions: readonly Action[],
  ): readonly (readonly [string, Memory])[] {
    const all = [...this.store];
    const near = facts.flatMap((fact) => mostSimilar(fact, all, ([, { text }]) => text, 5));
    const changed = actions.flatMap(({ event, key }) => (event === 'ADD' ? [] : [key]));
    const keys = new Set([...near.map(({ candidate }) => candidate[0]), ...changed]);
    return [...keys].map((key) => [key, this.stored(key)]);
  }

  private stored(key: string): Memory {
    const memory = this.store.get(key);
    if (memory === undefined) throw new Error(`No memory "${key}" is stored`);
    return memory;
  }
}

const unit = (id: string, text: string, time: string) => ({
  className: '',
  category: 'memory_entry',
  name: `memory-unit-${id}`,
  value: jsonBlock({ id, memory: text, timestamp: time }),
});

function readAction(note: string): readonly Action[] {
  const [, mark = '', key = '', rest = ''] = /^[-*] \[([>x]?)([^\]]*)\] ?(.*)$/.exec(note) ?? [];
  if (key === '') return [];
  const [fact = '', text = fact] = rest.split(' | ');
  return [{ event: mark === '>' ? 'UPDATE' : mark === 'x' ? 'DELETE' : 'ADD', key, text }];
}

/** What the model says about each memory it was shown, then what it adds. */
function listActions(
  known: readonly (readonly [string, Memory])[],
  actions: readonly Action[],
): readonly Plain[] {
  const said = known.map(([key, { text }], i): Plain => {
    const id = String(i);
    const change = actions.find((action) => action.key === key && action.event !== 'ADD');
    if (change?.event === 'UPDATE')
      return { id, text: change.text, event: 'UPDATE', old_memory: text };
    return { id, text, event: change === undefined ? 'NONE' : 'DELETE' };
  });
  const added = actions
    .filter(({ event }) => event === 'ADD')
    .map(({ text }, i): Plain => ({ id: String(known.length + i), text, event: 'ADD' }));
  return [...said, ...added];
}

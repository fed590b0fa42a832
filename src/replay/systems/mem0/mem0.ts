import type { Held } from '../../engine/held';
import type { ReplayRun } from '../../engine/run';
import { EXTRACTION_PROMPT } from '../../prompts/mem0-prompts';
import { linkFound } from '../found-units';
import {
  nthOf,
  type Found,
  type MemorySystemRun,
  type Message,
  type Query,
  type Recorded,
} from '../memory-system';
import { applyActions } from './apply-actions';
import { decide } from './decide';
import { extractFacts } from './extract-facts';
import { frameOf, type InstructionFrame } from './instruction';
import { Mem0Store } from './store';
import { storeMessage } from './store-message';

/**
 * Mem0 (memory-systems §3): a model extracts facts from each message, the memories similar to them are
 * looked up, a model decides what is added, updated or deleted, and the store follows.
 */
export class Mem0 implements MemorySystemRun {
  private readonly store = new Mem0Store();
  private readonly frame: InstructionFrame;

  constructor(private readonly run: ReplayRun) {
    this.frame = frameOf(run.trace);
  }

  async ingest(messages: readonly Message[], recorded: Recorded): Promise<void> {
    // A message without operations in the record: the exception that lost it is part of the run.
    if (this.run.trace !== undefined && recorded.length === 0) return;
    const stored = nthOf(recorded, 'memory_system.add_to_vector_store');
    if (stored !== undefined) {
      for (const message of messages) storeMessage(this.run, this.store, message, stored);
      return;
    }
    const extraction = this.run.begin(
      this.start(
        'memory_system.extract_facts',
        'extraction',
        'A model lists the facts in a message.',
      ),
      nthOf(recorded, 'memory_system.extract_facts'),
    );
    const prompt = this.run.prompt(
      'fact-extraction-system-prompt',
      {
        name: 'fact-extraction-system-prompt',
        category: 'prompt',
        metadata: { op_type: 'extraction' },
      },
      EXTRACTION_PROMPT,
    );
    const facts = await extractFacts(this.run, extraction, messages, prompt);
    if (this.endsEarly(facts, recorded)) return;
    const update = this.run.begin(
      this.start(
        'memory_system.update_memory_decision',
        'update',
        'A model decides how the facts change the store.',
      ),
      nthOf(recorded, 'memory_system.update_memory_decision'),
    );
    const decision = await decide(this.run, update, this.store.units, facts, this.frame);
    if (decision !== undefined)
      applyActions(this.run, update, this.store, decision, messages.at(-1)?.timestamp ?? '');
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  search(query: Query, recorded: Recorded): Promise<Found> {
    const topK = this.run.parameters.number('top_k', 10);
    const operation = this.run.begin(
      {
        name: 'memory_system.search_vector_store',
        category: 'retrieval',
        comment: `The ${topK} memories nearest to a question are looked up.`,
        metadata: {
          embedding_model: this.run.parameters.text('embedding_model', 'BM25'),
          top_k: topK,
        },
      },
      nthOf(recorded, 'memory_system.search_vector_store'),
    );
    return linkFound(
      this.run,
      operation,
      query,
      this.store.units,
      topK,
      ' The threshold is set to 0.0.',
    );
  }

  /** Whether the record broke off after the extraction, and nothing changed since. */
  private endsEarly(facts: Held, recorded: Recorded): boolean {
    if (this.run.trace === undefined || facts.recorded === undefined) return false;
    return nthOf(recorded, 'memory_system.update_memory_decision') === undefined;
  }

  private start(name: string, category: string, comment: string) {
    const llm_model = this.run.parameters.text('llm_model', 'unknown');
    return { name, category, comment, metadata: { llm_model } };
  }
}

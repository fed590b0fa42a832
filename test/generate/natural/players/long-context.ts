import { lines, type Question, type Turn } from '../play';
import { MODEL, type Found, type Stage } from '../stage';
import type { Player } from './player';
import { tokensOf } from './rag';

/**
 * Long-Context (memory-systems.md §1). The construction names the messages that an update did not take in:
 * `skip D1:2`.
 */
export class LongContextPlayer implements Player {
  private texts: readonly string[] = [];
  private node: string;
  private readonly operations = new Map<string, string>();
  private readonly skipped: ReadonlySet<string>;

  constructor(private readonly stage: Stage) {
    const faults = lines(stage.play.construction ?? '').map((line) => line.split(' '));
    this.skipped = new Set(faults.map(([, place = '']) => place));
    this.node = stage.change('memory-unit', 'memory_entry', '');
  }

  content(turn: Turn, role: string): string {
    return `Speaker ${turn.speaker} (role: ${role}) says: ${turn.text}\nTimestamp: ${turn.time}`;
  }

  ingest(turn: Turn, message: string): void {
    const budget = this.stage.play.tokens ?? 0;
    const metadata = {
      context_window: budget,
      message_separator: '\n',
      llm_model_for_tokenizer: MODEL,
    };
    const operation = this.stage.begin(
      'memory_system.memory_update',
      'update',
      'A message joins the context; the oldest ones leave a full one.',
      metadata,
    );
    this.operations.set(`update ${turn.place}`, operation.id);
    const role = this.stage.play.roles?.[turn.speaker] ?? 'user';
    const texts = this.skipped.has(turn.place)
      ? [...this.texts]
      : [...this.texts, this.content(turn, role)];
    while (tokensOf(texts.join('\n')) > budget) texts.shift();
    this.texts = texts;
    const node = this.stage.change('memory-unit', 'memory_entry', texts.join('\n'));
    operation.link([this.node, message], [node], { metadata });
    this.node = node;
  }

  flush(): void {
    // Nothing waits: each message joins the context at once.
  }

  search(_question: Question, query: string, number: number): Found {
    const metadata = { top_k: this.stage.play.topK };
    const operation = this.stage.begin(
      'memory_system.retrieve',
      'retrieval',
      'The context as it is goes to the question.',
      metadata,
    );
    this.operations.set(`search ${number}`, operation.id);
    operation.link([query], [this.node], { metadata });
    const text = `What follows between the long_context_memory tags is what the user and others said so far:\n<long_context_memory>\n${this.texts.join('\n')}\n</long_context_memory>\nUse it to answer.`;
    return { nodes: [this.node], texts: [text] };
  }

  operation(words: string): string | undefined {
    return this.operations.get(words);
  }

  /** The messages that the context still holds, for whoever writes the play. */
  documents(): readonly string[] {
    return this.texts;
  }
}

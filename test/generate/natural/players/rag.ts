import { contentName, jsonBlock, reprText } from '../../../../src/replay/recorder';
import { lines, type Question, type Turn } from '../play';
import { EMBEDDING, MODEL, type Found, type Stage } from '../stage';
import type { Player } from './player';

interface Buffer {
  readonly texts: readonly string[];
  readonly node: string;
}

/** About the tokens of a text: the budget only has to be kept the same way everywhere. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

const total = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + tokensOf(text), 0);

/**
 * RAG (memory-systems.md §2). The construction names what went wrong: `skip D1:2` is a message that an
 * update left out of the buffer, `cut 3 200` a document of which the store kept so many characters.
 */
export class RagPlayer implements Player {
  private buffer: Buffer;
  private readonly units: { readonly id: string; readonly node: string; readonly text: string }[] =
    [];
  private readonly operations = new Map<string, string>();
  private readonly skipped: ReadonlySet<string>;
  private readonly cuts: ReadonlyMap<number, number>;

  constructor(private readonly stage: Stage) {
    const faults = lines(stage.play.construction ?? '').map((line) => line.split(' '));
    this.skipped = new Set(
      faults.flatMap(([word, place = '']) => (word === 'skip' ? [place] : [])),
    );
    this.cuts = new Map(
      faults.flatMap(([word, unit, length]) =>
        word === 'cut' ? [[Number(unit), Number(length)] as const] : [],
      ),
    );
    this.buffer = { texts: [], node: this.bufferNode([]) };
  }

  content(turn: Turn, role: string): string {
    return `Speaker ${turn.speaker} (role: ${role}) says: ${turn.text}\nTimestamp: ${turn.time}`;
  }

  ingest(turn: Turn, message: string): void {
    const operation = this.update('A message joins the buffer; a full one becomes a document.');
    this.operations.set(`buffer ${turn.place}`, operation.id);
    const old = this.buffer;
    const role = this.stage.play.roles?.[turn.speaker] ?? 'user';
    const taken = this.skipped.has(turn.place) ? [] : [this.content(turn, role)];
    const isFull = total([...old.texts, ...taken]) > (this.stage.play.tokens ?? 0);
    const texts = isFull ? taken : [...old.texts, ...taken];
    const node = this.bufferNode(texts);
    operation.link([old.node, message], [node], { category: 'update' });
    this.buffer = { texts, node };
    if (isFull) this.store(operation, [message, old.node], old.texts);
  }

  flush(): void {
    const operation = this.update('What the buffer still holds becomes a document.');
    const old = this.buffer;
    const node = this.bufferNode([]);
    const emitted = this.emit(operation, [old.node], old.texts);
    operation.link([old.node], [node], { category: 'update' });
    this.add(emitted, old.texts.join('\n'));
  }

  search(question: Question, query: string, number: number): Found {
    const { topK } = this.stage.play;
    const operation = this.stage.begin(
      'memory_system.retrieve',
      'retrieval',
      `The store is searched for the ${topK} documents nearest to a question.`,
      { top_k: topK, embedding_model: EMBEDDING },
    );
    this.operations.set(`search ${number}`, operation.id);
    const hits = question.search
      .join(' ')
      .split(' ')
      .map((key) => {
        const unit = this.units[Number(key) - 1];
        if (unit === undefined) throw new Error(`No document ${key}`);
        return unit;
      });
    if (hits.length !== topK) throw new Error(`Question ${number} finds ${hits.length} documents`);
    const scores = this.stage.scores(`search ${number}`, topK, 0.52);
    hits.forEach(({ id, node }, i) => {
      operation.link([query], [node], {
        category: 'operation',
        comment: `One memory '${id}' is retrieved from the memory store. Its score is ${scores[i] ?? ''}.`,
      });
    });
    return { nodes: hits.map(({ node }) => node), texts: hits.map(({ text }) => text) };
  }

  operation(words: string): string | undefined {
    return this.operations.get(words);
  }

  /** The documents, for whoever writes the play. */
  documents(): readonly string[] {
    return this.units.map(({ text }) => text);
  }

  private update(comment: string) {
    return this.stage.begin('memory_system.message_buffer_update', 'update', comment, {
      deferred: true,
      max_tokens: this.stage.play.tokens ?? 0,
      num_overlap_msgs: 0,
      message_separator: '\n',
      llm_model_for_tokenizer: MODEL,
    });
  }

  private store(
    operation: ReturnType<RagPlayer['update']>,
    inputs: readonly string[],
    texts: readonly string[],
  ): void {
    this.add(this.emit(operation, inputs, texts), texts.join('\n'));
  }

  private emit(
    operation: ReturnType<RagPlayer['update']>,
    inputs: readonly string[],
    texts: readonly string[],
  ): string {
    const text = texts.join('\n');
    return this.stage.derive(operation, inputs, {
      className: 'temporary_variable',
      category: 'temporary_variable',
      name: contentName('str', text),
      value: reprText(text),
      link: { category: 'extraction' },
    });
  }

  private add(document: string, whole: string): void {
    const operation = this.stage.begin(
      'memory_system.add',
      'update',
      'A document is embedded and stored.',
    );
    const number = this.units.length + 1;
    this.operations.set(`add ${number}`, operation.id);
    const text = whole.slice(0, this.cuts.get(number) ?? whole.length);
    const id = this.stage.ids.uuid();
    const node = this.stage.derive(operation, [document], {
      className: '',
      category: 'memory_entry',
      name: `memory-unit-${id}`,
      value: jsonBlock({ content: text, id }),
    });
    this.units.push({ id, node, text });
  }

  private bufferNode(texts: readonly string[]): string {
    const value = jsonBlock({ buffer_total_tokens: total(texts), message_buffer: texts });
    return this.stage.change('message-buffer', 'message_buffer', value);
  }
}

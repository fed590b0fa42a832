import type { Held } from '../engine/held';
import type { ReplayOperation } from '../engine/replay-operation';
import { field, textField, textsField } from '../engine/plain-fields';
import type { ReplayRun } from '../engine/run';
import { contentName, jsonBlock, reprText } from '../recorder';
import type { TokenCounter } from '../tokens/token-counter';
import { linkFound, type StoredUnit } from './found-units';
import {
  nthOf,
  type Found,
  type MemorySystemRun,
  type Message,
  type Query,
  type Recorded,
} from './memory-system';
import { isShortened } from './message-window';

const UPDATE = 'memory_system.message_buffer_update';

/** The buffered messages and their tokens. */
interface Buffer {
  readonly texts: readonly string[];
  readonly counts: readonly number[];
  readonly held: Held;
}

interface RecordedBuffer {
  readonly texts: readonly string[];
  readonly total: number;
}

/**
 * RAG (memory-systems §2): messages are buffered; when the next one would exceed the token budget, the
 * buffer becomes a document that is stored and searched by embedding.
 */
export class Rag implements MemorySystemRun {
  private buffer: Buffer | undefined;
  private readonly units = new Map<string, StoredUnit>();

  constructor(
    private readonly run: ReplayRun,
    private readonly tokens: TokenCounter,
  ) {}

  async ingest(messages: readonly Message[], recorded: Recorded): Promise<void> {
    for (const [i, message] of messages.entries()) {
      const document = await this.update(message, recorded, i);
      if (document !== undefined) this.add(document, recorded, i);
    }
  }

  flush(recorded: Recorded): Promise<void> {
    const buffer = this.buffer;
    if (buffer === undefined || (buffer.texts.length === 0 && recorded.length === 0))
      return Promise.resolve();
    const operation = this.run.begin(
      this.start('The rest of the buffer is stored.'),
      nthOf(recorded, UPDATE),
    );
    const document = this.emit(operation, [buffer.held], buffer);
    const value = jsonBlock({ buffer_total_tokens: 0, message_buffer: [] });
    const held = operation.derive(
      [buffer.held],
      { name: 'message-buffer', category: 'message_buffer', value },
      { isVersion: true, link: { category: 'update' } },
    );
    this.buffer = { texts: [], counts: [], held };
    this.add(document, recorded, 0);
    return Promise.resolve();
  }

  async search(query: Query, recorded: Recorded): Promise<Found> {
    const topK = this.run.parameters.number('top_k', 10);
    const operation = this.run.begin(
      {
        name: 'memory_system.retrieve',
        category: 'retrieval',
        comment: `The ${topK} memories nearest to a question are looked up.`,
        metadata: {
          top_k: topK,
          embedding_model: this.run.parameters.text('embedding_model', 'BM25'),
        },
      },
      nthOf(recorded, 'memory_system.retrieve'),
    );
    return linkFound(this.run, operation, query, this.units, topK);
  }

  private start(comment: string) {
    const { parameters } = this.run;
    return {
      name: UPDATE,
      category: 'update',
      comment,
      dependsOn: ['deferred', 'max_tokens', 'num_overlap_msgs', 'message_separator'],
      metadata: {
        deferred: parameters.flag('deferred', true),
        max_tokens: parameters.number('max_tokens', 1_200),
        num_overlap_msgs: parameters.number('num_overlap_msgs', 0),
        message_separator: parameters.text('message_separator', '\n'),
        llm_model_for_tokenizer: parameters.text('llm_model_for_tokenizer', 'gpt-4.1-mini'),
      },
    };
  }

  /** @returns the document that was emitted, if any */
  private async update(
    message: Message,
    recorded: Recorded,
    nth: number,
  ): Promise<Held | undefined> {
    const { parameters } = this.run;
    const operation = this.run.begin(
      this.start('A message joins the buffer; a full buffer becomes a document.'),
      nthOf(recorded, UPDATE, nth),
    );
    const old = this.buffer ?? this.first(operation);
    const inputs = [old.held, message.held];
    const place = operation.take({ category: 'message_buffer' });
    const raw = place === undefined ? undefined : this.recordedBuffer(place);
    const quoted = operation.isIdeal ? undefined : raw?.texts.at(-1);
    const taken = this.taken(operation, message, quoted);
    const overlap = parameters.number('num_overlap_msgs', 0);
    const limit = parameters.number('max_tokens', 1_200);
    const total = sum(old.counts);
    let first = overlap > 0 ? Math.max(0, old.texts.length - overlap) : old.texts.length;
    const keptTokens = sum(old.counts.slice(first));
    const recordedCount = this.recordedCount(operation, raw, taken, keptTokens);
    const count = recordedCount ?? (await this.tokens.count(taken));
    while (first < old.texts.length && sum(old.counts.slice(first)) + count > limit) first++;
    const kept = old.texts.slice(first);
    const keptCounts = old.counts.slice(first);
    const isFull = operation.settled(
      inputs,
      'temporary_variable',
      // Without a count of its own in the record, whether the buffer was full is read back with it.
      recordedCount === undefined && place !== undefined && !operation.isIdeal
        ? this.wasFull(operation)
        : total + count > limit && old.texts.length > 0,
      'The buffer was stored although it was not full, or kept although it was.',
    );
    const isDeferred = parameters.flag('deferred', true);
    const texts = isFull ? (isDeferred ? [...kept, taken] : kept) : [...old.texts, taken];
    const counts = isFull
      ? isDeferred
        ? [...keptCounts, count]
        : keptCounts
      : [...old.counts, count];
    const held = operation.derive(
      inputs,
      {
        name: 'message-buffer',
        category: 'message_buffer',
        value: jsonBlock({ buffer_total_tokens: sum(counts), message_buffer: texts }),
        comment: 'Messages that are not stored yet.',
      },
      {
        from: place,
        isVersion: true,
        link: { category: 'update' },
        anomaly: 'The buffer does not hold what it held before and the new message.',
      },
    );
    this.buffer = this.settle(held, texts, counts);
    if (!isFull) return undefined;
    const emitted = isDeferred ? old : { ...old, texts: [...old.texts, taken] };
    return this.emit(operation, [message.held, old.held], emitted);
  }

  /** The tokens of a message, as the totals of the recorded buffers tell them. */
  private recordedCount(
    operation: ReplayOperation,
    after: RecordedBuffer | undefined,
    taken: string,
    overlap: number,
  ): number | undefined {
    const before = operation.recorded?.input('message_buffer');
    if (after === undefined || before === undefined || after.texts.at(-1) !== taken)
      return undefined;
    const isFull = this.wasFull(operation);
    const rest = isFull
      ? after.texts.length > 1
        ? overlap
        : 0
      : this.recordedBuffer(before).total;
    return after.total - rest;
  }

  private wasFull(operation: ReplayOperation): boolean {
    return (operation.recorded?.countOf('temporary_variable') ?? 0) > 0;
  }

  /** The text of the message as the buffer took it in: the record quotes it there. */
  private taken(operation: ReplayOperation, message: Message, quoted: string | undefined): string {
    if (quoted === undefined || quoted === message.content) return message.content;
    if (!isShortened(message.content, quoted)) return message.content;
    this.run.remarkShortened(operation.recorded?.op, message.held.recorded);
    return quoted;
  }

  /** The buffer becomes a document. */
  private emit(operation: ReplayOperation, inputs: readonly Held[], buffer: Buffer): Held {
    const text = buffer.texts.join(this.run.parameters.text('message_separator', '\n'));
    return operation.derive(
      inputs,
      {
        name: contentName('str', text),
        className: 'temporary_variable',
        category: 'temporary_variable',
        value: reprText(text),
        comment: 'The document that will be stored.',
      },
      {
        link: { category: 'extraction' },
        anomaly: 'The document lacks a message that the buffer held.',
      },
    );
  }

  private add(document: Held, recorded: Recorded, nth: number): void {
    const operation = this.run.begin(
      {
        name: 'memory_system.add',
        category: 'update',
        comment: 'A document is stored as a memory.',
      },
      nthOf(recorded, 'memory_system.add', nth),
    );
    const place = operation.take({ category: 'memory_entry' });
    const id = this.recordedId(place) ?? this.run.uuid();
    const name = `memory-unit-${id}`;
    const text = this.run.text(document);
    const held = operation.derive(
      [document],
      {
        name,
        category: 'memory_entry',
        value: jsonBlock({ content: text, id }),
        comment: 'A memory.',
      },
      {
        from: place,
        link: { category: 'update' },
        anomaly: 'The memory holds less than the document that was to be stored.',
      },
    );
    this.units.set(name, { name, id, held, text: textField(this.run.readValue(held), 'content') });
  }

  private recordedId(place: number | undefined): string | undefined {
    const trace = this.run.trace;
    if (place === undefined || trace === undefined) return undefined;
    const id = textField(trace.value(place), 'id');
    return id !== '' ? id : trace.graph.fullName(place).replace(/^memory-unit-/, '');
  }

  private recordedBuffer(node: number): RecordedBuffer {
    const value = this.run.trace?.value(node) ?? null;
    const total = field(value, 'buffer_total_tokens');
    return {
      texts: textsField(value, 'message_buffer'),
      total: typeof total === 'number' ? total : 0,
    };
  }

  /** The buffer as it went on, which is the recorded one after an anomaly or an intervention. */
  private settle(held: Held, texts: readonly string[], counts: readonly number[]): Buffer {
    const value = this.run.readValue(held);
    const list = textsField(value, 'message_buffer');
    const total = field(value, 'buffer_total_tokens');
    if (list.length === texts.length && list.every((text, i) => text === texts[i]))
      return { texts, counts, held };
    const even = typeof total === 'number' ? total / (list.length || 1) : 0;
    return { texts: list, counts: list.map(() => even), held };
  }

  private first(operation: ReplayOperation): Buffer {
    const node = operation.recorded?.input('message_buffer');
    if (node !== undefined) {
      const { texts, total } = this.recordedBuffer(node);
      return {
        texts,
        counts: texts.map(() => total / (texts.length || 1)),
        held: this.run.carry(node),
      };
    }
    const value = jsonBlock({ buffer_total_tokens: 0, message_buffer: [] });
    const held = this.run.fresh({ name: 'message-buffer', category: 'message_buffer', value });
    return { texts: [], counts: [], held };
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);

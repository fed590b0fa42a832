import type { Held } from '../engine/held';
import type { ReplayRun } from '../engine/run';
import type { TokenCounter } from '../tokens/token-counter';
import {
  nthOf,
  type Found,
  type MemorySystemRun,
  type Message,
  type Query,
  type Recorded,
} from './memory-system';
import { longestEnd, withoutSome } from './message-window';

const UNIT = 'memory-unit';

/**
 * Long-Context (memory-systems §1): one memory unit that every message is appended to; the oldest
 * messages are cut off when it grows over the window. The trace records no token counts, so where it
 * was cut is read by position while nothing changed, and counted otherwise.
 */
export class LongContext implements MemorySystemRun {
  private unit: Held | undefined;
  /** The messages in the unit, oldest first. */
  private kept: readonly string[] = [];

  constructor(
    private readonly run: ReplayRun,
    private readonly tokens: TokenCounter,
  ) {}

  async ingest(messages: readonly Message[], recorded: Recorded): Promise<void> {
    for (const [i, message] of messages.entries())
      await this.update(message, recorded.length > i ? recorded : []);
  }

  flush(): Promise<void> {
    return Promise.resolve();
  }

  search(query: Query, recorded: Recorded): Promise<Found> {
    const operation = this.run.begin(
      {
        name: 'memory_system.retrieve',
        category: 'retrieval',
        comment: 'The whole memory is handed to the question.',
        metadata: { top_k: this.run.parameters.number('top_k', 10) },
      },
      nthOf(recorded, 'memory_system.retrieve'),
    );
    const unit = this.unit;
    if (unit === undefined) return Promise.resolve({ hits: [] });
    operation.link([query.held], [unit], { category: 'retrieval' });
    return Promise.resolve({ hits: [{ held: unit, text: unit.value }] });
  }

  private async update(message: Message, recorded: Recorded): Promise<void> {
    const window = this.run.parameters.number('context_window', 32_768);
    const separator = this.run.parameters.text('message_separator', '\n');
    const metadata = {
      context_window: window,
      message_separator: separator,
      llm_model_for_tokenizer: this.run.parameters.text('llm_model_for_tokenizer', 'gpt-4.1-mini'),
    };
    const operation = this.run.begin(
      {
        name: 'memory_system.memory_update',
        category: 'update',
        comment: 'A message is appended to the memory; the oldest ones go when it is full.',
        metadata,
      },
      nthOf(recorded, 'memory_system.memory_update'),
    );
    const before = this.unit ?? this.first(operation.recorded?.inputs ?? []);
    const place = operation.take({ category: 'memory_entry' });
    const raw = place === undefined ? undefined : this.run.trace?.graph.rawValue(place);
    const isKnown =
      raw !== undefined &&
      operation.isUnchanged([before, message.held]) &&
      !this.run.parameters.isChanged('context_window', 'message_separator');
    const appended = [...this.kept, message.content];
    const read = isKnown && !operation.isIdeal ? this.readBack(raw, separator, message) : undefined;
    let kept = read ?? (isKnown ? appended : await this.trim(appended, window, separator));
    if (operation.isIdeal) kept = this.keepIdeally(appended, raw, separator);
    if (read !== undefined && read.at(-1) !== message.content)
      this.run.remarkShortened(operation.recorded?.op, message.held.recorded);
    const unit = operation.derive(
      [before, message.held],
      { name: UNIT, category: 'memory_entry', value: kept.join(separator), comment: 'The memory.' },
      {
        from: place,
        isVersion: true,
        isHiddenChanged: !isKnown,
        link: { category: 'update', metadata },
        anomaly:
          'The new version is not the old one with the message appended and its oldest messages cut off.',
      },
    );
    this.kept =
      unit.value === kept.join(separator) ? kept : withoutSome(appended, unit.value, separator);
    this.unit = unit;
  }

  /** Where the record cut: the messages that its version ends with, the new one perhaps shortened. */
  private readBack(
    raw: string,
    separator: string,
    message: Message,
  ): readonly string[] | undefined {
    return longestEnd(this.kept, message.content, raw, separator);
  }

  /** The oldest messages go until the rest fits the window. */
  private async trim(
    messages: readonly string[],
    window: number,
    separator: string,
  ): Promise<readonly string[]> {
    const counts = await this.tokens.countAll(messages);
    const between = await this.tokens.count(separator);
    let total = counts.reduce((sum, count) => sum + count + between, -between);
    let first = 0;
    while (total > window && first < messages.length - 1) total -= (counts[first++] ?? 0) + between;
    return messages.slice(first);
  }

  /** As recorded, but nothing that is needed goes. */
  private keepIdeally(
    appended: readonly string[],
    raw: string | undefined,
    separator: string,
  ): readonly string[] {
    const ideal = this.run.changes.ideal;
    // A message that the record took in shortened explains no part of the value: then each is looked for.
    const explained = raw === undefined ? appended : withoutSome(appended, raw, separator);
    const recorded =
      raw === undefined || explained[0] !== raw
        ? explained
        : appended.filter((text) => raw.includes(text));
    const lost = new Set(ideal?.lost(appended, recorded) ?? []);
    const kept = new Set([...recorded, ...lost]);
    return appended.filter((text) => kept.has(text));
  }

  private first(inputs: readonly number[]): Held {
    const graph = this.run.trace?.graph;
    const node = inputs.find((each) => graph?.category(each) === 'memory_entry');
    if (node !== undefined && graph !== undefined) {
      // A record that starts with a filled memory: its text is one message of unknown parts.
      const text = graph.rawValue(node);
      if (text !== '') this.kept = [text];
      return this.run.carry(node);
    }
    return this.run.fresh({
      name: UNIT,
      category: 'memory_entry',
      value: '',
      comment: 'The memory.',
    });
  }
}

import type { Held } from '../../engine/held';
import { isPlainList, isPlainMap, textField } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { jsonBlock, type Plain } from '../../recorder';
import type { TokenCounter } from '../../tokens/token-counter';
import {
  nthOf,
  type Found,
  type MemorySystemRun,
  type Message,
  type Query,
  type Recorded,
} from '../memory-system';
import { agenticSearch } from './agentic-search';
import { carrySearch } from './carry-search';
import { detectBoundary, isMasked, toPlain } from './boundary';
import { extractMemory, messageOf } from './extract-memory';
import { forcedSplit, splitByForce } from './forced-split';
import { episodeUnit, type EpisodeUnit } from './ranked-list';
import { TimeGap } from './time-gap';
import { withZone, type BufferedMessage } from './wording';

/** What a unit takes over from its segment. */
interface SegmentFields {
  readonly original_data: readonly Plain[];
  readonly timestamp: string;
  readonly summary: string | null;
}

const UPDATE = 'memory_system.message_buffer_update';

/**
 * EverMemOS (memory-systems §4): messages are buffered until a model sees a boundary; the segment before
 * it becomes an episode with an event log. Questions are searched in up to two rounds.
 */
export class EverMemOs implements MemorySystemRun {
  private buffer: Held | undefined;
  private messages: readonly BufferedMessage[] = [];
  private readonly units = new Map<string, EpisodeUnit>();
  private readonly gap: TimeGap;

  constructor(
    private readonly run: ReplayRun,
    private readonly tokens: TokenCounter,
  ) {
    this.gap = new TimeGap(run.trace);
  }

  async ingest(messages: readonly Message[], recorded: Recorded): Promise<void> {
    for (const message of messages) {
      this.append(message, nthOf(recorded, UPDATE));
      if (this.messages.length >= 2) await this.split(recorded);
    }
  }

  async flush(recorded: Recorded): Promise<void> {
    const buffer = this.buffer;
    if (buffer === undefined || this.messages.length === 0) return;
    const rest = {
      original_data: this.messages.map(toPlain),
      timestamp: withZone(this.messages.at(-1)?.timestamp ?? ''),
      summary: 'Final conversation segment',
    };
    await this.store(buffer, rest, recorded);
    this.reset(0, { flush: true }, nthOf(recorded, UPDATE));
  }

  search(query: Query, recorded: Recorded): Promise<Found> {
    const isOther = recorded.some(({ name }) => !name.startsWith('memory_system.agentic_'));
    if (isOther) return Promise.resolve(carrySearch(this.run, this.units, recorded));
    return agenticSearch(this.run, query, this.units, recorded);
  }

  private append(message: Message, recorded: Recorded[number] | undefined): void {
    const operation = this.run.begin(
      { name: UPDATE, category: 'update', comment: 'A message joins the buffer.' },
      recorded,
    );
    const before = this.buffer ?? this.first(operation);
    const added: BufferedMessage = {
      content: message.content,
      role: message.role,
      speaker_id: message.name,
      speaker_name: message.name,
      timestamp: message.timestamp,
    };
    const taken = this.quoted(operation, added) ?? added;
    this.write(operation, [before, message.held], [...this.messages, taken]);
  }

  /** How the record names the speaker of a message: no variable, read back from the buffer. */
  private quoted(operation: ReplayOperation, added: BufferedMessage): BufferedMessage | undefined {
    const node = operation.recorded?.outputsOf('message_buffer')[0];
    const list = node === undefined ? undefined : this.run.trace?.value(node);
    const last = isPlainList(list) ? list.at(-1) : undefined;
    if (!isPlainMap(last)) return undefined;
    const message = messageOf(last);
    return message.content === added.content ? message : undefined;
  }

  /** Boundary detection, and what follows when there is one. */
  private async split(recorded: Recorded): Promise<void> {
    const buffer = this.buffer;
    if (buffer === undefined) return;
    const isSmart = isMasked(this.messages);
    const place = nthOf(recorded, 'evermemos.boundary_detection');
    const forced = await forcedSplit(this.run, this.messages, this.tokens, place);
    const operation = this.run.begin(
      {
        name: 'evermemos.boundary_detection',
        category: 'boundary_detection',
        comment: 'Does the new message begin another episode?',
        metadata: forced ?? {
          smart_mask_flag: isSmart,
          llm_model: this.run.parameters.text('llm_model', 'unknown'),
        },
      },
      place,
    );
    const segment =
      forced === undefined
        ? await detectBoundary(this.run, operation, buffer, this.messages, this.gap)
        : splitByForce(operation, buffer, this.messages);
    if (segment === undefined) return;
    await this.store(segment, segmentFields(this.run, segment), recorded);
    this.reset(isSmart ? 2 : 1, { smart_mask_flag: isSmart }, nthOf(recorded, UPDATE, 1));
  }

  /** Makes a unit of a segment and extracts its episode and event log. */
  private async store(source: Held, segment: SegmentFields, recorded: Recorded): Promise<void> {
    const finalize = this.run.begin(
      {
        name: 'memory_system.finalize_memory_unit',
        category: 'initialization',
        comment: 'The segment becomes a memory.',
      },
      nthOf(recorded, 'memory_system.finalize_memory_unit'),
    );
    const from = finalize.take({ category: 'memory_entry' });
    const recordedName = from === undefined ? undefined : this.run.trace?.graph.fullName(from);
    const event_id =
      recordedName?.replace(/^memory-unit-/, '') ??
      this.run.uuid().replaceAll('-', '').slice(0, 24);
    const value = jsonBlock({
      event_id,
      episode: null,
      subject: null,
      foresights: null,
      event_log: null,
      ...segment,
    });
    const unit = finalize.derive(
      [source],
      { name: `memory-unit-${event_id}`, category: 'memory_entry', value, comment: 'A memory.' },
      {
        from,
        link: { category: 'initialization' },
        anomaly: 'The memory does not hold the messages of its segment.',
      },
    );
    const { parameters } = this.run;
    const extraction = this.run.begin(
      {
        name: 'memory_system.extract_memory',
        category: 'extraction',
        comment: 'Episode and event log are extracted.',
        dependsOn: ['event_log_enabled'],
        metadata: {
          llm_model: parameters.text('llm_model', 'unknown'),
          foresight_enabled: parameters.flag('foresight_enabled', false),
          event_log_enabled: parameters.flag('event_log_enabled', true),
        },
      },
      nthOf(recorded, 'memory_system.extract_memory'),
    );
    const stored = await extractMemory(this.run, extraction, unit);
    if (stored !== undefined) {
      const episode = episodeUnit(this.run, stored);
      this.units.set(episode.name, episode);
    }
  }

  /** The buffer keeps only its last messages. */
  private reset(
    keep: number,
    metadata: Readonly<Record<string, boolean>>,
    recorded: Recorded[number] | undefined,
  ): void {
    const buffer = this.buffer;
    if (buffer === undefined) return;
    const operation = this.run.begin(
      {
        name: UPDATE,
        category: 'update',
        comment: 'The buffer is cleared for the next episode.',
        metadata,
      },
      recorded,
    );
    this.write(operation, [buffer], keep === 0 ? [] : this.messages.slice(-keep));
  }

  private write(
    operation: ReplayOperation,
    inputs: readonly Held[],
    messages: readonly BufferedMessage[],
  ): void {
    const held = operation.derive(
      inputs,
      {
        name: 'message-buffer',
        category: 'message_buffer',
        value: jsonBlock(messages.map(toPlain)),
        comment: 'Messages that are not stored yet.',
      },
      {
        isVersion: true,
        link: { category: 'update' },
        anomaly: 'The buffer does not hold the messages that follow from what it held.',
      },
    );
    this.buffer = held;
    this.messages = this.read(held);
  }

  private first(operation: ReplayOperation): Held {
    const node = operation.recorded?.input('message_buffer');
    const held =
      node === undefined
        ? this.run.fresh({ name: 'message-buffer', category: 'message_buffer', value: '[]' })
        : this.run.carry(node);
    this.messages = this.read(held);
    return held;
  }

  private read(held: Held): readonly BufferedMessage[] {
    const list = this.run.readValue(held);
    return isPlainList(list) ? list.filter(isPlainMap).map(messageOf) : [];
  }
}

/** The fields of a segment variable. */
function segmentFields(run: ReplayRun, segment: Held): SegmentFields {
  const value = run.readValue(segment);
  const list = isPlainMap(value) ? value.get('original_data') : undefined;
  const messages = isPlainList(list) ? list.filter(isPlainMap).map(messageOf) : [];
  const summary = textField(value, 'summary');
  return {
    original_data: messages.map(toPlain),
    timestamp: textField(value, 'timestamp'),
    summary: summary === '' ? null : summary,
  };
}

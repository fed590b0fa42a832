import {
  contentName,
  jsonBlock,
  jsonLine,
  reprText,
  reprValue,
  sha1,
  type Plain,
} from '../../../../src/replay/recorder';
import type { Question, Turn } from '../play';
import { MODEL, type Found, type Stage } from '../stage';
import type { Player } from './player';
import { BOUNDARY, EPISODE, EPISODE_RULES, EVENT_LOG, fill } from './evermemos-prompts';
import { AgenticSearch } from './evermemos-search';
import { bufferEntry, readEpisodes, spoken, type Episode, type Unit } from './evermemos-units';

/** Messages a buffer must hold before the last of its history is hidden from the boundary model. */
const MASK_FROM = 5;

/** EverMemOS (memory-systems.md §4): episodes and event logs from the play, everything else computed. */
export class EverMemOSPlayer implements Player {
  private buffer: readonly Turn[] = [];
  private node: string;
  private readonly units = new Map<string, Unit>();
  private readonly operations = new Map<string, string>();
  private readonly waiting: Episode[];
  private readonly agentic: AgenticSearch;

  constructor(private readonly stage: Stage) {
    this.waiting = [...readEpisodes(stage.play.construction ?? '')];
    this.node = this.bufferNode();
    this.agentic = new AgenticSearch(
      stage,
      (key) => {
        const unit = this.units.get(key);
        if (unit === undefined) throw new Error(`No unit ${key}`);
        return unit;
      },
      (words, id) => this.operations.set(words, id),
    );
  }

  content(turn: Turn): string {
    return turn.text;
  }

  ingest(turn: Turn, message: string): void {
    const operation = this.stage.begin(
      'memory_system.message_buffer_update',
      'update',
      'A message joins the buffer.',
    );
    this.operations.set(`buffer ${turn.place}`, operation.id);
    const old = this.node;
    this.buffer = [...this.buffer, turn];
    this.node = this.bufferNode();
    operation.link([old, message], [this.node], {});
    if (this.buffer.length < 2) return;
    const candidate = this.boundary(turn);
    if (candidate === undefined) return;
    this.extract(candidate, this.buffer.slice(0, -1));
    this.reset(this.buffer.length > MASK_FROM ? 2 : 1);
  }

  flush(): void {
    const episode = this.waiting[0];
    if (episode === undefined) throw new Error('No episode is left for the rest of the buffer');
    const operation = this.stage.begin(
      'evermemos.boundary_detection',
      'boundary_detection',
      'The end of construction ends the last episode.',
      { trigger_type: 'flush', total_messages: this.buffer.length },
    );
    this.extract(this.candidate(operation, [this.node], episode.title, this.buffer), this.buffer);
    this.reset(0);
  }

  search(question: Question, query: string, number: number): Found {
    return this.agentic.search(question, query, number);
  }

  operation(words: string): string | undefined {
    return this.operations.get(words);
  }

  private reset(kept: number): void {
    const operation = this.stage.begin(
      'memory_system.message_buffer_update',
      'update',
      'What became an episode leaves the buffer.',
      { smart_mask_flag: kept === 2 },
    );
    const old = this.node;
    this.buffer = kept === 0 ? [] : this.buffer.slice(-kept);
    this.node = this.bufferNode();
    operation.link([old], [this.node], {});
  }

  /** @returns the candidate for a unit when the new message begins another episode */
  private boundary(turn: Turn): string | undefined {
    const { stage } = this;
    const isMasked = this.buffer.length > MASK_FROM;
    const operation = stage.begin(
      'evermemos.boundary_detection',
      'boundary_detection',
      'A model says whether the new message begins another episode.',
      { smart_mask_flag: isMasked, llm_model: MODEL },
    );
    this.operations.set(`boundary ${turn.place}`, operation.id);
    const history = this.buffer.slice(0, isMasked ? -2 : -1);
    const last = this.buffer.at(-2);
    const part = (className: string, turns: readonly Turn[]): string => {
      const value: Plain = turns.map(bufferEntry);
      return stage.derive(operation, [this.node], {
        className,
        category: className,
        name: contentName('list', value),
        value: reprValue(value),
        link: { category: 'split_message_buffer' },
      });
    };
    const fresh = part('new_messages', [turn]);
    const before = part('history_messages', history);
    const gap =
      last?.time === turn.time
        ? 'Time gap: 0 seconds (immediate response)'
        : `Time gap: from ${last?.time ?? ''} to ${turn.time} (a new conversation)`;
    const link = { category: 'operation' };
    const text = (className: string, inputs: readonly string[], value: string): string =>
      stage.derive(operation, inputs, {
        className,
        category: className.endsWith('prompt') ? 'prompt' : className,
        name: contentName('str', value),
        value: reprText(value),
        link,
      });
    const timeGap = text('time_gap', [before, fresh], gap);
    const template = stage.prompt(
      'boundary-detection-prompt-template',
      'boundary_detection',
      BOUNDARY,
    );
    const prompt = text(
      'boundary_detection_prompt',
      [before, fresh, timeGap, template],
      fill(BOUNDARY, {
        conversation_history: spoken(history),
        time_gap_info: gap,
        new_messages: spoken([turn]),
      }),
    );
    const episode = this.waiting[0];
    const isEnd = last !== undefined && episode?.end === last.place;
    const reasoning = isEnd
      ? 'The new message turns to something else.'
      : 'The new message goes on with what is being talked about.';
    const topic = isEnd ? episode.title : '';
    const confidence = isEnd ? 0.91 : 0.94;
    const raw = stage.respond(
      operation,
      [prompt],
      'raw_boundary_detection_response',
      jsonLine({ reasoning, should_end: isEnd, confidence, topic_summary: topic }),
    );
    const flags = isEnd
      ? 'should_end=True, should_wait=False'
      : 'should_end=False, should_wait=True';
    const value = `BoundaryDetectionResult(${flags}, reasoning=${reprText(reasoning)}, confidence=${confidence}, topic_summary=${reprText(topic)})`;
    const result = stage.derive(operation, [raw], {
      className: 'boundary_detection_result',
      name: `BoundaryDetectionResult:${sha1(value)}`,
      value,
    });
    if (isEnd)
      return this.candidate(operation, [this.node, result], topic, this.buffer.slice(0, -1));
    stage.derive(operation, [result], {
      className: 'no_split_marker',
      category: 'marker',
      name: contentName('str', 'NO_SPLIT'),
      value: reprText('NO_SPLIT'),
    });
    return undefined;
  }

  private candidate(
    operation: ReturnType<Stage['begin']>,
    inputs: readonly string[],
    summary: string,
    turns: readonly Turn[],
  ): string {
    const value = { original_data: turns.map(bufferEntry), timestamp: timeOf(turns), summary };
    return this.stage.derive(operation, inputs, {
      className: 'temporary_variable',
      category: 'temporary_variable',
      name: contentName('dict', value),
      value: jsonBlock(value),
      link: { category: 'operation' },
    });
  }

  private extract(candidate: string, turns: readonly Turn[]): void {
    const episode = this.waiting.shift();
    if (episode === undefined) throw new Error('There are more boundaries than episodes');
    const { stage } = this;
    const id = stage.ids.hex().slice(0, 24);
    const name = `memory-unit-${id}`;
    const bare: Readonly<Record<string, Plain>> = {
      event_id: id,
      timestamp: timeOf(turns),
      episode: null,
      subject: null,
      summary: episode.title,
      foresights: null,
      event_log: null,
    };
    const withData = { ...bare, original_data: turns.map(bufferEntry) };
    const unit = (value: Plain) => ({
      className: '',
      category: 'memory_entry',
      name,
      value: jsonBlock(value),
    });
    const making = stage.begin(
      'memory_system.finalize_memory_unit',
      'initialization',
      'The candidate gets an id.',
    );
    this.operations.set(`finalize ${episode.key}`, making.id);
    const first = stage.derive(making, [candidate], unit(withData));
    const operation = stage.begin(
      'memory_system.extract_memory',
      'extraction',
      'A model retells the messages as an episode and lists its facts.',
      { llm_model: MODEL, foresight_enabled: false, event_log_enabled: true },
    );
    this.operations.set(`extract ${episode.key}`, operation.id);
    const mutation = { link: { category: 'mutation' } };
    const text = (className: string, inputs: readonly string[], value: string): string =>
      stage.derive(operation, inputs, {
        className,
        category: 'prompt',
        name: contentName('str', value),
        value: reprText(value),
        link: { category: 'operation' },
      });
    const parsed = (className: string, raw: string, value: Plain): string =>
      stage.derive(operation, [raw], {
        className,
        name: contentName('dict', value),
        value: jsonBlock(value),
      });
    const conversation = spoken(turns);
    const rules = stage.prompt(
      'episode-extraction-custom-instructions',
      'extraction',
      EPISODE_RULES,
    );
    const template = stage.prompt('episode-extraction-prompt-template', 'extraction', EPISODE);
    const prompt = text(
      'episode_extraction_prompt',
      [first, rules, template],
      fill(EPISODE, { conversation }),
    );
    const said = jsonLine({ title: episode.title, content: episode.text });
    const raw = stage.respond(operation, [prompt], 'raw_episode_extraction_response', said);
    const told = {
      episode: episode.text,
      subject: episode.title,
      summary: `${episode.text.slice(0, 200)}...`,
    };
    const memory = parsed('episode_memory', raw, told);
    const second = stage.derive(operation, [first, memory], {
      ...unit({ ...withData, ...told }),
      ...mutation,
    });
    const logTemplate = stage.prompt('event-log-prompt-template', 'extraction', EVENT_LOG);
    const logPrompt = text(
      'event_extraction_prompt',
      [second, logTemplate],
      fill(EVENT_LOG, { conversation }),
    );
    const log = { atomic_fact: episode.facts };
    const rawLog = stage.respond(
      operation,
      [logPrompt],
      'raw_event_log_extraction_response',
      jsonLine({ event_log: { time: timeOf(turns), ...log } }),
    );
    const eventLog = parsed('event_log', rawLog, log);
    const fields = { ...bare, ...told, event_log: log };
    const third = stage.derive(operation, [second, eventLog], {
      ...unit({ ...withData, ...fields }),
      ...mutation,
    });
    const node = stage.derive(operation, [third], { ...unit(fields), ...mutation });
    this.units.set(episode.key, { id, node, title: episode.title, text: episode.text, fields });
  }

  private bufferNode(): string {
    const value = jsonBlock(this.buffer.map(bufferEntry));
    return this.stage.change('message-buffer', 'message_buffer', value);
  }
}

const timeOf = (turns: readonly Turn[]): string => `${turns.at(-1)?.time ?? ''}+00:00`;

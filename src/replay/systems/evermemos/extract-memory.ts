import type { Held } from '../../engine/held';
import { toPlain } from '../../engine/metadata';
import {
  field,
  isPlainList,
  isPlainMap,
  textField,
  textsField,
  type PlainMap,
} from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import {
  EPISODE_INSTRUCTIONS,
  EPISODE_PROMPT,
  EVENT_LOG_PROMPT,
} from '../../prompts/evermemos-prompts';
import { contentName, jsonBlock, jsonLine, reprText, type Plain } from '../../recorder';
import { fillFormat } from '../fill-template';
import { parseObject } from './parse-json';
import {
  episodeBlocks,
  episodeTime,
  eventLines,
  eventTime,
  firstCharacters,
  shortened,
  type BufferedMessage,
} from './wording';

const SUMMARY = 200;
const MUTATION = { category: 'mutation' };
const OPERATION = { link: { category: 'operation' } };

/**
 * Episode, event log, and the versions of the unit that they make; the last one is what is stored.
 * @returns undefined when there is no episode: nothing is stored then
 */
export async function extractMemory(
  run: ReplayRun,
  operation: ReplayOperation,
  first: Held,
): Promise<Held | undefined> {
  const name = unitName(first);
  const messages = messagesOf(run, first);
  const episode = await extractEpisode(run, operation, first, messages);
  const parsed = run.readValue(episode);
  if (!isPlainMap(parsed) || !parsed.has('episode')) return undefined;
  const text = textField(parsed, 'episode');
  let unit = nextVersion(run, operation, name, first, episode, {
    episode: text,
    subject: textField(parsed, 'subject'),
    summary: shortened(text, SUMMARY),
  });
  if (run.parameters.flag('event_log_enabled', true)) {
    const log = await extractEvents(run, operation, unit, messages);
    if (log !== undefined)
      unit = nextVersion(run, operation, name, unit, log, {
        event_log: toPlain(run.readValue(log)),
      });
  }
  return nextVersion(run, operation, name, unit, undefined, { original_data: undefined });
}

async function extractEpisode(
  run: ReplayRun,
  operation: ReplayOperation,
  unit: Held,
  messages: readonly BufferedMessage[],
): Promise<Held> {
  const metadata = { op_type: 'episode_extraction' };
  const custom = promptOf(
    run,
    'episode-extraction-custom-instructions',
    metadata,
    EPISODE_INSTRUCTIONS,
  );
  const template = promptOf(
    run,
    'episode-extraction-prompt-template',
    { ...metadata, mode: 'group' },
    EPISODE_PROMPT,
  );
  const text = fillFormat(run.text(template), {
    conversation_start_time: episodeTime(textField(run.readValue(unit), 'timestamp')),
    conversation: episodeBlocks(messages),
    custom_instructions: run.text(custom),
  });
  const prompt = operation.derive(
    [unit, custom, template],
    {
      name: contentName('str', text),
      className: 'episode_extraction_prompt',
      category: 'prompt',
      value: reprText(text),
    },
    OPERATION,
  );
  const raw = await operation.respond(
    [prompt],
    { className: 'raw_episode_extraction_response', category: 'llm_response' },
    'episode-extraction',
    () => [{ role: 'user', text: run.text(prompt) }],
    (recorded) => idealEpisode(run, messages, recorded),
  );
  const answer = parseObject(run.text(raw));
  const content = textField(answer, 'content');
  if (content === '') return failed(operation, raw, 'The response holds no episode.');
  const value = {
    episode: content,
    subject: textField(answer, 'title'),
    summary: firstCharacters(content, SUMMARY),
  };
  return operation.derive([raw], {
    name: contentName('dict', value),
    className: 'episode_memory',
    category: 'llm_response',
    value: jsonBlock(value),
  });
}

async function extractEvents(
  run: ReplayRun,
  operation: ReplayOperation,
  unit: Held,
  messages: readonly BufferedMessage[],
): Promise<Held | undefined> {
  const template = promptOf(
    run,
    'event-log-prompt-template',
    { op_type: 'event_log_extraction' },
    EVENT_LOG_PROMPT,
  );
  const time = eventTime(textField(run.readValue(unit), 'timestamp'));
  const text = run
    .text(template)
    .replaceAll('{{TIME}}', () => time)
    .replaceAll('{{INPUT_TEXT}}', () => eventLines(messages));
  const prompt = operation.derive(
    [unit, template],
    {
      name: contentName('str', text),
      className: 'event_extraction_prompt',
      category: 'prompt',
      value: reprText(text),
    },
    OPERATION,
  );
  const raw = await operation.respond(
    [prompt],
    { className: 'raw_event_log_extraction_response', category: 'llm_response' },
    'event-log',
    // Not the variable's text: it may be recorded as an earlier prompt (see isStalePrompt).
    () => [{ role: 'user', text }],
    (recorded) => recorded ?? jsonLine({ event_log: { time, atomic_fact: [] } }),
  );
  const log = field(parseObject(run.text(raw)), 'event_log');
  if (!isPlainMap(log)) {
    failed(operation, raw, 'The response holds no event log.');
    return undefined;
  }
  const value = { atomic_fact: textsField(log, 'atomic_fact') };
  return operation.derive([raw], {
    name: contentName('dict', value),
    className: 'event_log',
    category: 'llm_response',
    value: jsonBlock(value),
  });
}

function failed(operation: ReplayOperation, raw: Held, error: string): Held {
  return operation.derive(
    [raw],
    {
      name: contentName('str', 'FAILED'),
      className: 'failed_marker',
      category: 'marker',
      value: reprText('FAILED'),
    },
    { link: { metadata: { error } } },
  );
}

/** The next version of the unit with some fields set; `undefined` takes a field out. */
function nextVersion(
  run: ReplayRun,
  operation: ReplayOperation,
  name: string,
  before: Held,
  source: Held | undefined,
  fields: Readonly<Record<string, Plain | undefined>>,
): Held {
  const old = run.readValue(before);
  const value = new Map<string, Plain>(
    isPlainMap(old) ? [...old].map(([key, item]) => [key, toPlain(item)]) : [],
  );
  for (const [key, item] of Object.entries(fields))
    if (item === undefined) value.delete(key);
    else value.set(key, item);
  const inputs = source === undefined ? [before] : [before, source];
  return operation.derive(
    inputs,
    { name, category: 'memory_entry', value: jsonBlock(value), comment: 'A memory.' },
    {
      isVersion: true,
      links: inputs.map((input) => ({ inputs: [input], parts: MUTATION })),
      anomaly: 'The memory does not hold what was extracted for it.',
    },
  );
}

function promptOf(
  run: ReplayRun,
  name: string,
  metadata: Readonly<Record<string, string>>,
  own: string,
): Held {
  return run.prompt(name, { name, category: 'prompt', metadata }, own);
}

const unitName = (unit: Held): string => unit.id.slice(0, unit.id.lastIndexOf('@'));

/** The messages that a unit was made of. */
export function messagesOf(run: ReplayRun, held: Held): readonly BufferedMessage[] {
  const list = field(run.readValue(held), 'original_data');
  return isPlainList(list) ? list.filter(isPlainMap).map(messageOf) : [];
}

/** A buffered message as it was recorded. */
export const messageOf = (value: PlainMap): BufferedMessage => ({
  content: textField(value, 'content'),
  role: textField(value, 'role'),
  speaker_id: textField(value, 'speaker_id'),
  speaker_name: textField(value, 'speaker_name'),
  timestamp: textField(value, 'timestamp'),
});

/** As recorded, and with the messages themselves where the episode leaves out what is needed. */
function idealEpisode(
  run: ReplayRun,
  messages: readonly BufferedMessage[],
  recorded: string | undefined,
): string {
  const answer = recorded === undefined ? undefined : parseObject(recorded);
  const title = textField(answer, 'title');
  const content = textField(answer, 'content');
  const lines = messages.map((m) => `${m.speaker_name}: ${m.content} (${m.timestamp})`);
  const lost = run.changes.ideal?.lost(lines, [`${title}: ${content}`]) ?? [];
  if (lost.length === 0 && recorded !== undefined) return recorded;
  return jsonLine({ title, content: [content, ...lost].join(' ').trim() });
}

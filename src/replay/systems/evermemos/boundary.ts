import { decodeValue } from '../../../trace/decode/decode-value';
import { plainValue } from '../../../trace/decode/plain-value';
import type { Held } from '../../engine/held';
import { field, textField } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { BOUNDARY_PROMPT } from '../../prompts/evermemos-prompts';
import { contentName, jsonBlock, jsonLine, reprText, reprValue, type Plain } from '../../recorder';
import { fillFormat } from '../fill-template';
import { parseObject } from './parse-json';
import type { TimeGap } from './time-gap';
import { boundaryLines, withZone, type BufferedMessage } from './wording';

/** More buffered messages than this, and the last of the history is hidden from the boundary detection. */
const MASK_FROM = 5;
/** So often is a response that cannot be read asked for again. */
const RETRIES = 5;

export const isMasked = (messages: readonly unknown[]): boolean => messages.length > MASK_FROM;

/** Boundary detection over the buffer; the segment that ended, if one did. */
export async function detectBoundary(
  run: ReplayRun,
  operation: ReplayOperation,
  buffer: Held,
  messages: readonly BufferedMessage[],
  gap: TimeGap,
): Promise<Held | undefined> {
  const next = messages.slice(-1);
  const history = messages.slice(0, isMasked(messages) ? -2 : -1);
  const split = { link: { category: 'split_message_buffer' } };
  const list = (className: string, items: readonly BufferedMessage[]): Held => {
    const value = items.map(toPlain);
    const parts = { name: contentName('list', value), className, category: className };
    return operation.derive([buffer], { ...parts, value: reprValue(value) }, split);
  };
  const newMessages = list('new_messages', next);
  const historyMessages = list('history_messages', history);
  const words = gap.text(history, next);
  const timeGap = operation.derive(
    [historyMessages, newMessages],
    {
      name: contentName('str', words),
      className: 'time_gap',
      category: 'time_gap',
      value: reprText(words),
    },
    { link: { category: 'operation' } },
  );
  const template = run.prompt(
    'boundary-detection-prompt-template',
    {
      name: 'boundary-detection-prompt-template',
      category: 'prompt',
      metadata: { op_type: 'boundary_detection' },
    },
    BOUNDARY_PROMPT,
  );
  const text = fillFormat(run.text(template), {
    conversation_history: boundaryLines(history),
    time_gap_info: run.text(timeGap),
    new_messages: boundaryLines(next),
  });
  const prompt = operation.derive(
    [historyMessages, newMessages, timeGap, template],
    {
      name: contentName('str', text),
      className: 'boundary_detection_prompt',
      category: 'prompt',
      value: reprText(text),
    },
    { link: { category: 'operation' } },
  );
  const result = await askForBoundary(run, operation, prompt);
  const parsed = readResult(result.value);
  const ends = operation.settled(
    [result],
    'temporary_variable',
    parsed.shouldEnd,
    'The segment does not end where the boundary detection says.',
  );
  if (ends) return segment(operation, buffer, messages, result, parsed.summary);
  if (parsed.shouldWait) noSplit(operation, result, 'boundary_detection');
  return undefined;
}

async function askForBoundary(
  run: ReplayRun,
  operation: ReplayOperation,
  prompt: Held,
): Promise<Held> {
  let raw: Held | undefined;
  let answer: ReturnType<typeof parseObject>;
  const recorded = operation.recorded?.countOf('raw_boundary_detection_response');
  const tries = Math.max(1, Math.min(RETRIES, recorded ?? RETRIES));
  for (let i = 0; i < tries && answer === undefined; i++) {
    raw = await operation.respond(
      [prompt],
      { className: 'raw_boundary_detection_response', category: 'llm_response' },
      'boundary-detection',
      () => [{ role: 'user', text: run.text(prompt) }],
      (before) =>
        before ?? jsonLine({ reasoning: '', should_end: false, confidence: 1, topic_summary: '' }),
    );
    answer = parseObject(run.text(raw));
  }
  const result = {
    should_end: isTrue(field(answer, 'should_end'), false),
    should_wait: isTrue(field(answer, 'should_wait'), true),
    reasoning: textField(answer, 'reasoning'),
    confidence: numberOf(field(answer, 'confidence')),
    topic_summary: textField(answer, 'topic_summary'),
  };
  const fields = Object.entries(result).map(([key, value]) => `${key}=${reprValue(value)}`);
  return operation.derive(raw === undefined ? [prompt] : [raw], {
    name: contentName('BoundaryDetectionResult', result),
    className: 'boundary_detection_result',
    category: 'llm_response',
    value: `BoundaryDetectionResult(${fields.join(', ')})`,
  });
}

/** The segment before the new message. */
function segment(
  operation: ReplayOperation,
  buffer: Held,
  messages: readonly BufferedMessage[],
  result: Held,
  topic: string,
): Held {
  const fallback = messages.at(-1)?.content.trim().slice(0, 200) ?? '';
  const summary = topic !== '' ? topic : fallback !== '' ? fallback : 'Conversation segment';
  return segmentOf(operation, [buffer, result], messages.slice(0, -1), { summary });
}

/** A segment as a variable on its way to the store. */
export function segmentOf(
  operation: ReplayOperation,
  inputs: readonly Held[],
  messages: readonly BufferedMessage[],
  extra: Readonly<Record<string, Plain>>,
): Held {
  const value: Plain = {
    original_data: messages.map(toPlain),
    timestamp: withZone(messages.at(-1)?.timestamp ?? ''),
    ...extra,
  };
  return operation.derive(
    inputs,
    {
      name: contentName('dict', value),
      className: 'temporary_variable',
      category: 'temporary_variable',
      value: jsonBlock(value),
    },
    {
      link: { category: 'operation' },
      anomaly: 'The segment does not hold the messages that the buffer held.',
    },
  );
}

export function noSplit(operation: ReplayOperation, source: Held, category: string): void {
  operation.derive(
    [source],
    {
      name: contentName('str', 'NO_SPLIT'),
      className: 'no_split_marker',
      category: 'marker',
      value: reprText('NO_SPLIT'),
    },
    { link: { category } },
  );
}

/** A message in the order in which Python wrote its fields. */
export const toPlain = (m: BufferedMessage): Plain => ({
  speaker_id: m.speaker_id,
  speaker_name: m.speaker_name,
  content: m.content,
  timestamp: m.timestamp,
  role: m.role,
});

interface Result {
  readonly shouldEnd: boolean;
  readonly shouldWait: boolean;
  readonly summary: string;
}

/** The result as it stands in its variable, which may not be what the response said. */
function readResult(value: string): Result {
  const parsed = plainValue(decodeValue(value).node);
  return {
    shouldEnd: isTrue(field(parsed, 'should_end'), false),
    shouldWait: isTrue(field(parsed, 'should_wait'), true),
    summary: textField(parsed, 'topic_summary'),
  };
}

const isTrue = (value: unknown, fallback: boolean): boolean =>
  typeof value === 'boolean' ? value : fallback;
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

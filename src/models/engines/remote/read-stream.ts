import type {
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { problem } from '../../../base/problem';
import { err, ok, type Result } from '../../../base/result';
import type { FinishReason, ToolCall } from '../../contract/chat';
import {
  NO_COUNTS,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type TokenCounts,
} from '../engine';
import { parseArguments } from '../tool-arguments';
import { cutFailure, slowFailure } from './failure';

export interface StreamReading extends EngineCall {
  /** Ends the request itself. */
  readonly stop: AbortController;
  readonly where: string;
  readonly patienceMs: number;
  readonly asksForJson: boolean;
}

/**
 * Reads an answer piece by piece. Ends early, with the text so far, when the call is aborted; fails
 * when nothing comes for `patienceMs`, or when the stream ends without saying why.
 */
export async function readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
  reading: StreamReading,
): Promise<Result<EngineReply, EngineFailure>> {
  const { signal, where } = reading;
  const reader = stream.getReader();
  const toolCalls: ToolCall[] = [];
  let text = '';
  let counts: TokenCounts = NO_COUNTS;
  const reply = (finish: FinishReason): Result<EngineReply, EngineFailure> =>
    ok({ text, toolCalls, finish, counts });
  try {
    for (;;) {
      const step = await nextWithin(reader, reading);
      if (step === 'aborted') return reply('aborted');
      if (step === 'late') return err(slowFailure(where, reading.patienceMs));
      if (step.done) return err(cutFailure(where, text.length));
      const part = step.value;
      if (part.type === 'text-delta') {
        text += part.delta;
        if (part.delta !== '') reading.onText(part.delta);
      } else if (part.type === 'tool-call') toolCalls.push(toToolCall(part));
      else if (part.type === 'error') return err(failureInStream(where, part.error, text.length));
      else if (part.type === 'finish') {
        counts = toCounts(part.usage);
        const finish = toFinish(part.finishReason, toolCalls.length);
        return finish === undefined ? err(cutFailure(where, text.length)) : reply(finish);
      }
    }
  } catch {
    // The connection broke: what the browser says of it names no cause.
    return signal.aborted ? reply('aborted') : err(cutFailure(where, text.length));
  } finally {
    // Ends the request where it still runs; an ended one does not mind.
    reading.stop.abort();
  }
}

type Step = ReadableStreamReadResult<LanguageModelV3StreamPart> | 'aborted' | 'late';

async function nextWithin(
  reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>,
  { signal, patienceMs }: StreamReading,
): Promise<Step> {
  if (signal.aborted) return 'aborted';
  let settle: (step: 'aborted' | 'late') => void = () => undefined;
  const other = new Promise<'aborted' | 'late'>((resolve) => (settle = resolve));
  const onAbort = (): void => settle('aborted');
  const timer = setTimeout(() => settle('late'), patienceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const read = reader.read();
    // After an abort nobody waits for it any more.
    read.catch(() => undefined);
    return await Promise.race([read, other]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function toToolCall(part: {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}): ToolCall {
  const { toolCallId: callId, toolName: name, input } = part;
  return { callId, name, arguments: parseArguments(input), argumentText: input };
}

const toCounts = ({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenCounts => ({
  inputTokens: inputTokens.total,
  outputTokens: outputTokens.total,
  cacheReadTokens: inputTokens.cacheRead,
  cacheWriteTokens: inputTokens.cacheWrite,
});

/** `undefined` when the endpoint named no reason: its answer was cut. */
function toFinish(
  { unified, raw }: LanguageModelV3FinishReason,
  calls: number,
): FinishReason | undefined {
  switch (unified) {
    case 'tool-calls':
      return 'tool-calls';
    case 'stop':
      return calls > 0 ? 'tool-calls' : 'stop';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'refused';
    case 'error':
    case 'other':
      return raw === undefined ? undefined : calls > 0 ? 'tool-calls' : 'stop';
  }
}

/** An error that came after the good status: overload, or the connection itself. */
function failureInStream(where: string, error: unknown, characters: number): EngineFailure {
  const said =
    error instanceof Error
      ? error.message
      : typeof error === 'string'
        ? error
        : JSON.stringify(error);
  if (/overloaded|rate.?limit/i.test(said))
    return {
      problem: problem('model-server-error', `${where}: ${said}`),
      retry: { kind: 'slow-down', afterMs: undefined },
    };
  if (/without a finish reason/i.test(said)) return cutFailure(where, characters);
  if (/JSON parsing failed|type validation failed/i.test(said))
    return {
      problem: problem('model-not-json', `${where}: ${said.slice(0, 300)}`),
      retry: { kind: 'never' },
    };
  return { problem: problem('model-server-error', `${where}: ${said}`), retry: { kind: 'later' } };
}

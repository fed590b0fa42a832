import type { Held } from '../../engine/held';
import type { RecordedOperation } from '../../engine/recorded-operation';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import type { TokenCounter } from '../../tokens/token-counter';
import { noSplit, segmentOf } from './boundary';
import type { BufferedMessage } from './wording';

type SplitMetadata = Readonly<Record<string, string | number | boolean>>;

/**
 * Whether the buffer has to be split because it is too long, without asking a model: as the record says
 * at this place, else by the limits on messages and tokens.
 */
export async function forcedSplit(
  run: ReplayRun,
  messages: readonly BufferedMessage[],
  tokens: TokenCounter,
  place: RecordedOperation | undefined,
): Promise<SplitMetadata | undefined> {
  const { trace } = run;
  const isChanged = run.parameters.isChanged('hard_message_limit', 'hard_token_limit');
  if (place !== undefined && trace !== undefined && !isChanged) {
    const metadata = trace.operationMetadata(place.op);
    if (!metadata.has('trigger_type')) return undefined;
    return Object.fromEntries(
      [...metadata].flatMap(([key, value]) =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [[key, value] as const]
          : [],
      ),
    );
  }
  const hard_message_limit = run.parameters.number('hard_message_limit', 50);
  const hard_token_limit = run.parameters.number('hard_token_limit', 8_192);
  const counts = await tokens.countAll(
    messages.map(({ speaker_name, content }) => `${speaker_name}: ${content}`),
  );
  const total_tokens = counts.reduce((sum, count) => sum + count, 0);
  const isTooMany = messages.length >= hard_message_limit;
  if (!isTooMany && total_tokens < hard_token_limit) return undefined;
  return {
    trigger_type: isTooMany ? 'message_limit' : 'token_limit',
    total_tokens,
    total_messages: messages.length,
    hard_token_limit,
    hard_message_limit,
  };
}

/** Splits off everything but the new message; a buffer with too little history is left alone. */
export function splitByForce(
  operation: ReplayOperation,
  buffer: Held,
  messages: readonly BufferedMessage[],
): Held | undefined {
  const isRecordedSplit = operation.recorded?.outputsOf('no_split_marker').length === 0;
  const isPossible = operation.recorded === undefined ? messages.length > 2 : isRecordedSplit;
  if (isPossible) return segmentOf(operation, [buffer], messages.slice(0, -1), {});
  noSplit(operation, buffer, 'operation');
  return undefined;
}

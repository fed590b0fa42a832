import type { Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import {
  NO_COUNTS,
  type EngineCall,
  type EngineFailure,
  type EngineReply,
  type TokenCounts,
} from './engine';
import { CallPieces, toFinish } from './openai-shape';
import type { LlamaChunk } from './wllama/llama-port';

/** Reads the answer of an engine on this device piece by piece; an abort keeps what was said so far. */
export async function readChunks(
  start: () => Promise<AsyncIterable<LlamaChunk>>,
  { signal, onText }: EngineCall,
  toProblem: (error: unknown) => Problem,
): Promise<Result<EngineReply, EngineFailure>> {
  const calls = new CallPieces();
  let text = '';
  let reason: string | null | undefined;
  let counts: TokenCounts = NO_COUNTS;
  try {
    for await (const chunk of await start()) {
      if (signal.aborted) break;
      const [choice] = chunk.choices;
      const piece = choice?.delta?.content ?? '';
      text += piece;
      if (piece !== '') onText(piece);
      calls.add(choice?.delta?.tool_calls ?? []);
      reason = choice?.finish_reason ?? reason;
      const { usage } = chunk;
      if (usage) {
        const { prompt_tokens: inputTokens, completion_tokens: outputTokens } = usage;
        counts = { ...NO_COUNTS, inputTokens, outputTokens };
      }
    }
  } catch (error) {
    if (!signal.aborted) return err({ problem: toProblem(error), retry: { kind: 'never' } });
  }
  const toolCalls = calls.all;
  const finish = signal.aborted ? 'aborted' : toFinish(reason, toolCalls.length);
  return ok({ text, toolCalls, finish, counts });
}

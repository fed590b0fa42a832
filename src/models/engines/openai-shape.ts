import type { ChatMessage, FinishReason, ToolCall } from '../contract/chat';
import { parseArguments } from './tool-arguments';

interface ShapedCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

export type ShapedMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; tool_calls?: ShapedCall[] }
  | { role: 'tool'; content: string; tool_call_id: string };

/** A message as both engines on this device take it: in OpenAI's shape. */
export function toShape(message: ChatMessage): ShapedMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.text };
    case 'assistant': {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: 'assistant', content: message.text };
      const tool_calls = calls.map(({ callId, name, argumentText }) => ({
        id: callId,
        type: 'function' as const,
        function: { name, arguments: argumentText },
      }));
      return { role: 'assistant', content: message.text, tool_calls };
    }
    case 'tool':
      return { role: 'tool', content: message.text, tool_call_id: message.callId };
  }
}

/** A piece of a streamed tool call. */
export interface CallPiece {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly function?:
    { readonly name?: string | undefined; readonly arguments?: string | undefined } | undefined;
}

/** Puts the pieces of streamed tool calls together. */
export class CallPieces {
  private readonly calls = new Map<number, { id: string; name: string; text: string }>();

  add(pieces: readonly CallPiece[]): void {
    for (const [at, piece] of pieces.entries()) {
      const index = piece.index ?? at;
      const call = this.calls.get(index) ?? { id: `call-${index}`, name: '', text: '' };
      if (piece.id !== undefined && piece.id !== '') call.id = piece.id;
      call.name += piece.function?.name ?? '';
      call.text += piece.function?.arguments ?? '';
      this.calls.set(index, call);
    }
  }

  get all(): readonly ToolCall[] {
    return [...this.calls.values()].map(({ id, name, text }) => ({
      callId: id,
      name,
      arguments: parseArguments(text),
      argumentText: text,
    }));
  }
}

/** Why an answer ended, from OpenAI's word for it. */
export function toFinish(reason: string | null | undefined, calls: number): FinishReason {
  if (reason === 'length') return 'length';
  if (reason === 'content_filter') return 'refused';
  return calls > 0 ? 'tool-calls' : 'stop';
}

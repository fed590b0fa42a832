import { ok } from '../../src/base/result';
import type { ChatMessage, ChatPurpose, ReplayModel } from '../../src/replay/model-port';

/** A model whose answers are a function of what it is asked; it counts what it was asked for. */
export class ScriptedModel implements ReplayModel {
  readonly asked: { readonly purpose: ChatPurpose; readonly text: string }[] = [];

  constructor(private readonly answer: (purpose: ChatPurpose, text: string) => string) {}

  chat(
    messages: readonly ChatMessage[],
    { purpose }: { readonly purpose: ChatPurpose },
  ): ReturnType<ReplayModel['chat']> {
    const text = messages.map((message) => message.text).join('\n');
    this.asked.push({ purpose, text });
    return Promise.resolve(ok(this.answer(purpose, text)));
  }

  /** Calls by purpose. */
  counts(): Readonly<Partial<Record<ChatPurpose, number>>> {
    const counts: Partial<Record<ChatPurpose, number>> = {};
    for (const { purpose } of this.asked) counts[purpose] = (counts[purpose] ?? 0) + 1;
    return counts;
  }
}

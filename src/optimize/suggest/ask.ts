import { jsonrepair } from 'jsonrepair';
import * as v from 'valibot';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { ChatMessage, ChatModel, ChatRequest } from '../../models/contract/chat';

/** One call of the optimising model as it was made. Plain data, kept for reading. */
export interface AskedCall {
  readonly purpose: string;
  readonly messages: readonly ChatMessage[];
  readonly reply: string;
}

/** A structured answer, and every call it took. */
export interface Asked<T> {
  readonly answer: T;
  readonly calls: readonly AskedCall[];
}

export interface Ask<T> {
  readonly purpose: string;
  readonly messages: readonly ChatMessage[];
  readonly schema: NonNullable<ChatRequest['schema']>;
  readonly answer: v.GenericSchema<unknown, T>;
  readonly seed: number;
  readonly temperature: number;
  readonly signal?: AbortSignal | undefined;
}

/** Times an answer is asked for that cannot be read. */
const TRIES = 2;

/** Asks for an answer in a form; an unreadable one is asked for once more, then it is the problem `lab-answer`. */
export async function ask<T>(model: ChatModel, wish: Ask<T>): Promise<Result<Asked<T>>> {
  const calls: AskedCall[] = [];
  const { purpose, messages, schema, seed, temperature, signal } = wish;
  for (let sample = 0; sample < TRIES; sample++) {
    const request = { messages, schema, seed, temperature, sample };
    const reply = await model.chat(request, { purpose, signal });
    if (!reply.ok) return reply;
    if (reply.value.finish === 'aborted') return err(problem('cancelled'));
    calls.push({ purpose, messages, reply: reply.value.text });
    const parsed = v.safeParse(wish.answer, readJson(reply.value.text));
    if (parsed.success) return ok({ answer: parsed.output, calls });
  }
  return err(problem('lab-answer', `Asked for: ${purpose}.`));
}

/** The JSON in a reply, fenced or not, mended where it is almost JSON; `undefined` when there is none. */
function readJson(text: string): unknown {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(jsonrepair(text.slice(start, text.lastIndexOf('}') + 1 || undefined)));
  } catch {
    // Not JSON even after mending: the caller asks again and then says so.
    return undefined;
  }
}

import { ok, type Result } from '../../base/result';
import type { ChatMessage, ToolCall } from '../../models/contract/chat';
import type { AgentTrace } from './agent-trace';
import { readAnswer, SUBMIT, submitSpec, type AgentAnswer } from './answer';
import type { Asking } from './asking';
import { Conversation } from './conversation';
import { protocolOf } from './protocol';
import { cut } from './show';
import { Arguments, type Tool } from './tool';

/** Everything that differs between the agents. */
export interface AgentSetup {
  readonly trace: AgentTrace;
  readonly tools: readonly Tool[];
  readonly system: string;
  readonly task: string;
  /** The state before each step; empty when there is none. */
  readonly hint: () => string;
  /** Told after compaction: the model has read nothing any more. */
  readonly onCompacted: () => void;
  readonly purpose: string;
  readonly mostSteps?: number;
}

/** As published. */
export const MOST_STEPS = 200;
/** A model that makes no readable call so often in a row will not make one. */
const MOST_EMPTY = 3;
/** Answers that cannot be accepted, before the case is left without one. */
const MOST_REFUSED = 4;
/** Steps before the end at which the model is told to answer. */
const HURRY = 5;

/**
 * One conversation: the model calls tools until it submits an answer that can be read.
 * @returns `undefined` when it never did; a problem only when calls failed or the run was stopped
 */
export async function converse(
  setup: AgentSetup,
  asking: Asking,
): Promise<Result<AgentAnswer | undefined>> {
  const { description } = asking.model;
  const protocol = protocolOf(
    [...setup.tools.map((tool) => tool.spec), submitSpec],
    description.tools,
  );
  const opening: readonly ChatMessage[] = [
    { role: 'system', text: `${setup.system}\n\n${protocol.instructions}` },
    { role: 'user', text: setup.task },
  ];
  const conversation = new Conversation(opening, description.contextTokens);
  const most = setup.mostSteps ?? MOST_STEPS;
  let empty = 0;
  let refused = 0;
  for (let step = 0; step < most; step++) {
    const compacted = await conversation.compact(asking, setup.hint);
    if (!compacted.ok) return compacted;
    if (compacted.value) setup.onCompacted();
    const hurry =
      most - step <= HURRY ? `\nOnly ${most - step} steps are left: submit_verdict now.` : '';
    const reply = await asking.ask(
      { messages: conversation.messages(setup.hint() + hurry), ...protocol.request },
      setup.purpose,
    );
    if (!reply.ok) return reply;
    const calls = protocol.calls(reply.value);
    if (calls.length === 0) {
      if (++empty >= MOST_EMPTY) return ok(undefined);
      conversation.add([
        { role: 'assistant', text: cut(reply.value.text, 4_000) },
        { role: 'user', text: 'That was no call that could be read. Call one of the tools.' },
      ]);
      continue;
    }
    empty = 0;
    const results: { readonly call: ToolCall; readonly text: string }[] = [];
    for (const call of calls) {
      if (call.name === SUBMIT) {
        const read = readAnswer(setup.trace, call.arguments);
        if (read.ok) {
          asking.step(SUBMIT, setup.trace.graph.operationName(read.answer.op), read.answer.reason);
          return ok(read.answer);
        }
        if (++refused >= MOST_REFUSED) return ok(undefined);
        results.push({ call, text: read.wrong });
      } else results.push({ call, text: await carryOut(setup, call, asking) });
    }
    conversation.add(protocol.group(reply.value, results));
  }
  return ok(undefined);
}

async function carryOut(setup: AgentSetup, call: ToolCall, asking: Asking): Promise<string> {
  const tool = setup.tools.find(({ spec }) => spec.name === call.name);
  if (tool === undefined)
    return `There is no tool of this name. Tools: ${setup.tools.map(({ spec }) => spec.name).join(', ')}, ${SUBMIT}.`;
  const args = new Arguments(call.arguments);
  const { text, about = '' } = await tool.run(args);
  asking.step(call.name, about, args.text('outcome') || cut(text.replace(/\s+/g, ' '), 160));
  return text;
}

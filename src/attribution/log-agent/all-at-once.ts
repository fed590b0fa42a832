import { Slices } from '../../base/pause';
import { ok, type Result } from '../../base/result';
import type { Verdict } from '../../cases/verdict';
import type { AgentTrace } from '../agent/agent-trace';
import { readAnswer, submitSpec } from '../agent/answer';
import { Asking } from '../agent/asking';
import { roughTokens } from '../agent/conversation';
import { startOf } from '../agent/evidence-start';
import type { AgentOptions } from '../agent/graph-agent';
import { CRITERION, LOG_READING } from '../agent/instructions';
import { modelJson } from '../agent/model-json';
import { settle } from '../agent/settle';
import { taskOf } from '../agent/task';
import { OperationLog } from './log';

/** As published: the whole log, cut from its beginning to so many tokens. */
const MOST_TOKENS = 600_000;
const ATTEMPTS = 2;

/** The baseline: the whole log in one prompt and one structured answer. Outcome as `graphAgent`. */
export async function allAtOnce(
  trace: AgentTrace,
  options: AgentOptions,
): Promise<Result<Verdict>> {
  const asking = new Asking(options);
  const starting = startOf(trace, options);
  const { contextTokens } = asking.model.description;
  const room = Math.min(MOST_TOKENS, Math.floor((contextTokens ?? MOST_TOKENS / 0.7) * 0.7));
  const log = await newestOf(new OperationLog(trace), room);
  const task = taskOf(trace, starting, options.priors ?? false);
  let wrong = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const reply = await asking.ask(
      {
        messages: [
          {
            role: 'system',
            text: `${CRITERION}\n\n${LOG_READING}\nThere are no tools here: answer with one JSON document.`,
          },
          { role: 'user', text: `<log>\n${log}\n</log>\n${task}${wrong}` },
        ],
        schema: { name: 'verdict', schema: submitSpec.parameters },
      },
      'all-at-once',
    );
    if (!reply.ok) return reply;
    const read = readAnswer(trace, modelJson(reply.value.text));
    if (read.ok) {
      asking.step('submit_verdict', trace.graph.operationName(read.answer.op), read.answer.reason);
      return ok(settle(trace, 'all-at-once', starting.start, read.answer, asking.share()));
    }
    wrong = `\nYour last answer could not be used: ${read.wrong}`;
  }
  return ok(settle(trace, 'all-at-once', starting.start, undefined, asking.share()));
}

/** The end of the log that fits. */
async function newestOf(log: OperationLog, tokens: number): Promise<string> {
  const slices = new Slices();
  const kept: string[] = [];
  let used = 0;
  for (const op of [...log.operations].reverse()) {
    await slices.breathe();
    const block = log.block(op);
    used += roughTokens(block);
    if (used > tokens) {
      kept.push('[earlier operations were cut off]');
      break;
    }
    kept.push(block);
  }
  return kept.reverse().join('\n');
}

import { ok, type Result } from '../../base/result';
import type { Verdict } from '../../cases/verdict';
import { Asking } from '../agent/asking';
import type { AgentTrace } from '../agent/agent-trace';
import { startOf } from '../agent/evidence-start';
import { pageFor, type AgentOptions } from '../agent/graph-agent';
import { CRITERION, LOG_READING } from '../agent/instructions';
import { converse } from '../agent/loop';
import { settle } from '../agent/settle';
import { taskOf } from '../agent/task';
import { OperationLog } from './log';
import { logTools } from './log-tools';

/** MemTrace-OBS: the model reads the flat log of operations. Outcome as `graphAgent`. */
export async function logAgent(trace: AgentTrace, options: AgentOptions): Promise<Result<Verdict>> {
  const asking = new Asking(options);
  const starting = startOf(trace, options);
  const log = new OperationLog(trace);
  const answer = await converse(
    {
      trace,
      tools: logTools(log, pageFor(asking.model.description.contextTokens)),
      system: `${CRITERION}\n\n${LOG_READING}`,
      task: taskOf(trace, starting, options.priors ?? false),
      hint: () => '',
      onCompacted: () => undefined,
      purpose: 'log-agent',
      ...(options.mostSteps !== undefined && { mostSteps: options.mostSteps }),
    },
    asking,
  );
  if (!answer.ok) return answer;
  return ok(settle(trace, 'log-agent', starting.start, answer.value, asking.share()));
}

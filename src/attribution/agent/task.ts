import { goldText } from '../../cases/case';
import type { AgentTrace } from './agent-trace';
import type { Starting } from './evidence-start';
import { priorOf } from './priors';
import { attribute, cut, escaped } from './show';
import { valueText } from './show-operation';

const MOST_TEXT = 3_000;

/** The case as the model is told of it. Labels of the trace are never part of it. */
export function taskOf(trace: AgentTrace, starting: Starting, priors: boolean): string {
  const { failed, graph } = trace;
  const prior = priors ? priorOf(graph.system) : '';
  const query = trace.query;
  return [
    `<question${query === undefined ? '' : ` ref="${trace.handle(query)}"`}>${show(failed.question)}</question>`,
    `<right_answer>${show(goldText(failed))}</right_answer>`,
    `<given_answer>${show(failed.prediction)}</given_answer>`,
    `<operations_of_the_question search="${failed.retrievalOps.map((id) => attribute(id)).join(' ')}" answer="${attribute(failed.answerOp ?? 'not recorded')}" judge="${attribute(failed.judgeOp ?? 'not recorded')}"/>`,
    starting.trust,
    ...starting.nodes.map(
      (node) =>
        `<evidence ref="${trace.handle(node)}" id="${attribute(graph.nodeId(node), 100)}">${show(valueText(trace, node))}</evidence>`,
    ),
    ...(prior === '' ? [] : [prior]),
  ].join('\n');
}

const show = (text: string): string => escaped(cut(text, MOST_TEXT));

import { readdirSync } from 'node:fs';
import { AgentTrace } from '../../../src/attribution/agent/agent-trace';
import { graphAgent } from '../../../src/attribution/agent/graph-agent';
import type { Case } from '../../../src/cases/case';
import { collectCases } from '../../../src/cases/collect';
import { toMemoryErrorType } from '../../../src/cases/error-type';
import type { Verdict } from '../../../src/cases/verdict';
import { buildAdjacency } from '../../../src/graph/adjacency';
import { EvolutionGraph } from '../../../src/graph/evolution-graph';
import { openFlowTrace } from '../../../src/attribution/flow/flow-trace';
import { openFile } from '../../../src/headless/open-files';
import { sharedPath } from '../../support/shared-data';
import { ScriptChat, type Script } from './counting-chat';
import { readTask, soughtIn } from './reading';
import { GraphScript } from './graph-script';
import { LogScript } from './log-script';
import { logAgent } from '../../../src/attribution/log-agent/log-agent';

/** One case under an oracle. */
export interface Outcome {
  readonly path: string;
  readonly case: Case;
  readonly verdict: Verdict | undefined;
  readonly calls: number;
  readonly promptTokens: number;
}

export const FOLDERS = {
  small: ['small/mem0', 'small/rag', 'small/evermemos', 'small/long_context'],
  natural: ['natural/mem0', 'natural/rag', 'natural/evermemos'],
} as const;

/** The trace files of a set. */
export const filesOf = (set: keyof typeof FOLDERS): readonly string[] =>
  FOLDERS[set].flatMap((folder) =>
    readdirSync(sharedPath(folder))
      .filter((name) => !name.includes('membase'))
      .map((name) => sharedPath(folder, name)),
  );

export async function graphsOf(path: string): Promise<readonly EvolutionGraph[]> {
  const file = await openFile(path);
  return file.traces.map(
    ({ read, bytes }) =>
      new EvolutionGraph(read.key, read.columns, buildAdjacency(read.columns), bytes),
  );
}

/** Cases labelled as memory errors. */
export const isMemoryError = ({ label }: Case): boolean =>
  label !== undefined && toMemoryErrorType(label.errorType) !== undefined;

const AGENTS = { 'graph-agent': graphAgent, 'log-agent': logAgent } as const;

/**
 * Runs an agent with an oracle for a model over the labelled memory errors of a file. The case it works on has
 * no label any more: only the tools, the question, the right answer and the evidence reach the oracle.
 */
export async function runOracle(
  method: keyof typeof AGENTS,
  path: string,
  options: { readonly copied: boolean; readonly count: boolean; readonly most?: number },
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const graph of await graphsOf(path)) {
    const cases = collectCases(graph);
    const stripped = cases.map((c): Case => ({ ...c, label: undefined }));
    const flow = openFlowTrace(graph);
    for (const labelled of cases.filter(isMemoryError).slice(0, options.most)) {
      const failed = stripped.find((c) => c.queryId === labelled.queryId);
      if (failed === undefined) continue;
      const trace = new AgentTrace(flow, failed, stripped);
      const chat = new PreparedChat(method, options);
      const verdict = await AGENTS[method](trace, {
        model: chat,
        evidence: 'labelled',
        priors: true,
      });
      outcomes.push({
        path,
        case: labelled,
        verdict: verdict.ok ? verdict.value : undefined,
        calls: chat.calls,
        promptTokens: chat.inputTokens,
      });
    }
  }
  return outcomes;
}

/** A script needs the evidence read beforehand, which takes a promise: the first call waits for it. */
class PreparedChat extends ScriptChat {
  private ready: readonly Awaited<ReturnType<typeof soughtIn>>[number][] | undefined;

  constructor(
    private readonly method: keyof typeof AGENTS,
    private readonly options: { readonly copied: boolean; readonly count: boolean },
  ) {
    super((task) => this.written(task), options.count);
  }

  override async chat(request: Parameters<ScriptChat['chat']>[0]): ReturnType<ScriptChat['chat']> {
    const task = request.messages[1]?.text ?? '';
    this.ready ??= await soughtIn(readTask(task), task);
    return super.chat(request);
  }

  private written(task: string): Script {
    const told = readTask(task);
    const sought = this.ready ?? [];
    return this.method === 'graph-agent'
      ? new GraphScript(told, sought, this.options.copied).play()
      : new LogScript(told, sought, this.options.copied).play();
  }
}

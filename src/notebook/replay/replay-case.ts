import { queryId } from '../../base/brand';
import { problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import { shorten } from '../../base/text/shorten';
import type { Case } from '../../cases/case';
import type { Verdict } from '../../cases/verdict';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatModel } from '../../models/contract/chat';
import { MeteredChat, NOTHING_SPENT } from '../../optimize/trial/spending';
import { chatAsReplayModel } from '../../replay/chat-as-replay-model';
import { effectsOf } from '../../replay/effects';
import type { Mark } from '../../replay/engine/held';
import { changesOf } from '../../replay/interventions';
import { playTrace, type Replay } from '../../replay/play-trace';
import { SeededIds } from '../../replay/recorder';
import { RoughTokenCounter } from '../../replay/tokens/rough-token-counter';
import { interventionsOf } from './changeable';
import type { ChangedOperation, ReplayOutcome, ReplayPlan, ReplayProgress } from './contract';
import { idealAfter } from './ideal-after';

/** What is replayed, and who answers what changes. */
export interface Subject {
  readonly graph: EvolutionGraph;
  readonly one: Case;
  readonly verdict: Verdict | undefined;
  /** Every judged question of the trace. */
  readonly cases: readonly Case[];
  readonly model: ChatModel | undefined;
}

const MOST_CHANGED = 200;
const MOST_QUESTION = 300;
/** Shortest time between two reports, in milliseconds. */
const REPORT_EVERY = 100;

/** Replays a trace with changes, and says what they did. */
export async function replayCase(
  subject: Subject,
  plan: ReplayPlan,
  signal: AbortSignal,
  report: (progress: ReplayProgress) => void,
): Promise<Result<Omit<ReplayOutcome, 'ref'> & { readonly bytes: Blob }>> {
  const { graph, one, verdict } = subject;
  const asked = changesOf(graph, interventionsOf(graph, plan.changes));
  if (!asked.ok) return asked;
  const isIdeal = plan.downstream.kind === 'ideal';
  const changes = isIdeal
    ? idealAfter(graph, one, verdict, plan.changes, asked.value)
    : asked.value;
  if (changes === undefined) return err(problem('replay-not-ideal'));
  const chat = subject.model && new MeteredChat(subject.model);
  const query = graph.findNode(one.queryId);
  const began = performance.now();
  let toldAt = 0;
  const replay = await playTrace(
    graph,
    {
      changes,
      // Two replays of one trace would otherwise share ids, and be taken for the same one.
      ids: new SeededIds(`${graph.columns.header.graphId} ${JSON.stringify(plan.changes)}`),
      signal,
      ...(chat && { model: chatAsReplayModel(chat) }),
      ...((plan.onlyThisQuestion || isIdeal) &&
        query !== undefined && { onlyQueries: new Set([query]) }),
      onProgress: (done, total) => {
        const now = performance.now();
        if (now - toldAt < REPORT_EVERY && done < total) return;
        toldAt = now;
        report({ done, total, calls: chat?.spent.calls ?? 0, cost: chat?.spent.cost });
      },
    },
    // Tokens that the record does not count are estimated: a worker holds no tokenizer.
    () => new RoughTokenCounter(),
  );
  if (!replay.ok) return replay;
  return ok({
    ...outcomeOf(subject, replay.value),
    bytes: new Blob([...replay.value.exportParts()], { type: 'application/json' }),
    spent: chat?.spent ?? NOTHING_SPENT,
    milliseconds: performance.now() - began,
  });
}

function outcomeOf(
  { graph, one, cases }: Subject,
  replay: Replay,
): Omit<ReplayOutcome, 'ref' | 'spent' | 'milliseconds'> {
  const { changed, flips } = effectsOf(graph, cases, replay);
  const questions = new Map(cases.map((each) => [String(each.queryId), each.question]));
  const operations: Record<Mark, number> = { recorded: 0, recomputed: 0, approximate: 0 };
  for (const { mark } of replay.marks) operations[mark]++;
  const query = graph.findNode(one.queryId);
  const recordedAt = new Map(replay.marks.map(({ opId, recorded }) => [opId, recorded]));
  return {
    operations,
    changed: changed.slice(0, MOST_CHANGED).map(({ opId, mark }): ChangedOperation => {
      const at = recordedAt.get(opId);
      return {
        name: at === undefined ? '' : graph.operationName(at),
        recorded: at === undefined ? undefined : graph.opId(at),
        mark,
      };
    }),
    flips: flips.map((flip) => ({
      ...flip,
      queryId: queryId(flip.queryId),
      question: shorten(questions.get(flip.queryId) ?? '', MOST_QUESTION),
    })),
    answer: {
      before: one.prediction,
      after: query === undefined ? undefined : replay.answers.get(query)?.prediction,
      scoreBefore: one.score,
      scoreAfter: query === undefined ? undefined : replay.scores.get(query),
    },
    anomalies: replay.anomalies.length,
  };
}

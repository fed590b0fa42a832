import { ok, type Result } from '../../base/result';
import { problem } from '../../base/problem';
import { err } from '../../base/result';
import type { Case } from '../../cases/case';
import type { EvolutionGraph } from '../../graph/evolution-graph';
import type { ChatModel } from '../../models/contract/chat';
import { RecordedTrace } from '../../replay/engine/recorded-trace';
import { fillTemplate } from '../../replay/systems/fill-template';
import { scoreReaderOf, type ScoreReader } from '../../replay/systems/read-judgement';

/** Asks a trace's judge again: the same words, another sample of its answer. */
export class JudgeAgain {
  private readonly trace: RecordedTrace;
  private readonly readers = new Map<string, ScoreReader>();

  /** @param graph the trace whose answers are judged, with their judgements */
  constructor(
    private readonly graph: EvolutionGraph,
    private readonly model: ChatModel,
  ) {
    this.trace = new RecordedTrace(graph);
  }

  /**
   * Further scores of a judged question of the trace; empty where no judge was asked (exact match).
   * @param samples the numbers of the samples to ask for; the recorded judgement is sample 0
   */
  async scores(
    judged: Case,
    samples: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<Result<readonly number[]>> {
    const op = this.graph.findOperation(judged.judgeOp ?? '');
    const operation = op === undefined ? undefined : this.trace.operation(op);
    const prompt = operation?.input('judge_prompt');
    const gold = operation?.input('golden_answers');
    if (prompt === undefined || gold === undefined) return ok([]);
    const reader = this.reader(this.graph.fullName(prompt).replace(/^judge_prompt:/, ''));
    const text = fillTemplate(this.trace.text(prompt), {
      question: judged.question,
      golden_answers: this.trace.words(gold),
      prediction: judged.prediction,
    });
    const scores: number[] = [];
    for (const sample of samples) {
      const reply = await this.model.chat(
        { messages: [{ role: 'user', text }], sample, temperature: 1 },
        { purpose: 'judgement', signal },
      );
      if (!reply.ok) return reply;
      if (reply.value.finish === 'aborted') return err(problem('cancelled'));
      scores.push(reader.read(reply.value.text));
    }
    return ok(scores);
  }

  private reader(judgeName: string): ScoreReader {
    const known = this.readers.get(judgeName);
    if (known !== undefined) return known;
    const made = scoreReaderOf(judgeName, this.trace);
    this.readers.set(judgeName, made);
    return made;
  }
}

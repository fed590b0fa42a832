import { openFlowTrace } from '../../src/attribution/flow/flow-trace';
import { criticalFacts } from '../../src/attribution/matching/critical-facts';
import type { Fact, Match, TextSource } from '../../src/attribution/matching/fact';
import { matchFact } from '../../src/attribution/matching/match-fact';
import { prepareText } from '../../src/attribution/matching/prepare';
import { TraceScript } from './trace-script';

/** One message: who said what, and when. */
export interface Said {
  readonly speaker: string;
  readonly content: string;
  readonly at?: string;
}

/** What a test asks of a conversation. */
export interface Wish {
  readonly question: string;
  readonly gold: string;
  readonly prediction?: string;
}

/** A conversation as a trace without any operation, for tests of matching and evidence search. */
export class Talk {
  private constructor(
    readonly source: TextSource,
    /** Message variables, in order. */
    readonly nodes: readonly number[],
  ) {}

  static async of(messages: readonly Said[]): Promise<Talk> {
    const script = new TraceScript('Mem0');
    const ids = messages.map(({ content, speaker, at }, i) =>
      script.message(`m${String(i + 1)}`, content, speaker, at),
    );
    const { graph } = await script.open();
    return new Talk(
      openFlowTrace(graph),
      ids.flatMap((id) => graph.findNode(id) ?? []),
    );
  }

  /** The fact that a message, by its number from 0, holds for a question. */
  fact(wish: Wish, message = 0): Fact {
    const node = this.nodes[message];
    const [fact] = criticalFacts(
      this.source,
      { question: wish.question, goldAnswers: [wish.gold], prediction: wish.prediction ?? '' },
      node === undefined ? [] : [node],
    );
    if (fact === undefined) throw new Error('The message holds no fact.');
    return fact;
  }
}

/** `matchFact` on a plain text. */
export const matchText = (fact: Fact, text: string, at?: string): Match =>
  matchFact(fact, prepareText(text, at));

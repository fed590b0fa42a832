import { shuffled } from '../../base/shuffle';

/** A judged question, as the split sees it. */
export interface SplitQuestion {
  /** Unique over all traces of the lab. */
  readonly id: string;
  /** The conversation it is about; the same in every run over that conversation. */
  readonly conversation: string;
  readonly question: string;
  readonly failed: boolean;
}

export type Part = 'tune' | 'hold-out';

/** Questions in two parts that share nothing. Plain data, made once and kept. */
export interface Split {
  readonly by: 'conversation' | 'question';
  readonly seed: number;
  /** Ids of questions. */
  readonly tune: readonly string[];
  readonly holdOut: readonly string[];
}

/**
 * Splits questions into a part to learn from and a part to be judged by: whole conversations where there
 * are several, else questions, and then those with the same words stay together. What is split depends on
 * ids and seed, not on the order of the questions. With a single question or conversation group, hold-out
 * stays empty.
 * @param share the part of the conversations (or questions) held out, above 0 and below 1
 */
export function splitQuestions(
  questions: readonly SplitQuestion[],
  { seed, share }: { readonly seed: number; readonly share: number },
): Split {
  const conversations = new Set(questions.map(({ conversation }) => conversation));
  const by = conversations.size > 1 ? 'conversation' : 'question';
  const groups = new Map<string, SplitQuestion[]>();
  for (const question of questions) {
    const key = by === 'conversation' ? question.conversation : sameWords(question.question);
    groups.set(key, [...(groups.get(key) ?? []), question]);
  }
  const keys = [...groups.keys()].sort();
  const isFailing = (key: string): boolean =>
    groups.get(key)?.some(({ failed }) => failed) ?? false;
  // Questions are drawn from failed and passed ones apart, so that both parts have of both.
  const pools =
    by === 'conversation'
      ? [keys]
      : [keys.filter(isFailing), keys.filter((key) => !isFailing(key))];
  const held = new Set(
    pools.flatMap((pool, i) => {
      const least = pool.length > 1 ? 1 : 0;
      const most = Math.max(least, pool.length - 1);
      const wanted = Math.round(pool.length * share);
      return shuffled(pool, seed + i).slice(0, Math.min(Math.max(wanted, least), most));
    }),
  );
  const idsOf = (part: boolean): readonly string[] =>
    keys
      .filter((key) => held.has(key) === part)
      .flatMap((key) => groups.get(key) ?? [])
      .map(({ id }) => id)
      .sort();
  return { by, seed, tune: idsOf(false), holdOut: idsOf(true) };
}

/** The part that a question is in. */
export function partOf(split: Split): (id: string) => Part | undefined {
  const parts = new Map<string, Part>();
  for (const id of split.tune) parts.set(id, 'tune');
  for (const id of split.holdOut) parts.set(id, 'hold-out');
  return (id) => parts.get(id);
}

const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

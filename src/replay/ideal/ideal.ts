/** One thing that an answer needs: whether a text holds it. */
export interface Holds {
  (text: string): boolean;
  /** The stretch of a text that says most of it, for quotes of values that hold it only as a whole. */
  readonly most?: (text: string) => MostOf | undefined;
}

/** UTF-16 offsets into a text, and how much of what is needed stands there: above 0, at most 1. */
export interface MostOf {
  readonly start: number;
  readonly end: number;
  readonly share: number;
}

/**
 * Ideal behaviour: from an operation on, everything is kept, found and answered right exactly when the
 * information stands in its input. It writes no text of its own: what would be lost is carried over.
 */
export class Ideal {
  /**
   * @param from rank of the first operation that behaves ideally
   * @param parts what the answer needs, part by part
   * @param query the question it is needed for; others are left as recorded
   * @param gold the right answer
   */
  constructor(
    readonly from: number,
    private readonly parts: readonly Holds[],
    readonly query: number,
    readonly gold: string,
  ) {}

  /** Whether an operation of this rank behaves ideally; one without a place in the record does. */
  reaches(rank: number | undefined): boolean {
    return rank === undefined || rank >= this.from;
  }

  holdsSome(text: string): boolean {
    return this.parts.some((holds) => holds(text));
  }

  /** Whether these texts together hold all that the answer needs. */
  holdsAll(texts: readonly string[]): boolean {
    return this.parts.every((holds) => texts.some(holds));
  }

  /**
   * The inputs that have to be carried over: for each part that some input holds and no output does,
   * the shortest such input.
   */
  lost(inputs: readonly string[], outputs: readonly string[]): readonly string[] {
    const carried = new Set<string>();
    for (const holds of this.parts) {
      if (outputs.some(holds)) continue;
      const holders = inputs.filter(holds).sort((a, b) => a.length - b.length);
      if (holders[0] !== undefined) carried.add(holders[0]);
    }
    return [...carried];
  }
}

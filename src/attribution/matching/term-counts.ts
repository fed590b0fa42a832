import { termId, UNNUMBERED } from '../../base/text/lexicon';
import { scanTokens } from '../../base/text/scan';
import { toTerm } from '../../base/text/terms';

/** In how many texts each content term stands, however often it stands in one. */
export class TermCounts {
  // By the number of the term: two look-ups in maps for each word of a trace were an eighth of the
  // time it takes to make a trace ready.
  private counts = new Int32Array(1 << 14);
  private lastIn = new Int32Array(1 << 14);
  // Terms that the lexicon has no room for.
  private readonly unnumbered = new Map<string, number>();
  private texts = 0;

  /** Counts the terms of one more text. */
  add(text: string): void {
    this.texts++;
    let others: Set<string> | undefined;
    const { starts, ends } = scanTokens(text);
    for (let i = 0; i < starts.length; i++) {
      const { term, id, stop } = toTerm(text.slice(starts[i], ends[i]));
      if (stop || term === 'not') continue;
      if (id === UNNUMBERED) (others ??= new Set()).add(term);
      else this.count(id);
    }
    for (const term of others ?? [])
      this.unnumbered.set(term, (this.unnumbered.get(term) ?? 0) + 1);
  }

  /** In how many texts a term stands. */
  of(term: string): number {
    const id = termId(term);
    return (id === UNNUMBERED ? this.unnumbered.get(term) : this.counts[id]) ?? 0;
  }

  private count(id: number): void {
    if (id >= this.counts.length) this.grow(id);
    if (this.lastIn[id] === this.texts) return;
    this.lastIn[id] = this.texts;
    this.counts[id] = (this.counts[id] ?? 0) + 1;
  }

  private grow(id: number): void {
    this.counts = widened(this.counts, 2 * id);
    this.lastIn = widened(this.lastIn, 2 * id);
  }
}

function widened(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(length);
  wider.set(numbers);
  return wider;
}

/** The last results of something, under numbered names; the oldest go first. */
export class KeptResults<T> {
  private readonly kept = new Map<string, T>();
  private made = 0;

  constructor(
    private readonly prefix: string,
    private readonly most: number,
  ) {}

  keep(result: T): string {
    const ref = `${this.prefix}-${++this.made}`;
    this.kept.set(ref, result);
    for (const old of this.kept.keys()) {
      if (this.kept.size <= this.most) break;
      this.kept.delete(old);
    }
    return ref;
  }

  get(ref: string): T | undefined {
    return this.kept.get(ref);
  }
}

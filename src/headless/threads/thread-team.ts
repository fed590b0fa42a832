import { HelperThread, type ThreadHandle } from './helper-thread';

/** With fewer cases a thread costs more than it saves: it makes the trace ready for itself. */
const FEWEST_PER_THREAD = 50;

/** How many threads share so many cases; fewer than 100 stay in one. */
export const threadsFor = (cases: number, most: number): number =>
  Math.max(1, Math.min(most, Math.floor(cases / FEWEST_PER_THREAD)));

/** The threads beside the main one: started when they are first needed, kept for all files. */
export class ThreadTeam {
  private helpers: HelperThread[] = [];

  /**
   * @param most how many threads may work, the main one among them
   * @param start starts a thread that runs `serveThread`
   * @param onDeath is told why a thread ended before its time
   */
  constructor(
    readonly most: number,
    private readonly start: () => ThreadHandle,
    private readonly onDeath: (reason: string) => void,
  ) {}

  /** The helpers for a piece of work, fresh ones for those that died. */
  helpersFor(cases: number): readonly HelperThread[] {
    return this.helpersUpTo(threadsFor(cases, this.most) - 1);
  }

  /** Starts all of them ahead: they load their code while the main thread reads a large file. */
  warmUp(): void {
    this.helpersUpTo(this.most - 1);
  }

  async close(): Promise<void> {
    await Promise.all(this.helpers.map((helper) => helper.close()));
    this.helpers = [];
  }

  private helpersUpTo(count: number): readonly HelperThread[] {
    this.helpers = this.helpers.filter((helper) => helper.isAlive);
    while (this.helpers.length < count)
      this.helpers.push(new HelperThread(this.start(), this.onDeath));
    return this.helpers.slice(0, count);
  }
}

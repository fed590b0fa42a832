import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;

/** Parent of every process of this machine. Linux only. */
function parents(): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    // The command's name stands in brackets and may hold spaces; the parent is the second field after it.
    const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ');
    const parent = Number(fields?.[1]);
    if (Number.isInteger(parent)) found.set(pid, parent);
  }
  return found;
}

/** A process and everything it started. */
function tree(root: number): readonly number[] {
  const all = parents();
  const members = new Set([root]);
  // Children may be listed before their parents, so look until nobody new is found.
  for (let before = 0; before !== members.size;) {
    before = members.size;
    for (const [pid, parent] of all) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

/** The processes that this one started with such a word on their command line; none off Linux. */
export function childrenWith(word: string): readonly number[] {
  if (!canMeasureMemory()) return [];
  return [...parents()]
    .filter(
      ([pid, parent]) =>
        parent === process.pid && readOrEmpty(`/proc/${pid}/cmdline`).includes(word),
    )
    .map(([pid]) => pid);
}

/** Proportional set size of a process and all it started, in bytes: shared pages count once in the sum. */
export function treeMemory(root: number): number {
  let kilobytes = 0;
  for (const pid of tree(root)) {
    const match = /^Pss:\s+(\d+) kB$/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`));
    kilobytes += Number(match?.[1] ?? 0);
  }
  return kilobytes * 1024;
}

/** Whether this machine tells the memory of processes this way. */
export const canMeasureMemory = (): boolean =>
  readOrEmpty(`/proc/${process.pid}/smaps_rollup`).includes('Pss:');

/** Samples the memory of a process tree until stopped. */
export class MemoryWatch {
  private peak = 0;
  private samples = 0;
  private readonly timer: ReturnType<typeof setInterval>;

  constructor(private readonly root: number) {
    this.sample();
    this.timer = setInterval(() => this.sample(), SAMPLE_MS);
  }

  /** The largest sum seen, in bytes, and how often it was looked at. */
  stop(): { readonly peak: number; readonly samples: number } {
    clearInterval(this.timer);
    this.sample();
    return { peak: this.peak, samples: this.samples };
  }

  private sample(): void {
    this.peak = Math.max(this.peak, treeMemory(this.root));
    this.samples++;
  }
}

/** A process may end between being listed and being read. */
function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

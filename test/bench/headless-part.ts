import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, rounded, spread, type Spread } from './statistics';

/** Reading and attributing one file in Node, without a page. */
export interface HeadlessFigures {
  readonly cases: number;
  /** How many threads the command chose. */
  readonly threads: number;
  readonly read_ms: Spread | null;
  readonly attribute_ms: Spread | null;
  readonly attribution_cases_per_s: number | null;
  /** The same with `--threads 1`. */
  readonly one_thread: {
    readonly read_ms: Spread | null;
    readonly attribute_ms: Spread | null;
    readonly attribution_cases_per_s: number | null;
  };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const LINE =
  /(?<cases>\d+) attributed, .*read (?<read>\d+) ms, attributed (?<attribute>\d+) ms \(\d+ cases\/s, (?<threads>\d+) threads?\)/;

interface Printed {
  readonly cases: number;
  readonly threads: number;
  readonly readMs: number;
  readonly attributeMs: number;
}

/**
 * Runs `npm run attribute` over one file, several times with the threads it chooses and with one, in
 * turn, and takes what it prints: a process of its own each time, as users start it.
 */
export async function measureHeadless(path: string, runs: number): Promise<HeadlessFigures> {
  const several: Printed[] = [];
  const alone: Printed[] = [];
  for (let run = 0; run < runs; run++) {
    several.push(await runCommand(path));
    alone.push(await runCommand(path, '--threads', '1'));
  }
  const { cases = 0, threads = 1 } = several[0] ?? {};
  return { cases, threads, ...figures(several), one_thread: figures(alone) };
}

function figures(printed: readonly Printed[]) {
  const attributeMs = printed.map((run) => run.attributeMs);
  const typical = median(attributeMs);
  const cases = printed[0]?.cases ?? 0;
  return {
    read_ms: spread(printed.map((run) => run.readMs)),
    attribute_ms: spread(attributeMs),
    attribution_cases_per_s: typical === null ? null : rounded((cases * 1000) / typical),
  };
}

async function runCommand(path: string, ...options: readonly string[]): Promise<Printed> {
  const words = ['run', '--silent', 'attribute', '--', path, ...options];
  const { stdout } = await promisify(execFile)('npm', words, { cwd: root });
  const { cases, threads, read, attribute } = LINE.exec(stdout)?.groups ?? {};
  if (cases === undefined) throw new Error(`The command printed no figures on ${path}: ${stdout}`);
  return {
    cases: Number(cases),
    threads: Number(threads),
    readMs: Number(read),
    attributeMs: Number(attribute),
  };
}

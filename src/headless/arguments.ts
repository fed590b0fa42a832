import { parseArgs } from 'node:util';
import type { EvidenceMode, EvidenceQuery } from '../cases/verdict';

/** What the command was asked to do. */
export interface CommandOptions {
  readonly paths: readonly string[];
  readonly evidence: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery;
  /** Where the results go; nothing is written when absent. */
  readonly out: string | undefined;
  /** How many threads attribute a large trace; one when absent. */
  readonly threads: number | undefined;
}

export type Command =
  | { readonly kind: 'run'; readonly options: CommandOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly sentence: string };

export const USAGE = `Usage: npm run attribute -- FILE… [options]

Names, for every wrongly answered question in the traces, the operation that broke it.
FILE is a trace (a smartcomment export or a MemTraceBench file), or results or spans of
another tool (src/trace/read/foreign/README.md lists them): .json, .jsonl, .csv, or any of
them as .gz or .zst, a .zip of them, or a folder of them.

  --method flow            how: without a model, by following each fact (the only method so far)
  --evidence labelled      start from the evidence named in the trace (default), searched where none is named
  --evidence retrieved     search the evidence in the messages, whatever is named
  --query gold             what the search sees beside the question: the gold answer (default),
          prediction         the system's answer,
          question           or nothing
  --out results.json       write the verdicts in MemTrace's results format
  --threads N              threads for a trace of 100 failed questions or more (default: 1)
  --help                   this text

Ends with 0 when at least one file could be read, 1 when none could (or results could not be written), 2 when asked wrongly.
`;

const METHODS = ['flow'] as const;
const EVIDENCE = ['labelled', 'retrieved'] as const satisfies readonly EvidenceMode[];
const QUERIES = ['gold', 'prediction', 'question'] as const satisfies readonly EvidenceQuery[];

/** Reads the words after the command's name. */
export function parseCommand(words: readonly string[]): Command {
  const parsed = readOptions(words);
  if (typeof parsed === 'string') return { kind: 'wrong', sentence: parsed };
  const { values, positionals } = parsed;
  if (values.help === true) return { kind: 'help' };
  const method = choose('--method', values.method, METHODS);
  if (!method.ok) return method.wrong;
  const evidence = choose('--evidence', values.evidence, EVIDENCE);
  if (!evidence.ok) return evidence.wrong;
  const query = choose('--query', values.query, QUERIES);
  if (!query.ok) return query.wrong;
  if (values.out === '') return { kind: 'wrong', sentence: '--out needs the name of a file.' };
  const threads = values.threads === undefined ? undefined : Number(values.threads);
  if (threads !== undefined && !(Number.isInteger(threads) && threads >= 1 && threads <= 64))
    return { kind: 'wrong', sentence: '--threads is a whole number from 1 to 64.' };
  if (positionals.length === 0) return { kind: 'wrong', sentence: 'Name at least one file.' };
  return {
    kind: 'run',
    options: {
      paths: positionals,
      evidence: evidence.value,
      evidenceQuery: query.value,
      out: values.out,
      threads,
    },
  };
}

function readOptions(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        method: { type: 'string', default: 'flow' },
        evidence: { type: 'string', default: 'labelled' },
        query: { type: 'string', default: 'gold' },
        out: { type: 'string' },
        threads: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    // parseArgs says what was wrong in its message; anything else is a bug.
    if (error instanceof TypeError && 'code' in error) return error.message;
    throw error;
  }
}

type Chosen<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly wrong: Command };

function choose<T extends string>(option: string, word: string, known: readonly T[]): Chosen<T> {
  const value = known.find((candidate) => candidate === word);
  if (value !== undefined) return { ok: true, value };
  const sentence = `${option} is one of ${known.join(', ')}; "${word}" is none of them.`;
  return { ok: false, wrong: { kind: 'wrong', sentence } };
}

import { isObject, parseRecord, stringField, type JsonObject } from './json';

/** What can be said of the failed questions of an imported file. */
export type Reach =
  /** Messages and how memories were made are in it: every stage can be named. */
  | 'stages'
  /** What was retrieved is in it, the stages before are not: retrieval or answer can be named. */
  | 'retrieval-or-answer'
  /** Questions and answers alone: they can be judged, not attributed. */
  | 'judge-only'
  /** Neither questions nor answers: it can only be looked at. */
  | 'look-only';

/** How often something of a kind was found in the file. */
export interface Tally {
  readonly what: string;
  readonly count: number;
}

/** What an importer made of a file of another tool; kept in the metadata of the trace it wrote. */
export interface ImportReport {
  /** Identifies the importer, `mem0-evaluation`. */
  readonly format: string;
  /** The format in words, `Mem0 evaluation results`. */
  readonly name: string;
  /** What the file is made of: `rows`, `spans`, `questions`, `operations`. */
  readonly unit: string;
  /** read + skipped = total. */
  readonly total: number;
  readonly read: number;
  readonly skipped: number;
  /** What the trace got, by kind: `questions`, `gold answers`, `retrieved texts`. */
  readonly mapped: readonly Tally[];
  /** Fields of the file that have no place in a trace, by name, with the rows that have them. */
  readonly unmapped: readonly Tally[];
  /** What else should be known, in sentences. */
  readonly notes: readonly string[];
  readonly reach: Reach;
  /** Whether the file says when things happened; without, only their order is known. */
  readonly timed: boolean;
}

/** The report in the metadata of a trace that an importer wrote; `undefined` for every other trace. */
export function readImportReport(metadata: string): ImportReport | undefined {
  if (!metadata.includes('"import"')) return undefined;
  const report = parseRecord(metadata).get('import');
  if (!isObject(report)) return undefined;
  const fields = new Map(Object.entries(report));
  const format = stringField(fields, 'format');
  if (format === undefined) return undefined;
  const timed = fields.get('timed');
  return {
    format,
    name: stringField(fields, 'name') ?? format,
    unit: stringField(fields, 'unit') ?? 'rows',
    total: count(fields.get('total')),
    read: count(fields.get('read')),
    skipped: count(fields.get('skipped')),
    mapped: tallies(fields, 'mapped'),
    unmapped: tallies(fields, 'unmapped'),
    notes: list(fields.get('notes')).filter((note) => typeof note === 'string'),
    reach: reachOf(stringField(fields, 'reach')),
    timed: typeof timed === 'boolean' ? timed : true,
  };
}

const REACHES: readonly Reach[] = ['stages', 'retrieval-or-answer', 'judge-only', 'look-only'];

const reachOf = (text: string | undefined): Reach =>
  REACHES.find((reach) => reach === text) ?? 'look-only';

const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function tallies(fields: JsonObject, key: string): readonly Tally[] {
  return list(fields.get(key)).flatMap((entry) => {
    if (!isObject(entry)) return [];
    const tally = new Map(Object.entries(entry));
    const what = stringField(tally, 'what');
    return what === undefined ? [] : [{ what, count: count(tally.get('count')) }];
  });
}

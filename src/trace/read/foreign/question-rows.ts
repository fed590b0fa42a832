import type { Reach } from '../../import-report';
import type { Ending, Importer, RowFate, Shape, Translation, Workbench } from './importer';
import { UniqueNames, writeQuestion, type FoundQuestion } from './question';
import type { Row } from './row';
import type { CutPlan } from './row-cutter';

/** What a row says of a question, without what every importer does alike. */
export type RowQuestion = Omit<FoundQuestion, 'id' | 'session'> & {
  /** The name of the question where the file gives one. */
  readonly name?: string | undefined;
};

/** What is particular about a format of one question a row. */
export interface QuestionFormat {
  readonly format: string;
  readonly name: string;
  readonly shapes: readonly Shape[];
  readonly plan: CutPlan;
  /** What a row says, or why it is of no use. */
  read(row: Row, bench: Workbench, session: string): RowQuestion | string;
  /** Whose conversation a row belongs to; the first key on the way to it by default. */
  readonly conversation?: (row: Row, path: readonly string[]) => string | undefined;
  readonly reach?: Reach;
  readonly notes?: readonly string[];
}

/** The session of questions that belong to no conversation the file names. */
const ONLY_SESSION = 'questions';

/** An importer for files of one question a row. */
export const questionRows = (format: QuestionFormat): Importer => ({
  format: format.format,
  name: format.name,
  unit: 'questions',
  shapes: format.shapes,
  plan: format.plan,
  open: (bench) => new QuestionTranslation(format, bench),
});

class QuestionTranslation implements Translation {
  private readonly names = new UniqueNames();
  private readonly users = new Set<string>();
  private withContext = 0;
  private graded = 0;

  constructor(
    private readonly format: QuestionFormat,
    private readonly bench: Workbench,
  ) {}

  row(row: Row, path: readonly string[]): RowFate {
    const { conversation } = this.format;
    const named = conversation === undefined ? path[0] : conversation(row, path);
    const session = this.bench.graph.session(named ?? ONLY_SESSION, 'conversation');
    const found = this.format.read(row, this.bench, session);
    if (typeof found === 'string') return { skipped: found };
    if (named !== undefined && this.users.size < 2) this.users.add(named);
    const { name, ...rest } = found;
    const number = this.bench.tallies.of('questions') + 1;
    const id = this.names.of(name ?? `question-${String(number)}`);
    const { score } = found;
    if (score !== undefined && score !== 0 && score !== 1) this.graded++;
    if (writeQuestion(this.bench, { ...rest, id, session }).hasContext) this.withContext++;
    return 'read';
  }

  finish(): Ending {
    const [user, ...others] = this.users;
    const notes = [...(this.format.notes ?? [])];
    if (this.graded > 0)
      notes.push('Scores between 0 and 1 are kept; only a score of exactly 0 counts as failed.');
    const reach = this.withContext > 0 ? 'retrieval-or-answer' : 'judge-only';
    const answered = this.bench.tallies.of('answers') > 0;
    return {
      reach: this.format.reach ?? (answered ? reach : 'look-only'),
      timed: false,
      notes,
      user: others.length === 0 ? user : undefined,
    };
  }
}

/** Numbers of an object, by key: the metrics of a row. */
export function numbersOf(row: Row, keys: readonly string[]): Readonly<Record<string, number>> {
  const found: [string, number][] = [];
  for (const key of keys) {
    const value = row.number(key);
    if (value !== undefined) found.push([key, value]);
  }
  return Object.fromEntries(found);
}

/** `true` and `false`, 1 and 0, as a score; words that say it, too. */
export function scoreOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  if (['true', 'correct', 'yes', 'right'].includes(word)) return 1;
  if (['false', 'incorrect', 'wrong', 'no'].includes(word)) return 0;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(word) ? Number(word) : undefined;
}

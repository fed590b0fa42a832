import { problem, type Problem } from '../../../base/problem';
import type { Skipped } from '../../columns';
import { Skips } from '../skips';
import { GraphWriter } from './graph-writer';
import type { Importer, Translation } from './importer';
import { Row, UnusedFields } from './row';
import { Tallies } from './tallies';

/** A file of another tool as a trace in the form of a smartcomment export. */
export interface Translated {
  readonly trace: Blob;
  /** Rows that were left out. */
  readonly skipped: readonly Skipped[];
}

/** Most fields that are named in a report. */
const MOST_NAMED = 60;

/** Translates the rows of one file, whatever they are cut from. */
export class Translator {
  private readonly tallies = new Tallies();
  private readonly unused = new UnusedFields();
  private readonly skips = new Skips();
  private readonly translation: Translation;
  private read = 0;
  private skipped = 0;
  private repeated = 0;

  private constructor(
    private readonly importer: Importer,
    private readonly graph: GraphWriter,
  ) {
    this.translation = importer.open({ graph, tallies: this.tallies });
  }

  static async open(importer: Importer): Promise<Translator> {
    return new Translator(importer, await GraphWriter.open(importer.format));
  }

  row(value: unknown, path: readonly string[], byte: number): void {
    const row = Row.of(value);
    if (row === undefined) {
      this.badRow('It is not an object.', byte);
      return;
    }
    this.graph.nameAfter(JSON.stringify(value).slice(0, 4096));
    const fate = this.translation.row(row, path);
    if (fate === 'repeated') this.repeated++;
    else if (fate === 'read') {
      this.read++;
      row.countUnused(this.unused);
    } else this.badRow(fate.skipped, byte);
  }

  field(value: unknown, path: readonly string[]): void {
    this.translation.field?.(value, path);
  }

  end(): void {
    this.translation.endObject?.();
  }

  badRow(reason: string, byte: number): void {
    this.skips.add('bad-row', reason, { list: this.importer.unit, record: this.total, byte });
    this.skipped++;
  }

  /** The document is not whole: what was read before is kept. */
  cut(at: number): void {
    this.skips.add('truncated', `The file breaks off at byte ${String(at)}.`, { byte: at });
  }

  /** The trace; a problem when no row was of use. */
  finish(): Translated | Problem {
    const { format, name, unit } = this.importer;
    const { reach, timed, notes, user } = this.translation.finish();
    if (this.read === 0)
      return problem('nothing-in-format', `${name}: ${String(this.skipped)} ${unit}, none of use.`);
    const repeats = `Read once although more than once in the file: ${String(this.repeated)} of the ${unit}.`;
    const trace = this.graph.finish(
      {
        format,
        name,
        unit,
        total: this.total,
        read: this.read,
        skipped: this.skipped,
        mapped: this.tallies.list(),
        unmapped: this.unused.list().slice(0, MOST_NAMED),
        notes: this.repeated > 0 ? [...notes, repeats] : notes,
        reach,
        timed,
      },
      user,
    );
    return { trace, skipped: this.skips.list() };
  }

  private get total(): number {
    return this.read + this.skipped;
  }
}

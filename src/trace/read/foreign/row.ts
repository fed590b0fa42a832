import { isObject, toJsonObject, type JsonObject } from '../../json';

/** Names of fields kept apart; hostile files have any number of them. */
const MOST_NAMES = 400;
const LONGEST_NAME = 80;
/** Longest text of a field that is kept although it has no place in a trace. */
const LONGEST_KEPT = 200;

/** Counts the fields of all rows that no importer asked for. */
export class UnusedFields {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    const known = this.counts.get(name);
    if (known === undefined && this.counts.size >= MOST_NAMES) return;
    this.counts.set(name, (known ?? 0) + 1);
  }

  list(): readonly { readonly what: string; readonly count: number }[] {
    return [...this.counts]
      .map(([what, count]) => ({ what, count }))
      .sort((a, b) => b.count - a.count || (a.what < b.what ? -1 : 1));
  }
}

/** One JSON object of a foreign file, which remembers what it was asked for. */
export class Row {
  private readonly asked = new Set<string>();
  private readonly parts: Row[] = [];
  private readonly objects = new Map<string, Row>();

  private constructor(
    readonly fields: JsonObject,
    private readonly prefix: string,
  ) {}

  /** `undefined` for what is no object. */
  static of(value: unknown, prefix = ''): Row | undefined {
    return isObject(value) ? new Row(toJsonObject(value), prefix) : undefined;
  }

  get(key: string): unknown {
    this.asked.add(key);
    return this.fields.get(key);
  }

  has(key: string): boolean {
    return this.fields.has(key);
  }

  /** A field as text: a string, or a number or boolean as it is written; `undefined` for others. */
  text(...keys: readonly string[]): string | undefined {
    for (const key of keys) {
      const text = asText(this.get(key));
      if (text !== undefined) return text;
    }
    return undefined;
  }

  number(key: string): number | undefined {
    const value = this.get(key);
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  }

  /** A list of texts; a single text counts as a list of one. */
  texts(key: string): readonly string[] {
    const value = this.get(key);
    const list = Array.isArray(value) ? value : [value];
    return list.map(asText).filter((text) => text !== undefined);
  }

  list(key: string): readonly unknown[] {
    const value = this.get(key);
    return Array.isArray(value) ? value : [];
  }

  /** The objects of a list. */
  rows(key: string): readonly Row[] {
    return this.list(key).flatMap((value) => this.part(key, value) ?? []);
  }

  /** The object of a field; the same one however often it is asked for. */
  row(key: string): Row | undefined {
    const known = this.objects.get(key);
    if (known !== undefined) return known;
    const made = this.part(key, this.get(key));
    if (made !== undefined) this.objects.set(key, made);
    return made;
  }

  /** Marks fields as known, though nothing is read from them here. */
  know(...keys: readonly string[]): void {
    for (const key of keys) this.asked.add(key);
  }

  /** Counts what was not asked for, here and in the parts that were looked into. */
  countUnused(unused: UnusedFields): void {
    for (const [key, value] of this.fields)
      if (!this.asked.has(key) && value !== null) unused.add(`${this.prefix}${nameOf(key)}`);
    for (const part of this.parts) part.countUnused(unused);
  }

  /** Short fields that were not asked for, kept as metadata. */
  rest(): Readonly<Record<string, unknown>> {
    const kept: [string, unknown][] = [];
    for (const [key, value] of this.fields) {
      if (this.asked.has(key) || value === null || kept.length >= 40) continue;
      if (typeof value === 'number' || typeof value === 'boolean') kept.push([key, value]);
      else if (typeof value === 'string' && value.length <= LONGEST_KEPT) kept.push([key, value]);
    }
    return Object.fromEntries(kept);
  }

  /** Counts the fields of another row with these. */
  adopt<T>(other: Row, value: T): T {
    this.parts.push(other);
    return value;
  }

  private part(key: string, value: unknown): Row | undefined {
    const part = Row.of(value, `${this.prefix}${nameOf(key)}.`);
    if (part !== undefined) this.parts.push(part);
    return part;
  }
}

/** A name with numbers as `n`, so that `messages.0` and `messages.1` are one kind of field. */
const nameOf = (key: string): string => key.slice(0, LONGEST_NAME).replace(/\d+/g, 'n');

/** A scalar as text; `undefined` for null, lists and objects. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return undefined;
}

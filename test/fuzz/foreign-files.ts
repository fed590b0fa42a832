import { readdirSync, readFileSync } from 'node:fs';
import { utf8 } from '../support/graph-file';
import { Seeded } from '../support/seeded';
import { byteMutant } from './byte-mutants';
import type { Mutant } from './mutant';
import { deepened, oddValue, written } from './shape-mutants';

/** A small file that mutants are made of. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its objects as parsed: one, or one a line; undefined for a table. */
  readonly lines: readonly unknown[] | undefined;
}

const FOLDER = new URL('../fixtures/foreign/', import.meta.url);

export const foreignFiles = (): readonly ForeignFile[] =>
  readdirSync(FOLDER)
    .sort()
    .map((name) => {
      const bytes = new Uint8Array(readFileSync(new URL(name, FOLDER)));
      const text = new TextDecoder().decode(bytes);
      const lines = name.endsWith('.jsonl') ? text.split('\n').filter(Boolean) : [text];
      const isTable = name.endsWith('.csv');
      return {
        name,
        bytes,
        lines: isTable ? undefined : lines.map((line): unknown => JSON.parse(line)),
      };
    });

/** Mutant `number` of a file: changed bytes, or values of other types, lost, doubled and renamed. */
export function foreignMutant(file: ForeignFile, seed: number, number: number): Mutant {
  const random = new Seeded(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(number + 1, 0x85eb_ca77));
  const name = `seed ${String(seed)}, mutant ${String(number)} of ${file.name}`;
  if (file.lines === undefined || random.below(1) < 0.4)
    return { name, bytes: byteMutant(file.bytes, random) };
  const at = Math.floor(random.below(file.lines.length));
  const lines = file.lines.map((line, i) => {
    if (i !== at) return line;
    const changes = 1 + Math.floor(random.below(3));
    let changed = line;
    for (let n = 0; n < changes; n++) changed = mutated(changed, random);
    return changed;
  });
  const text = lines.map(written).join('\n');
  return { name, bytes: utf8(random.below(1) < DEEP_SHARE ? deepened(text, random) : text) };
}

/** How many of the mutants hold something that is nested beyond all measure. */
const DEEP_SHARE = 0.01;

/** How likely a change stays at a level instead of going deeper. */
const STAY = 0.3;

/** The value with one place in it changed, at any depth. */
function mutated(value: unknown, random: Seeded): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => item);
    const at = Math.floor(random.below(items.length));
    if (items.length === 0) return oddValue(random);
    if (random.below(1) > STAY) return items.with(at, mutated(items[at], random));
    switch (Math.floor(random.below(4))) {
      case 0:
        return items.toSpliced(at, 1);
      case 1:
        return [...items, items[at]];
      case 2:
        return items.with(at, oddValue(random));
      default:
        return items.toReversed();
    }
  }
  if (typeof value !== 'object' || value === null) return oddValue(random);
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const at = Math.floor(random.below(entries.length));
  const [key, part] = entries[at] ?? ['', null];
  const become = (...with_: readonly [string, unknown][]): unknown =>
    Object.fromEntries(entries.toSpliced(at, 1, ...with_));
  if (random.below(1) > STAY) return become([key, mutated(part, random)]);
  switch (Math.floor(random.below(4))) {
    case 0:
      return become();
    case 1:
      return become([random.pick(['__proto__', 'id', `${key}s`, '']), part]);
    case 2:
      return become([key, [part]]);
    default:
      return become([key, oddValue(random)]);
  }
}

import type { Seeded } from '../support/seeded';
import { asList, asRecord, type GraphObject } from './small-graphs';

type Json = Readonly<Record<string, unknown>>;
type Change = (record: Json, random: Seeded) => Json | undefined;

const LISTS = ['nodes', 'edges', 'operations', 'sessions', 'annotations'] as const;
const ODD_TEXTS = [
  '',
  '\ud800',
  'a\udc00b',
  '__proto__',
  'constructor',
  '@',
  ':@1',
  '\u0000',
  'NaN',
  '[1, 2',
  "{'a': b\"}",
  '2026-13-40 25:61:61.999',
  '\u202e\u200b',
  '('.repeat(3000),
  '"'.repeat(999),
  '\\'.repeat(999),
  // Written without quotes: a number that no float holds.
  '#9007199254740993#',
] as const;
const ODD_NUMBERS = [0, -0, -1, 1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, 1e21, 0.5] as const;

/** A value of a type that the field never has. */
export function oddValue(random: Seeded): unknown {
  switch (Math.floor(random.below(7))) {
    case 0:
      return null;
    case 1:
      return random.below(2) < 1;
    case 2:
      return random.pick(ODD_NUMBERS);
    case 3:
      return [];
    case 4:
      return [[random.pick(ODD_TEXTS)], { a: null }];
    case 5:
      return { ['__proto__']: { polluted: true }, constructor: 1, toString: [] };
    default:
      return random.pick(ODD_TEXTS);
  }
}

/** As JSON, with numbers in it that JavaScript cannot write. */
export const written = (value: unknown): string =>
  JSON.stringify(value).replaceAll('"#9007199254740993#"', '9007199254740993');

const keyOf = (record: Json, random: Seeded): string => {
  const keys = Object.keys(record);
  return keys[Math.floor(random.below(keys.length))] ?? 'name';
};

/** What is done to one record; undefined takes it away. */
const CHANGES: readonly [Change, ...Change[]] = [
  (record, random) => ({ ...record, [keyOf(record, random)]: oddValue(random) }),
  (record, random) => ({ ...record, [keyOf(record, random)]: oddValue(random) }),
  (record, random) => {
    const key = keyOf(record, random);
    const { [key]: value, ...rest } = record;
    return { ...rest, [random.pick(['__proto__', 'Name', `${key}s`, '', 'value'])]: value };
  },
  (record, random) => {
    const { [keyOf(record, random)]: gone, ...rest } = record;
    return gone === rest ? record : rest;
  },
  (record, random) => ({ ...record, version: random.pick(ODD_NUMBERS) }),
  (record) => ({ ...record, source_full_node_id: 'nowhere@1' }),
  (record) => ({ ...record, target_full_node_id: record['source_full_node_id'] }),
  (record) => ({
    ...record,
    source_full_node_id: record['target_full_node_id'],
    target_full_node_id: record['source_full_node_id'],
  }),
  (record, random) => ({ ...record, created_at: random.pick(ODD_TEXTS) }),
  (record, random) => ({ ...record, value: `${String(record['value'])}${random.pick(ODD_TEXTS)}` }),
  (record, random) => ({ ...record, op_id: 'op-1', session_id: random.pick(ODD_TEXTS) }),
  () => undefined,
];

/** Levels that no reader should walk by calling itself. */
const DEEP = 100_000;

/** Changes the records of a trace: types, names, references, ids, order, depth. */
export function shapeMutant(graph: GraphObject, random: Seeded): string {
  const data = new Map(Object.entries(asRecord(graph['data'])));
  const changes = 1 + Math.floor(random.below(4));
  for (let i = 0; i < changes; i++) {
    const name = random.pick(LISTS);
    data.set(name, changedList(asList(data.get(name)), random));
  }
  const head = random.below(1) < 0.05 ? { ...graph, metadata: oddValue(random) } : graph;
  const text = written({ ...head, data: Object.fromEntries(data) });
  return random.below(1) < 0.01 ? deepened(text, random) : text;
}

function changedList(list: readonly unknown[], random: Seeded): readonly unknown[] {
  const at = Math.floor(random.below(list.length));
  const record = asRecord(list[at]);
  switch (Math.floor(random.below(12))) {
    case 0:
      return [...list, record];
    case 1:
      return [...list].reverse();
    case 2:
      return [...list, oddValue(random)];
    case 3:
      return list.slice(0, at);
    default: {
      const changed = random.pick(CHANGES)(record, random);
      return list.toSpliced(at, 1, ...(changed === undefined ? [] : [changed]));
    }
  }
}

/** Puts something very deep in place of an empty object or a text. */
export function deepened(text: string, random: Seeded): string {
  const deep =
    random.below(2) < 1
      ? `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`
      : `${'{"a":'.repeat(DEEP)}0${'}'.repeat(DEEP)}`;
  const places = [...text.matchAll(/\{\}|"value":"/g)];
  const place = places[Math.floor(random.below(places.length))];
  if (place === undefined) return text;
  if (place[0] === '{}')
    return `${text.slice(0, place.index)}${deep}${text.slice(place.index + 2)}`;
  // Inside a recorded value, which is decoded when it is looked at.
  const quoted = deep.replaceAll('"', '\\"');
  return `${text.slice(0, place.index)}"value":"${quoted}","was":"${text.slice(place.index + 9)}`;
}

import { toPlain } from '../../engine/metadata';
import type { Held } from '../../engine/held';
import { field, isPlainList, isPlainMap, textField, textsField } from '../../engine/plain-fields';
import type { OutputOptions, ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { jsonBlock, type Plain } from '../../recorder';
import type { StoredUnit } from '../found-units';

/** One unit of a list of results. */
export interface Ranked {
  readonly unit: EpisodeUnit;
  readonly score: number;
}

/** A stored episode. */
export interface EpisodeUnit extends StoredUnit {
  readonly subject: string;
  readonly episode: string;
  readonly facts: readonly string[];
  readonly fields: ReadonlyMap<string, Plain>;
}

/** A list of results as a variable. */
export interface RankedList {
  readonly held: Held;
  readonly items: readonly Ranked[];
}

/** A stored unit, from the last version of its variable. */
export function episodeUnit(run: ReplayRun, held: Held): EpisodeUnit {
  const value = run.readValue(held);
  const subject = textField(value, 'subject');
  const episode = textField(value, 'episode');
  const name = held.id.slice(0, held.id.lastIndexOf('@'));
  return {
    name,
    id: textField(value, 'event_id'),
    held,
    text: `${subject} ${episode}`,
    shown: `${subject}: ${episode}`,
    subject,
    episode,
    facts: textsField(field(value, 'event_log'), 'atomic_fact'),
    fields: new Map(isPlainMap(value) ? [...value].map(([key, item]) => [key, toPlain(item)]) : []),
  };
}

/** Lists whose names are ids with their scores; the others carry a time and a random end. */
const SCORED = new Set([
  'reranked_round1_results',
  'reranked_for_check',
  'round2_retrieval_results',
  'combined_retrieval_results',
  'final_reranked_results',
]);

/** Writes a list of results; what the record has there may correct it. */
export function writeList(
  run: ReplayRun,
  operation: ReplayOperation,
  inputs: readonly Held[],
  className: string,
  items: readonly Ranked[],
  options: OutputOptions,
  units: ReadonlyMap<string, EpisodeUnit>,
): RankedList {
  const value = jsonBlock(
    items.map(({ unit, score }) => new Map<string, Plain>([...unit.fields, ['score', score]])),
  );
  const held = operation.derive(
    inputs,
    { name: listName(run, className, items), className, category: className, value },
    options,
  );
  if (held.value === value) return { held, items };
  return { held, items: readItems(run, held, units) };
}

function listName(run: ReplayRun, className: string, items: readonly Ranked[]): string {
  if (SCORED.has(className) && items.length > 0)
    return items.map(({ unit, score }) => `${unit.id}-${score}`).join(', ');
  const ids = items.map(({ unit }) => unit.id).join(', ');
  return `${ids === '' ? 'none' : ids} | rand=${run.uuid().slice(0, 8)}`;
}

/** The units and scores of a list that stands in the record. */
export function recordedItems(
  run: ReplayRun,
  node: number | undefined,
): readonly { readonly id: string; readonly score: number }[] | undefined {
  if (node === undefined || run.trace === undefined) return undefined;
  const list = run.trace.value(node);
  if (!isPlainList(list)) return undefined;
  return list.map((item) => ({ id: textField(item, 'event_id'), score: scoreOf(item) }));
}

function readItems(
  run: ReplayRun,
  held: Held,
  units: ReadonlyMap<string, EpisodeUnit>,
): readonly Ranked[] {
  const list = run.readValue(held);
  if (!isPlainList(list)) return [];
  return list.flatMap((item) => {
    const unit = units.get(`memory-unit-${textField(item, 'event_id')}`);
    return unit === undefined ? [] : [{ unit, score: scoreOf(item) }];
  });
}

const scoreOf = (item: Parameters<typeof field>[0]): number => {
  const score = field(item, 'score');
  return typeof score === 'number' ? score : 0;
};

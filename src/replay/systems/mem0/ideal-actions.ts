import type { ReplayRun } from '../../engine/run';
import { jsonLine } from '../../recorder';
import { actionsOf, parseDecision, withoutFence, type Action } from './parse-response';
import type { Similar } from './similar-memories';

/**
 * The recorded decision with nothing lost: an update keeps what the old memory held, what is needed is
 * not deleted, and a fact that no memory would hold is added.
 */
export function idealActions(
  run: ReplayRun,
  shown: Similar['shown'],
  facts: readonly string[],
  recorded: string | undefined,
): string {
  const { ideal } = run.changes;
  const decided = recorded === undefined ? [] : actionsOf(parseDecision(withoutFence(recorded)));
  if (ideal === undefined) return recorded ?? '';
  const unitOf = new Map(shown.map(({ memory, unit }) => [memory.id, unit]));
  const kept: Action[] = decided.flatMap((action) => {
    const unit = unitOf.get(action.id);
    const before = unit?.shown ?? '';
    if (action.event === 'DELETE') return ideal.holdsSome(before) ? [] : [action];
    if (action.event !== 'UPDATE') return [action];
    const lost = ideal.lost([before], [action.text]);
    return [{ ...action, text: [action.text, ...lost].join('\n') }];
  });
  const changed = new Set(kept.filter(({ event }) => event === 'UPDATE').map(({ id }) => id));
  const after = [
    ...kept.filter(({ event }) => event === 'ADD' || event === 'UPDATE').map(({ text }) => text),
    ...shown.filter(({ memory }) => !changed.has(memory.id)).map(({ unit }) => unit?.shown ?? ''),
  ];
  const missing = ideal.lost(facts, after);
  const isSame = missing.length === 0 && sameActions(decided, kept);
  if (isSame && recorded !== undefined) return recorded;
  const added = missing.map((text, i) => ({ id: `new-${i}`, text, event: 'ADD' }));
  return jsonLine({
    memory: [...kept, ...added].map(({ id, text, event }) => ({ id, text, event })),
  });
}

const sameActions = (a: readonly Action[], b: readonly Action[]): boolean =>
  a.length === b.length && a.every((action, i) => action.text === b[i]?.text);

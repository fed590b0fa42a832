import type { Held } from '../../engine/held';
import { textField } from '../../engine/plain-fields';
import type { ReplayOperation } from '../../engine/replay-operation';
import type { ReplayRun } from '../../engine/run';
import { contentName, jsonBlock, reprText } from '../../recorder';
import type { Decision } from './decide';
import { actionsOf, type Action } from './parse-response';
import type { Mem0Store } from './store';

/** Does what was decided; ids that the decision was not shown are skipped, as in the original. */
export function applyActions(
  run: ReplayRun,
  operation: ReplayOperation,
  store: Mem0Store,
  decision: Decision,
  time: string,
): void {
  const names = new Map(decision.shown.map(({ memory, unit }) => [memory.id, unit?.name]));
  const actions = actionsOf(decision.parsed);
  const added = new Set(actions.filter(({ event }) => event === 'ADD').map(({ text }) => text));
  for (const action of actions) {
    const name = names.get(action.id);
    switch (action.event) {
      case 'ADD':
        add(run, operation, store, decision.action, action, time, added);
        break;
      case 'UPDATE':
        if (name !== undefined) update(run, operation, store, decision.action, name, action, time);
        break;
      case 'DELETE':
        if (name !== undefined) remove(run, operation, store, name);
        break;
    }
  }
}

function add(
  run: ReplayRun,
  operation: ReplayOperation,
  store: Mem0Store,
  source: Held,
  action: Action,
  time: string,
  added: ReadonlySet<string>,
): void {
  const trace = run.trace;
  const textOf = (node: number): string => textField(trace?.value(node), 'memory');
  const isNew = (node: number): boolean => trace?.graph.version(node) === 1;
  // A fact that is added as in the record keeps its unit; a reworded one takes a unit that is free.
  const place =
    operation.recorded?.take('memory_entry', (n) => isNew(n) && textOf(n) === action.text) ??
    operation.recorded?.take('memory_entry', (n) => isNew(n) && !added.has(textOf(n)));
  if (place === undefined && isSkipped(operation, source)) return;
  const recordedName = place === undefined ? undefined : trace?.graph.fullName(place);
  const name = recordedName ?? `memory-unit-${run.uuid()}`;
  const id = name.replace(/^memory-unit-/, '');
  const held = operation.derive(
    [source],
    {
      name,
      category: 'memory_entry',
      value: jsonBlock({ id, memory: action.text, timestamp: time }),
      comment: 'A memory.',
    },
    { from: place },
  );
  store.put(run, name, held);
}

function update(
  run: ReplayRun,
  operation: ReplayOperation,
  store: Mem0Store,
  source: Held,
  name: string,
  action: Action,
  time: string,
): void {
  const unit = store.units.get(name);
  if (unit === undefined) return;
  const graph = run.trace?.graph;
  const place = operation.recorded?.take('memory_entry', (node) => graph?.fullName(node) === name);
  if (place === undefined && isSkipped(operation, source)) return;
  const parts = { category: 'llm_response' };
  const held = operation.derive(
    [unit.held, source],
    {
      name,
      category: 'memory_entry',
      value: jsonBlock({ id: unit.id, memory: action.text, timestamp: time }),
      comment: 'A memory.',
    },
    {
      from: place,
      isVersion: true,
      links: [
        { inputs: [unit.held], parts },
        { inputs: [source], parts },
      ],
    },
  );
  store.put(run, name, held);
}

function remove(run: ReplayRun, operation: ReplayOperation, store: Mem0Store, name: string): void {
  const unit = store.units.get(name);
  if (unit === undefined) return;
  if (run.changes.keptUnits.has(name)) {
    operation.markAs('recomputed');
    return;
  }
  operation.derive(
    [unit.held],
    {
      name: contentName('str', 'DELETED'),
      className: 'delete_marker',
      category: 'marker',
      value: reprText('DELETED'),
      comment: 'The memory is deleted.',
    },
    { from: operation.recorded?.outputsOf('delete_marker')[0] },
  );
  store.delete(name);
}

/** Whether the record did not do what its own decision says: the exception of one action is swallowed. */
const isSkipped = (operation: ReplayOperation, source: Held): boolean =>
  operation.isUnchanged([source]) && !operation.isIdeal;

import { textField } from '../../engine/plain-fields';
import type { RecordedOperation } from '../../engine/recorded-operation';
import type { ReplayRun } from '../../engine/run';
import { jsonBlock } from '../../recorder';
import type { Message } from '../memory-system';
import type { Mem0Store } from './store';

/** Raw mode: a message is stored as it is, without a model (memory-systems §3.3). */
export function storeMessage(
  run: ReplayRun,
  store: Mem0Store,
  message: Message,
  recorded: RecordedOperation,
): void {
  const operation = run.begin(
    {
      name: 'memory_system.add_to_vector_store',
      category: 'embedding',
      comment: 'A message is stored as it is.',
    },
    recorded,
  );
  const place = operation.take({ category: 'memory_entry' });
  const graph = run.trace?.graph;
  const name = place === undefined ? `memory-unit-${run.uuid()}` : (graph?.fullName(place) ?? '');
  // What exactly is stored of a message is no variable: it is read back from the memory.
  const quoted = place === undefined ? '' : textField(run.trace?.value(place), 'memory');
  const memory = quoted !== '' && message.content.includes(quoted) ? quoted : message.content;
  const id = name.replace(/^memory-unit-/, '');
  const value = jsonBlock({ id, memory, timestamp: message.timestamp });
  store.put(
    run,
    name,
    operation.derive([message.held], { name, category: 'memory_entry', value }, { from: place }),
  );
}

import type { MemorySystem } from '../../graph/system';
import type { RecordedTrace } from '../engine/recorded-trace';
import { textField } from '../engine/plain-fields';
import type { ReplayRun } from '../engine/run';
import type { TokenCounter } from '../tokens/token-counter';
import { EverMemOs } from './evermemos/evermemos';
import { LongContext } from './long-context';
import type { MemorySystemRun } from './memory-system';
import { Mem0 } from './mem0/mem0';
import { Rag } from './rag';

/** A memory system that can be run here. */
export type RunnableSystem = Exclude<MemorySystem, 'generic'>;

export const isRunnable = (system: MemorySystem): system is RunnableSystem => system !== 'generic';

/** Starts a memory system in a run. */
export function makeSystem(
  system: RunnableSystem,
  run: ReplayRun,
  tokens: TokenCounter,
): MemorySystemRun {
  switch (system) {
    case 'long-context':
      return new LongContext(run, tokens);
    case 'rag':
      return new Rag(run, tokens);
    case 'mem0':
      return new Mem0(run);
    case 'evermemos':
      return new EverMemOs(run, tokens);
  }
}

/** A recorded memory unit as its system shows it to the answering model. */
export function shownMemory(system: RunnableSystem, trace: RecordedTrace, node: number): string {
  const value = trace.value(node);
  switch (system) {
    case 'long-context':
      return trace.graph.rawValue(node);
    case 'rag':
      return textField(value, 'content');
    case 'mem0':
      return `Memory: ${textField(value, 'memory')}\nTime: ${textField(value, 'timestamp')}`;
    case 'evermemos':
      return `${textField(value, 'subject')}: ${textField(value, 'episode')}`;
  }
}

import type { MemorySystem } from '../../graph/system';
import { traceEverMemOS } from './evermemos';
import { traceGeneric } from './generic';
import { traceLongContext } from './long-context';
import { traceMem0 } from './mem0';
import type { PathTracer } from './path';
import { traceRag } from './rag';

const TRACERS: Readonly<Record<MemorySystem, PathTracer>> = {
  mem0: traceMem0,
  rag: traceRag,
  'long-context': traceLongContext,
  evermemos: traceEverMemOS,
  generic: traceGeneric,
};

/** The tracer of a memory system. */
export const tracerOf = (system: MemorySystem): PathTracer => TRACERS[system];

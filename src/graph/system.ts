/** A memory system the project knows op by op; `generic` for everything else. */
export type MemorySystem = 'long-context' | 'rag' | 'mem0' | 'evermemos' | 'generic';

const BY_LAYER: Readonly<Record<string, MemorySystem>> = {
  'Long-Context': 'long-context',
  NaiveRAG: 'rag',
  Mem0: 'mem0',
  EverMemOS: 'evermemos',
};

/**
 * Which memory system recorded a trace: first by its layer type or project id, then by the names
 * of its operations (memory-systems §0.5).
 */
export function recogniseSystem(
  layers: readonly (string | undefined)[],
  operationNames: ReadonlySet<string>,
  hasMessageBuffer: boolean,
): MemorySystem {
  for (const layer of layers) {
    const known = layer === undefined ? undefined : BY_LAYER[layer];
    if (known !== undefined && Object.hasOwn(BY_LAYER, layer ?? '')) return known;
  }
  if (operationNames.has('memory_system.memory_update')) return 'long-context';
  if (operationNames.has('memory_system.extract_facts')) return 'mem0';
  if (
    operationNames.has('evermemos.boundary_detection') ||
    operationNames.has('memory_system.agentic_round1_bundle')
  )
    return 'evermemos';
  if (operationNames.has('memory_system.add') && hasMessageBuffer) return 'rag';
  return 'generic';
}

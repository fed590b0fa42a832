import { gzipSync } from 'node:zlib';
import { utf8 } from '../support/graph-file';
import { Seeded } from '../support/seeded';
import { zipFile } from '../support/zip-file';
import { byteMutant } from './byte-mutants';
import { shapeMutant } from './shape-mutants';
import type { SmallGraph } from './small-graphs';

/** Turns of the first graph beyond its own, in a round over all. */
const TURNS = 5;

/** A changed file, and how to make it again. */
export interface Mutant {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Mutant `number` of a seed: the same bytes every time. */
export function mutant(graphs: readonly SmallGraph[], seed: number, number: number): Mutant {
  const random = new Seeded(Math.imul(seed, 0x9e37_79b1) ^ Math.imul(number + 1, 0x85eb_ca77));
  // The first graph is read in half the time of the others: it gets several turns.
  const graph = graphs[Math.max(0, (number % (graphs.length + TURNS)) - TURNS)];
  if (graph === undefined) throw new Error('There is no graph to change.');
  const name = `seed ${String(seed)}, mutant ${String(number)} of ${graph.name}`;
  const kind = random.below(1);
  if (kind < 0.45) return { name, bytes: byteMutant(utf8(graph.text), random) };
  const shape = utf8(shapeMutant(graph.graph, random));
  if (kind < 0.9) return { name, bytes: shape };
  if (kind < 0.94) return { name, bytes: byteMutant(shape, random) };
  const packed =
    kind < 0.97
      ? new Uint8Array(gzipSync(graph.text))
      : zipFile([{ name: 'a.json', content: graph.text }]);
  return { name, bytes: byteMutant(packed, random) };
}

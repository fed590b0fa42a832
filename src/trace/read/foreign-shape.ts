import { problem, type Problem } from '../../base/problem';
import type { ProblemKind } from '../../base/problems';
import { IMPORTERS } from './foreign/formats';
import type { Shape } from './foreign/importer';

/** A format that is no trace and that no importer reads. */
interface KnownShape extends Shape {
  readonly kind: ProblemKind;
  readonly name: string;
}

/** Formats that are recognised and not read as traces; the first shape that fits names the file. */
const SHAPES: readonly KnownShape[] = [
  { kind: 'unsupported-format', name: 'LoCoMo conversations', top: ['conversation', 'qa'] },
  { kind: 'unsupported-format', name: 'LongMemEval conversations', top: ['haystack_sessions'] },
  { kind: 'unsupported-format', name: 'RealMem dialogues', top: ['dialogues'] },
  {
    kind: 'unsupported-format',
    name: 'a MemBase data set',
    top: ['trajectories', 'qa_pair_lists'],
  },
  { kind: 'not-a-trace', name: 'the memories of a store, not a run', top: ['nodes', 'edges'] },
  { kind: 'result-rows', name: 'questions with answers', inside: ['question', 'golden_answer'] },
  { kind: 'result-rows', name: 'questions with answers', inside: ['question', 'response'] },
  { kind: 'result-rows', name: 'questions with answers', inside: ['question', 'answer'] },
];

/** Enough keys to tell a format; a map from ids to rows may have any number. */
const MOST_KEYS = 256;
/** Keys inside looked at, repeated ones included: rows repeat theirs. */
const MOST_LOOKS = 4096;

/** Remembers the keys of a top-level object, to say what it is when it is not a trace. */
export class ForeignShape {
  private readonly top = new Set<string>();
  private readonly inner = new Set<string>();
  private looks = 0;

  /** Whether more keys inside are of no use. */
  get full(): boolean {
    return this.inner.size >= MOST_KEYS || this.looks >= MOST_LOOKS;
  }

  /** A key of the object itself. */
  key(key: string): void {
    if (this.top.size < MOST_KEYS) this.top.add(key);
  }

  /** A key of something inside the object. */
  innerKey(key: string): void {
    this.looks++;
    this.inner.add(key);
  }

  /** The name of the importer for objects of this shape. */
  get importer(): string | undefined {
    return IMPORTERS.find(({ shapes }) => shapes.some((shape) => this.fits(shape)))?.name;
  }

  /** Why the object cannot be read as a trace. */
  problem(hasGraphId: boolean): Problem {
    if (hasGraphId)
      return problem('no-data', 'The object has a graph_id, but no data with nodes and edges.');
    const shape = SHAPES.find((known) => this.fits(known));
    if (shape !== undefined) return problem(shape.kind, `The file looks like ${shape.name}.`);
    const keys = [...this.top].slice(0, 6).map((key) => `“${key.slice(0, 40)}”`);
    return problem(
      'not-a-trace',
      keys.length === 0 ? 'An empty object.' : `An object with the keys ${keys.join(', ')}.`,
    );
  }

  private fits({ top = [], inside = [] }: Shape): boolean {
    const anywhere = (key: string): boolean => this.top.has(key) || this.inner.has(key);
    return top.every((key) => this.top.has(key)) && inside.every(anywhere);
  }
}

import { problem, type Problem } from '../../base/problem';
import type { ProblemKind } from '../../base/problems';

/** A format that is no trace, recognised by keys that all occur: at the top, or anywhere. */
interface Shape {
  readonly kind: ProblemKind;
  readonly name: string;
  readonly top?: readonly string[];
  readonly inside?: readonly string[];
}

/** The first shape that fits names the file, so the particular ones come first. */
const SHAPES: readonly Shape[] = [
  {
    kind: 'result-rows',
    name: 'MemBase evaluation rows',
    top: ['qa_pair', 'prediction', 'metrics'],
  },
  { kind: 'result-rows', name: 'MemBase search rows', top: ['qa_pair', 'retrieved_memories'] },
  { kind: 'unsupported-format', name: 'an OpenTelemetry export', top: ['resourceSpans'] },
  { kind: 'unsupported-format', name: 'a Langfuse export', top: ['observations'] },
  { kind: 'unsupported-format', name: 'a LangSmith run', top: ['run_type', 'trace_id'] },
  { kind: 'unsupported-format', name: 'a LangSmith batch', inside: ['post', 'extra'] },
  { kind: 'unsupported-format', name: 'OpenInference spans', inside: ['span_kind', 'context'] },
  { kind: 'unsupported-format', name: 'a span', top: ['spanName', 'attributes'] },
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
  { kind: 'result-rows', name: 'questions with answers', inside: ['qa_question', 'qa_response'] },
  { kind: 'result-rows', name: 'questions with answers', inside: ['question', 'answer'] },
  {
    kind: 'result-rows',
    name: 'questions with answers',
    inside: ['question', 'generated_answer'],
  },
  { kind: 'result-rows', name: 'questions with answers', inside: ['query', 'gold_answers'] },
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

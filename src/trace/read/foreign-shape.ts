import { problem, type Problem } from '../../base/problem';

interface Shape {
  readonly name: string;
  readonly keys: readonly string[];
}

/** Evaluation rows, recognised by the keys of one row. */
const RESULT_ROWS: readonly Shape[] = [
  { name: 'MemBase evaluation rows', keys: ['qa_pair', 'prediction', 'metrics'] },
  { name: 'MemBase search rows', keys: ['qa_pair', 'retrieved_memories'] },
  { name: 'evaluation rows', keys: ['question', 'golden_answer'] },
  { name: 'evaluation rows', keys: ['question', 'answer', 'question_idx'] },
];

/** Trace exports of other tools, recognised by their top-level keys. */
const OTHER_TOOLS: readonly Shape[] = [
  { name: 'an OpenTelemetry export', keys: ['resourceSpans'] },
  { name: 'a Langfuse export', keys: ['trace', 'observations'] },
  { name: 'a Langfuse export', keys: ['id', 'observations'] },
  { name: 'a LangSmith run', keys: ['run_type', 'trace_id'] },
  { name: 'a LangSmith batch', keys: ['post'] },
  { name: 'an OpenInference span', keys: ['context', 'span_kind'] },
  { name: 'a span', keys: ['spanName', 'attributes'] },
];

/** Remembers the keys of a top-level object, to say what it is when it is not a trace. */
export class ForeignShape {
  private readonly keys = new Set<string>();

  key(key: string): void {
    // A map from ids to rows may have any number of keys; a few tell what it is.
    if (this.keys.size < 64) this.keys.add(key);
  }

  /** Why the object cannot be read as a trace. */
  problem(hasGraphId: boolean): Problem {
    if (hasGraphId)
      return problem('no-data', 'The object has a graph_id, but no data with nodes and edges.');
    const rows = this.find(RESULT_ROWS);
    if (rows !== undefined) return problem('result-rows', `The file holds ${rows}.`);
    const tool = this.find(OTHER_TOOLS);
    if (tool !== undefined) return problem('unsupported-format', `This looks like ${tool}.`);
    const keys = [...this.keys].slice(0, 6).map((key) => `“${key.slice(0, 40)}”`);
    const found =
      keys.length === 0 ? 'An empty object.' : `An object with the keys ${keys.join(', ')}.`;
    return problem('not-a-trace', found);
  }

  private find(shapes: readonly Shape[]): string | undefined {
    return shapes.find(({ keys }) => keys.every((key) => this.keys.has(key)))?.name;
  }
}

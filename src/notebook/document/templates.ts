import type { Cell, CellKind } from './cell';

const BENCHMARK_NOTE = `## Benchmark

How often the verdicts of this notebook name the labelled error type and operation, on the labelled traces it holds.

1. Drop the folder or a .zip of MemTraceBench, or download it in the cell below.
2. *Run benchmark* attributes every labelled trace and fills the table, split by split.
3. *Evaluation* shows the same verdicts by system, data set, question type and error type.
`;

/** A cell of a template; a note comes with its text. */
export interface TemplateCell {
  readonly kind: CellKind;
  readonly text?: string;
}

/**
 * The cells of the template “Benchmark” that a notebook lacks: a note, the benchmark and the
 * evaluation. The note introduces the benchmark and comes only with it.
 */
export function benchmarkTemplate(cells: readonly Cell[]): readonly TemplateCell[] {
  const has = (kind: CellKind): boolean => cells.some((cell) => cell.kind === kind);
  const note: TemplateCell = { kind: 'note', text: BENCHMARK_NOTE };
  return [
    ...(has('benchmark') ? [] : [note, { kind: 'benchmark' } as const]),
    ...(has('evaluation') ? [] : [{ kind: 'evaluation' } as const]),
  ];
}

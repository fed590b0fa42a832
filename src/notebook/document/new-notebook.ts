import type { NotebookRow } from '../../store/rows';
import { emptyCell, type Cell, type CellKind, type NotebookDocument } from './cell';
import { NOTEBOOK_FORMAT } from './read-notebook';

/** What a new notebook can start from. */
export const TEMPLATES = ['diagnose', 'benchmark', 'optimise'] as const;
export type TemplateName = (typeof TEMPLATES)[number];

interface Template {
  readonly title: string;
  readonly note: string;
  readonly kinds: readonly CellKind[];
}

const MADE_OF: Readonly<Record<TemplateName, Template>> = {
  diagnose: {
    title: 'Diagnose',
    note: `## Diagnose

Which operation of the memory system broke each wrongly answered question.

1. Drop the traces of a run on this page.
2. *Attribute all* names the operation to blame for every failed question.
3. Open a question: **Case** shows where its information was lost, with the recorded words.
`,
    kinds: ['traces', 'failed', 'case', 'explorer', 'evaluation', 'report'],
  },
  benchmark: {
    title: 'Benchmark',
    note: `## Benchmark

How often the verdicts of this notebook name the labelled error type and operation, on the labelled traces it holds.

1. Drop the folder or a .zip of MemTraceBench, or download it in the cell below.
2. *Run benchmark* attributes every labelled trace and fills the table, split by split.
3. *Evaluation* shows the same verdicts by system, data set, question type and error type.
`,
    kinds: ['benchmark', 'traces', 'evaluation', 'failed', 'case'],
  },
  optimise: {
    title: 'Optimise prompts',
    note: `## Optimise prompts

Find what fails, change the prompt of the operation to blame, and see whether it gets better.

1. Drop the traces of a run on this page.
2. *Attribute all* names the operation to blame for every failed question.
3. Choose a model, then change that operation’s prompt and try it on a fixed set of questions.
`,
    kinds: ['traces', 'failed', 'case', 'models', 'lab', 'replay', 'report'],
  },
};

/** A notebook made from a template, to be stored; it holds no trace yet. */
export function newNotebook(template: TemplateName, id: string, now: number): NotebookRow {
  const { title, note, kinds } = MADE_OF[template];
  const cells: Cell[] = [
    { id: 'cell-1', kind: 'note', title: undefined, folded: false, text: note },
    ...kinds.map((kind, i) => emptyCell(kind, `cell-${i + 2}`)),
  ];
  const start = { format: NOTEBOOK_FORMAT, revision: 1, updatedAt: now };
  return { id, title, cells, traces: [], ...start };
}

/** A document as its first stored revision. */
export const newRow = (document: NotebookDocument, now: number): NotebookRow => ({
  ...document,
  format: NOTEBOOK_FORMAT,
  revision: 1,
  updatedAt: now,
});

/** A notebook with the same cells and traces under another id and title. */
export const copyOf = (row: NotebookRow, id: string, title: string, now: number): NotebookRow => ({
  ...row,
  id,
  title,
  revision: 1,
  updatedAt: now,
});

/** The next revision of a notebook, with another title. */
export const renamed = (row: NotebookRow, title: string, now: number): NotebookRow => ({
  ...row,
  title,
  revision: row.revision + 1,
  updatedAt: now,
});

import { emptyCell, type NotebookDocument } from './cell';

/** The id of the one notebook there is for now. */
export const FIRST_NOTEBOOK = 'first';

const WELCOME = `# Which operation broke the answer?

This notebook reads traces of memory systems and finds, for every wrongly answered question, the operation that lost
what the answer needed. It works in this browser: no model, no key, and nothing is sent anywhere.

1. **Traces** already holds a small sample. Drop your own files or a folder anywhere on this page.
2. **Failed questions** lists what was judged wrong. *Attribute all* finds the operation to blame.
3. **Case** shows the way of the information, station by station, with the words that were kept or lost.
4. **Evaluation** compares the verdicts with labels, where the traces carry any.
`;

/** What a first visitor sees. */
export function firstNotebook(): NotebookDocument {
  return {
    id: FIRST_NOTEBOOK,
    title: 'My first notebook',
    cells: [
      { id: 'cell-1', kind: 'note', title: undefined, folded: false, text: WELCOME },
      emptyCell('traces', 'cell-2'),
      emptyCell('failed', 'cell-3'),
      emptyCell('case', 'cell-4'),
      emptyCell('evaluation', 'cell-5'),
    ],
  };
}

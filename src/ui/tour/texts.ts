/** The tour of the first notebook: what each step says, and the cell it stands at. */
export const TOUR = {
  name: 'Tour',
  offer: 'New here? Five steps show how a verdict is found.',
  start: 'Start the tour',
  step: (n: number, all: number) => `Step ${n} of ${all}`,
  next: 'Next',
  back: 'Back',
  skip: 'Skip the tour',
  finish: 'Finish',
  steps: [
    {
      cell: 'traces',
      text: 'A trace is the record of one run. A small sample is here already; drop your own files anywhere on the page.',
    },
    {
      cell: 'failed',
      text: 'Questions that were answered wrongly. “Attribute all” names the operation that broke each one, without a model.',
    },
    {
      cell: 'case',
      text: 'One case: a sentence that says what broke, and the way of the information from evidence to judge. Each quote leads to its place in the trace.',
    },
    {
      cell: 'case',
      text: '“Prove it” runs the trace again with only the accused operation corrected, and says whether the answer then comes out right.',
    },
    {
      cell: 'traces',
      text: 'Add cells below for more: an Explorer of every memory, a Report of all verdicts, Models and the Prompt lab. “?” lists the keys, Help explains the methods.',
    },
  ],
} as const;

/** What can go wrong in the Prompt lab: a part of the catalogue in problems.ts. */
export const LAB_PROBLEMS = {
  'lab-missing': {
    title: 'This is no longer in the lab.',
    next: 'Open the lab again; what is stored is shown.',
  },
  'lab-no-questions': {
    title: 'These traces hold no judged question.',
    next: 'Choose traces of whole runs, with answers and judgements: graph_evaluation.json.',
  },
  'lab-no-cases': {
    title: 'There is no failed case to learn from.',
    next: 'Attribute the failed questions first; cases of hold-out are never used for suggestions.',
  },
  'lab-stopped': {
    title: 'It was stopped.',
    next: 'Finished steps are kept: a run goes on where it was, a trial starts again.',
  },
  'lab-other-model': {
    title: 'This run was begun with another model.',
    next: 'Choose that model to go on: what two models did together would be no result of either.',
  },
  'lab-budget': {
    title: 'The budget of this run is spent.',
    next: 'Raise it and go on: everything so far is kept.',
  },
  'lab-answer': {
    title: 'The model did not answer in the form that was asked for.',
    next: 'Try again, or choose a model that follows instructions better; everything so far is kept.',
  },
  'lab-placeholder': {
    title: 'A placeholder of the prompt is missing.',
    next: 'Put it back: the memory system fills it in, and would answer blindly without it.',
  },
  'lab-no-change': {
    title: 'Nothing is changed where this scope would show it.',
    next: 'Change a prompt that the chosen operations read, or choose a wider scope.',
  },
  'lab-not-a-run-folder': {
    title: 'These files are no optimisation run of MemTrace.',
    next: 'Drop the folder with iteration_1, iteration_2 …, or one update_results.json.',
  },
} as const satisfies Record<string, { readonly title: string; readonly next: string }>;

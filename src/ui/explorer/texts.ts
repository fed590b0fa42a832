import { count } from '../base/format';
import { plural } from '../texts';

/** Every sentence of the explorer. */
export const EXPLORER = {
  views: { search: 'Search', lifelines: 'Lifelines', funnel: 'Retrieval funnel' },
  summary: (view: 'search' | 'lifelines' | 'funnel'): string => EXPLORER.views[view],
  loading: 'Loading …',
  noTraces: 'No trace yet. Drop one to explore it.',
  search: {
    label: 'Search all texts of the traces',
    hint: 'Words, “words in quotes” that follow each other, or the beginning of a word with *.',
    patternHint: 'A regular expression, without regard to case. Matches appear as they are found.',
    by: 'Search by',
    words: 'Words',
    pattern: 'Regular expression',
    run: 'Search',
    stop: 'Stop',
    indexing: (share: string) => `Reading the texts for the first search: ${share}`,
    found: (n: number, ms: string) =>
      `${plural(n, 'variable or operation', 'variables and operations')} in ${ms}`,
    none: (text: string) => `Nothing holds ${text}.`,
    empty: 'Type what to look for: in values, names, comments and operations of all open traces.',
    trying: (done: number, total: number, n: number) =>
      `${count(n)} found, ${count(done)} of ${count(total)} texts tried`,
    stopped: (done: number, total: number) =>
      `Stopped after ${count(done)} of ${count(total)} texts.`,
    onlyShown: (n: number) => `The first ${count(n)} are shown.`,
    first: 'First in',
    last: 'last',
    results: 'What was found',
    window: (from: number, to: number, total: number) =>
      `${count(from)}–${count(to)} of ${count(total)}`,
    earlier: 'Earlier',
    later: 'Later',
    next: 'Next',
    previous: 'Previous',
    at: (n: number, total: number) => `${count(n)} of ${count(total)}`,
    fields: { name: 'in the name', value: 'in the value', comment: 'in a comment' },
  },
  links: {
    label: 'Explore',
    lifeline: 'Lifeline of this unit',
    funnel: 'Retrieval funnel',
    lifelines: 'Lifelines of the memory units',
    lost: 'Lifeline of the quoted unit',
    search: 'Where does this appear first and last?',
  },
} as const;

import type { OverviewRole } from '../../notebook/explorer/timeline-contract';
import { count } from '../base/format';
import { plural } from '../texts';

/** What the page says about the timeline and the overview above it. */
export const TIMELINE = {
  trace: 'Trace',
  session: (id: string) => (id === '' ? 'Without a session' : `Session ${id}`),
  zoom: 'show only this session',
  whole: 'show the whole trace',
  sessions: 'Sessions',
  wholeTrace: 'Whole trace',
  counts: (messages: number, operations: number) =>
    `${plural(messages, 'message')}, ${plural(operations, 'operation')}`,
  evidence: 'evidence',
  question: 'question',
  decisive: 'decisive',
  others: 'Operations that no message caused',
  nothing: 'no operation recorded',
  list: 'Messages in order of time, each with the operations it caused',
  hint: 'Arrow keys: up and down through the lines, right and left to the operations of a line.',
  empty: 'This trace holds no messages and no operations.',
  goTo: 'Go to',
  marks: {
    evidence: (n: number) => `evidence ${n}`,
    question: 'the question',
    decisive: 'the decisive operation',
  },
  noCase: 'Open a case to see its evidence and its decisive operation here.',
  overview: {
    title: 'The whole trace at a glance',
    label: 'Place in the trace',
    hint: 'Time runs to the right; every column holds equally many variables, darker where more are of that kind. A click, or Enter after the arrow keys, goes there.',
    roles: {
      message: 'Messages',
      working: 'Made on the way',
      memory: 'Memory units',
      question: 'Questions and search',
      context: 'Contexts',
      answer: 'Answers and judge',
    } satisfies Record<OverviewRole, string>,
    at: (session: string, parts: string) => `${TIMELINE.session(session)}: ${parts}`,
    part: (name: string, n: number) => `${name.toLowerCase()} ${count(n)}`,
    table: 'The same in words: sessions and what they hold',
    variables: 'Variables',
    sessionColumn: 'Session',
    none: 'nothing',
    file: 'trace-overview',
  },
} as const;

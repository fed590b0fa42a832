import { plural } from '../texts';

/** The words of the Attribution cell. */
export const RUNS = {
  loading: 'Loading …',
  noCases: 'No failed questions yet. Drop a trace first.',
  noModel: 'A run can start when a model is ready and chosen.',
  nothingUnsure:
    'Every failed question has a sure verdict. Choose “All failed” to ask about them too.',
  nothingFailed: 'There is no failed question to ask about.',
  method: 'Method',
  methods: {
    guided: 'guided: short questions',
    'log-agent': 'log-agent: reads the log',
    'graph-agent': 'graph-agent: explores the graph',
    'all-at-once': 'all-at-once: one prompt',
  },
  about: {
    guided:
      'Follows the words itself and asks the model only about texts that words do not decide. Fits small models.',
    'log-agent': 'The model reads and searches the flat list of operations, step by step.',
    'graph-agent':
      'The model explores the graph from the evidence on, step by step. Takes a large model and many tokens.',
    'all-at-once': 'The whole log in a single prompt: the baseline to compare with.',
  },
  keyMissing: (models: number): string =>
    `${plural(models, 'model')} set up but not ready: type the missing key in the Models cell.`,
  model: 'Model',
  evidence: 'Evidence',
  evidences: { labelled: 'Labelled', retrieved: 'Retrieved', none: 'None' },
  cases: 'Cases',
  scopes: { failed: 'All failed', unsure: 'Unsure or without a verdict' },
  most: 'At most so many cases',
  repetitions: 'Times each case is asked',
  money: 'Stop after US dollars',
  moreMoney: (amount: string): string => `“Resume” lets this run spend another ${amount} at most.`,
  priors: 'Tell the model how the memory system works',
  name: 'Name of the run',
  namePlaceholder: 'method and model',
  start: 'Start run',
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Retry failed cases',
  remove: 'Remove run',
  save: 'Save results',
  details: 'Cases',
  casesOf: (run: string): string => `Cases of ${run}`,
  progressOf: (run: string): string => `Progress of ${run}`,
  steps: 'Steps as they happen',
  runs: 'Runs',
  none: 'No runs yet.',
  states: {
    running: 'Running',
    paused: 'Paused',
    interrupted: 'Interrupted',
    done: 'Done',
  },
  marks: { running: '▸', paused: '‖', interrupted: '△', done: '✓' },
  caseStates: { waiting: 'Waiting', begun: 'Begun', done: 'Done', failed: 'Failed' },
  unsure: 'unsure',
  question: 'Question',
  verdict: 'Verdict',
  state: 'State',
  calls: 'Calls',
  tokens: 'Tokens',
  cost: 'US dollars',
  estimate: (cases: number, calls: string, tokens: string, cost: string, time: string): string =>
    `About ${calls} calls, ${tokens} tokens, ${cost} and ${time} for ${plural(cases, 'case')}.`,
  basedOn: (cases: number): string =>
    cases === 0
      ? 'Estimated from measurements with scripted models; real ones vary.'
      : `Estimated from ${plural(cases, 'finished case')} of this method and model.`,
  spent: (calls: number, tokens: string, cost: string, kept: number): string =>
    `${plural(calls, 'call')} · ${tokens} tokens · ${cost}${kept > 0 ? ` · ${plural(kept, 'kept answer')}, nothing sent for ${kept === 1 ? 'it' : 'them'}` : ''}`,
  progress: (done: number, failed: number, total: number): string =>
    `${done} of ${total} cases${failed > 0 ? `, ${failed} failed` : ''}`,
} as const;

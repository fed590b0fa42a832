import type { ExportKind, RunRef, Scope, Spending } from '../../notebook/lab/contract';
import { pText } from '../../notebook/lab/vocabulary';
import { count } from '../base/format';

const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const cost = (amount: number | undefined): string =>
  amount === undefined ? '–' : money.format(amount);
const range = ({ least, most }: { readonly least: number; readonly most: number }): string =>
  least === most ? count(least) : `${count(least)} to ${count(most)}`;

const tokens = (n: number | undefined): string => (n === undefined ? '–' : count(n));
/** What was asked of models: calls, tokens, money. */
const spending = ({
  calls,
  cachedCalls,
  inputTokens,
  outputTokens,
  cost: money,
}: Spending): string =>
  `${count(calls)} ${calls === 1 ? 'call' : 'calls'}${
    cachedCalls > 0 ? `, ${count(cachedCalls)} from the call cache` : ''
  }, ${tokens(inputTokens)} tokens in, ${tokens(outputTokens)} out, ${cost(money)}`;

/** Every sentence of the Prompt lab. */
export const LAB = {
  loading: 'Opening the lab …',
  empty:
    'There is nothing to work on yet: drop traces of whole runs, with answers and judgements, of Long-Context, RAG, Mem0 or EverMemOS.',
  gone: 'This lab is no longer stored. Start another one.',
  setup: {
    intro:
      'The questions are split once, before the first edit: suggestions learn from tune, and hold-out judges them. Whole conversations are held out where there are several.',
    system: 'Memory system',
    share: 'Held out',
    seed: 'Seed of the split',
    start: 'Split and start',
    traces: 'Traces to work on, one for each conversation',
    trace: (questions: number, failed: number) =>
      `${count(questions)} questions, ${count(failed)} failed`,
    holds: (traces: number, questions: number, failed: number) =>
      `${count(traces)} ${traces === 1 ? 'trace' : 'traces'}, ${count(questions)} judged questions, ${count(failed)} failed`,
  },
  split: (by: string, tune: number, holdOut: number) =>
    `Split by ${by}: ${count(tune)} questions to tune on, ${count(holdOut)} held out.`,
  missing: (names: string) => `No longer in the notebook: ${names}. Drop them again to go on.`,
  targets: {
    title: 'Prompts',
    open: 'Edit',
    reads: (n: number, names: string) => `read ${count(n)} times by ${names}`,
    failed: (n: number) => `${count(n)} failed in tune`,
    heldOut: (n: number) => `${count(n)} in hold-out`,
    cases: 'Failed cases it may have caused',
    otherTexts: (n: number) => `${count(n)} traces recorded another text`,
    recorded: 'as recorded',
    changed: 'changed',
  },
  unfixable: {
    title: (n: number) => `What no prompt can fix (${count(n)})`,
    because: {
      'no-prompt': 'its operation reads no prompt',
      label: 'the label is in doubt',
      judge: 'the judge is in doubt',
    },
    parameters: 'could help',
    parameter: (name: string, value: number | boolean | undefined) =>
      `${name}${value === undefined ? '' : ` = ${String(value)}`}`,
  },
  versions: {
    title: 'Versions',
    kept: 'kept',
    note: 'Note',
    addNote: 'add a note',
    compareWith: 'Compare with',
    edit: 'Edit',
    changes: 'Changes',
    save: 'Save as a version',
    discard: 'Discard changes',
    notePlaceholder: 'what this version is to do better',
    saved: (id: string) => `Saved as ${id}.`,
    origin: {
      recorded: 'recorded',
      hand: 'by hand',
      suggested: 'suggested',
      imported: 'imported',
    },
    keep: 'Keep this one',
    backTo: 'Back to the recorded text',
    editor: 'Text of the prompt',
    diff: 'Difference, word by word',
  },
  checks: {
    fine: 'All placeholders are there.',
    missing: (names: string) => `Missing: ${names}. The memory system would answer blindly.`,
    unknown: (names: string) => `Nothing fills in: ${names}.`,
    lostKeys: (names: string) => `The recorded text asks for the keys ${names}; this one does not.`,
    onlySpace: 'Only white space differs.',
    unchanged: 'No change.',
  },
  model: 'Model',
  noModel:
    'Without a model, versions can be written, compared with each other, and recorded runs compared. A trial needs one: set it up in the Models cell.',
  suggest: {
    title: 'Suggest',
    run: 'Suggest a version',
    running: (done: number, total: number) => `Step ${count(done)} of ${count(total)}`,
    batch: 'Feedbacks at once',
    cases: 'Cases at most',
    history: 'Earlier attempts shown',
    seed: 'Seed',
    refused: 'Not used',
    nothing: 'No feedback suggested a change.',
    version: (id: string) => `became version ${id}`,
    show: 'Show what changed',
    feedback: 'Feedback',
    advice: 'Advice brought together',
    asked: 'What was asked, and the answer',
    list: (n: number) => `Suggestions so far (${count(n)})`,
  },
  trial: {
    title: 'Try',
    scope: 'Scope',
    scopes: {
      answers: 'answers only: contexts as recorded',
      'broken-operations': 'broken operations and what follows',
      conversation: 'the whole conversation',
    } satisfies Record<Scope, string>,
    versions: 'Versions to try',
    repeats: 'Judge each answer',
    times: (n: number) => (n === 1 ? 'once' : `${n} times`),
    price: 'Price it',
    run: 'Run trial',
    control: 'Run a control',
    controlHelp:
      'The unchanged prompts with this model: compare trials with it where the recorded run used another model.',
    cost: (
      calls: { readonly least: number; readonly most: number },
      input: { readonly least: number; readonly most: number },
      output: { readonly least: number; readonly most: number },
      price: { readonly least: number; readonly most: number } | undefined,
    ) =>
      `${range(calls)} calls, about ${range(input)} tokens in and ${range(output)} out, ${
        price === undefined
          ? '– dollars'
          : price.least === price.most
            ? cost(price.least)
            : `${cost(price.least)} to ${cost(price.most)}`
      }`,
    estimate:
      'Counted from the record: a prompt that keeps more facts causes operations, and calls, that are not in it.',
    nothing: 'Nothing is asked: no prompt is changed where this scope would show it.',
    running: (calls: number, money: number | undefined) => `${count(calls)} calls, ${cost(money)}`,
    stop: 'Stop',
    stopped: 'stopped',
    list: 'Trials',
    spent: spending,
    open: 'Open its traces',
    opened: (name: string) => `${name} is in the notebook.`,
  },
  rounds: {
    title: 'Run rounds',
    help: 'Suggest, try and decide, round by round: what the gate keeps is the base of the next round.',
    rounds: 'Rounds',
    calls: 'Calls at most',
    dollars: 'Dollars at most',
    control: 'Control first',
    run: 'Run rounds',
    pause: 'Pause',
    resume: 'Go on',
    paused: 'Paused',
    interrupted: 'Interrupted',
    stopped: 'Stopped',
    going: 'It is under way; this shows what came of it once it is paused or ends.',
    /** Where a run stands that has not ended. */
    stands: (word: string, where: string, steps: number) =>
      steps === 0
        ? `${word} before its first step ended.`
        : `${word} in ${where}. ${count(steps)} finished ${steps === 1 ? 'step is' : 'steps are'} kept; “Go on” makes none of them again.`,
    inRound: (round: number, of: number) =>
      round === 0 ? 'the control' : `round ${count(round)} of ${count(of)}`,
    keptSoFar: (names: string) => `Kept so far: ${names}`,
    noneSoFar: 'No round has kept a prompt so far; that is decided at the end of each.',
    raise: 'To go on, set more calls or dollars above.',
    kept: (names: string) => `Kept: ${names}`,
    keptNone: 'Nothing was kept: the older prompts stay.',
    startsFrom: 'It starts from the versions that are kept, so those are tried first.',
    doing: { control: 'control', suggesting: 'suggesting', trying: 'trying' },
    at: (round: number, doing: string) => (round === 0 ? doing : `Round ${count(round)}: ${doing}`),
    round: (n: number) => `Round ${count(n)}`,
    none: 'No round has ended yet.',
    controlRun: (run: string) => `${run}, control`,
  },
  compare: {
    title: 'Compare',
    before: 'Before',
    after: 'After',
    record: 'recorded run',
    recorded: (name: string) => `recorded: ${name}`,
    nothing: 'Run a trial, or drop another run over the same conversations, to compare.',
    measure: 'Measure',
    n: 'n',
    difference: 'Difference',
    interval: '95 % interval',
    right: 'now right',
    wrong: 'now wrong',
    test: (exact: number, midP: number) =>
      `McNemar’s exact test ${pText(exact)}, mid-${pText(midP)}`,
    parts: { tune: 'Tune', holdOut: 'Hold-out' },
    byType: 'By question type',
    byError: 'By former error type',
    group: 'Group',
    passed: 'passed before',
    noType: 'no type',
    measures: {
      judge: 'Judge',
      f1: 'F1',
      bleu1: 'BLEU-1',
      exactMatch: 'Exact match',
      containsGold: 'Holds the gold answer',
    },
    flips: (n: number) => `Answers that flipped (${count(n)})`,
    noFlips: 'No answer flipped.',
    answersOf: (name: string, n: number) => `Answers: ${name} (${count(n)})`,
    onlyFlips: 'Only those that flipped',
    follow: 'A group’s name lists its answers below; each opens in the trace it came from.',
    list: (name: string) => `List the answers of ${name}`,
    more: (n: number) => `${count(n)} more`,
    same: 'as before',
    stayedRight: 'still right',
    stayedWrong: 'still wrong',
    unknown: 'not judged',
    gold: 'Gold',
    prompts: (n: number) => `Prompts that differ (${count(n)})`,
    spent: 'Asked of models',
    spentUnknown: 'a recorded run does not tell',
    wobbling: (n: number) => `Judged differently from time to time (${count(n)})`,
    wobblingName: 'judged differently',
    judged: (scores: string) => `judged ${scores}`,
    errors: 'Error types before and after',
    errorsHelp: 'Failed cases by error type, by the method that needs no model.',
    open: 'Open after',
    openBefore: 'Open before',
    agreement: (n: number, share: string, pairs: string) =>
      `Judged repeatedly: ${count(n)} questions, all judgements equal on ${share}, equal pairs ${pairs}.`,
    unpaired: (n: number) => `${count(n)} answers have no counterpart and are in no figure.`,
    keep: 'Keep these versions',
    report: 'Write the change report',
  },
  files: {
    title: 'Files',
    exports: {
      'update-results': { name: 'update_results.json', file: 'update_results.json' },
      membase: { name: 'MemBase configuration', file: 'membase_prompts.json' },
    } satisfies Record<ExportKind, { readonly name: string; readonly file: string }>,
    prompts: 'Prompt files',
    report: 'change_report.md',
    written: (name: string) => `Written to ${name}.`,
    import: 'Import an optimisation run of MemTrace',
    folder: 'Folder …',
    file: 'update_results.json …',
    imported: (n: number) =>
      n === 1 ? '1 version was imported.' : `${count(n)} versions were imported.`,
  },
  cost,
  spending,
} as const;

/** A run as one word of a menu. */
export const runKey = (run: RunRef): string => JSON.stringify(run);

/** A number of points of a hundred with its sign; “–” when unknown. */
export const points = (share: number | undefined): string =>
  share === undefined
    ? '–'
    : `${share > 0 ? '+' : share < 0 ? '−' : '±'}${Math.abs(share * 100).toFixed(1)}`;

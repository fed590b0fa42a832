import type { Mark, PlannedChange } from '../../notebook/replay/contract';
import { count, oneLine } from '../base/format';

const money = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});
const score = (value: number | undefined): string => (value === undefined ? '–' : String(value));

/** Every sentence of the Replay cell. */
export const REPLAY = {
  what: {
    title: 'Change something and replay',
    intro:
      'The trace is run again with what you change. Everything the changes do not touch is taken from the record; the rest is computed anew or asked of a model.',
    noCase: 'Open a failed question: its trace can then be replayed with something changed.',
    unsupported:
      'The memory system of this trace cannot be run here. Long-Context, RAG, Mem0 and EverMemOS can.',
    of: 'Question',
    loading: 'Looking for what can be changed …',
  },
  add: {
    kind: 'Change',
    kinds: {
      output: 'what an operation wrote',
      'edit-unit': 'the text of a memory',
      'restore-unit': 'a deletion: keep the memory',
      'force-retrieval': 'the search: find this memory',
      prompt: 'a prompt',
      parameter: 'a parameter',
    } satisfies Record<PlannedChange['kind'], string>,
    operation: 'Operation',
    decisive: 'blamed',
    variable: 'Output',
    noOutputs: 'This operation wrote nothing that could be replaced.',
    prompt: 'Prompt',
    parameter: 'Parameter',
    default: 'default',
    on: 'on',
    text: 'New text',
    find: 'Find a memory',
    memory: 'Memory',
    noMemory: 'No memory holds this.',
    deleted: 'deleted',
    add: 'Add this change',
  },
  list: {
    title: 'Changes',
    none: 'Nothing is changed yet.',
    remove: (what: string) => `Remove: ${what}`,
    said: (change: PlannedChange): string => {
      switch (change.kind) {
        case 'output':
          return `${oneLine(change.variable, 60)} is written as “${oneLine(change.text, 80)}”`;
        case 'edit-unit':
          return `${oneLine(change.variable, 60)} says “${oneLine(change.text, 80)}”`;
        case 'restore-unit':
          return `${oneLine(change.unit, 60)} is not deleted`;
        case 'force-retrieval':
          return `the search finds ${change.units.map((unit) => oneLine(unit, 60)).join(', ')}`;
        case 'prompt':
          return `${oneLine(change.prompt, 60)} says “${oneLine(change.text, 80)}”`;
        case 'parameter':
          return `${change.name} = ${String(change.value)}`;
      }
    },
  },
  run: {
    after: 'What follows',
    model: 'is asked of the model',
    ideal: 'behaves ideally, without a model',
    idealHelp:
      'Keeps, finds and answers right exactly when the information stands in its input. Shows whether the change alone would save the answer.',
    only: 'Only this question',
    start: 'Replay the trace',
    stop: 'Stop',
    progress: 'Replay',
    running: (done: number, total: number, calls: number, cost: number | undefined) =>
      `Step ${count(done)} of ${count(total)}${calls === 0 ? '' : `, ${count(calls)} calls, ${cost === undefined ? '–' : money.format(cost)}`}`,
    starting: 'Reading the trace …',
  },
  outcome: {
    title: 'What it did',
    flipped: 'The answer is right now.',
    broke: 'The answer is wrong now.',
    same: 'The score is the same.',
    unjudged: 'The question was not judged again.',
    before: 'Before',
    after: 'After',
    score: (value: number | undefined) => `score ${score(value)}`,
    operations: (marks: Readonly<Record<Mark, number>>) =>
      `${count(marks.recorded)} operations as recorded, ${count(marks.recomputed)} computed anew, ${count(marks.approximate)} approximate`,
    anomalies: (n: number) => `${count(n)} recorded anomalies were followed`,
    spent: (calls: number, cached: number, cost: number | undefined) =>
      calls + cached === 0
        ? 'no model was asked'
        : `${count(calls)} calls${cached === 0 ? '' : `, ${count(cached)} from the cache`}, ${cost === undefined ? '–' : money.format(cost)}`,
    seconds: (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`,
    changed: (n: number) => `Operations that were not taken from the record (${count(n)})`,
    added: 'an operation the record does not have',
    mark: {
      recorded: 'recorded',
      recomputed: 'computed anew',
      approximate: 'approximate',
    } satisfies Record<Mark, string>,
    flips: (n: number) => `Questions whose answer turned (${count(n)})`,
    flip: (before: number | undefined, after: number) => `${score(before)} → ${score(after)}`,
    open: 'Open the replayed trace',
    opened: (name: string) => `${name} is in the notebook now.`,
  },
  sample: {
    title: 'Run a data set',
    intro:
      'Runs one of the four memory systems over a conversation with a model of yours and keeps the trace. LoCoMo, LongMemEval, RealMem and the standardized JSON of MemBase can be read. Tokens are estimated.',
    choose: 'Choose a data set file',
    reading: 'Reading the data set …',
    sample: 'Sample',
    one: (id: string, messages: number, questions: number) =>
      `${oneLine(id, 40)} · ${count(messages)} messages · ${count(questions)} questions`,
    system: 'Memory system',
    embedding: 'Embeddings',
    bm25: 'Without an embedding model, memories are found by BM25.',
    sessions: 'Sessions',
    questions: 'Questions',
    parameters: 'Parameters',
    start: 'Run',
    done: (name: string, right: number, questions: number) =>
      `${name} is in the notebook: ${count(right)} of ${count(questions)} questions answered right.`,
  },
} as const;

import type { ImportReport, Reach } from '../trace/import-report';

const counted = (n: number): string => n.toLocaleString('en-US');

/** The texts about files of other tools. */
export const IMPORTED = {
  title: 'What these files give',
  summary: ({ name, unit, read, total, skipped }: ImportReport): string =>
    `${name}: ${counted(read)} of ${counted(total)} ${unit} read${skipped === 0 ? '' : `, ${counted(skipped)} left out`}`,
  mapped: 'Mapped',
  unmapped: 'Not mapped',
  unmappedNone: 'Every field of the file has a place in the trace.',
  unmappedDetail: 'Fields without a place in a trace; short ones are kept as metadata.',
  attributed: 'What can be attributed',
  reach: {
    stages:
      'Every stage: messages, how memories were made of them, retrieval and answer are recorded.',
    'retrieval-or-answer':
      'Retrieval or answer: whether the model was given what it needed. What happened before retrieval was not recorded, and each verdict says so.',
    'judge-only':
      'Nothing: what was retrieved is not in the file. Its answers can be judged, not attributed.',
    'look-only': 'Nothing: no question was answered in it. It can be looked at.',
  } satisfies Readonly<Record<Reach, string>>,
  short: {
    stages: 'every stage',
    'retrieval-or-answer': 'retrieval or answer',
    'judge-only': 'can only be judged',
    'look-only': 'can only be looked at',
  } satisfies Readonly<Record<Reach, string>>,
  notes: 'Also',
  untimed: 'The file says nothing of when things happened; its order is used.',
  linked: (name: string): string => `Evaluation rows of ${name}`,
  linkedDetail:
    'Its scores and metrics stand with the questions of that trace; they are not counted again.',
  metrics: 'Metrics',
  cannotAttribute: 'This question can be judged, not attributed',
  cannotAttributeDetail:
    'The file holds no retrieved context for it. Drop a file with the context, or the trace of the run.',
  readable: 'What can be read',
  formats: [
    ['Traces', 'smartcomment exports, MemTraceBench files'],
    [
      'Results of memory systems',
      'MemBase search and evaluation rows, Mem0 and Memobase evaluations, MemEval, agent-memory-benchmark, Cognee, Zep, RealMem',
    ],
    [
      'Spans',
      'Langfuse exports, Phoenix (OpenInference), LangSmith runs, LangWatch, OTLP/JSON with gen_ai.*, OpenInference or OpenLLMetry attributes',
    ],
    [
      'Your own',
      'JSON Lines with one operation a line (op, id, text, …), or a .csv table with the columns question, prediction, gold, context, score',
    ],
    ['Packed', 'any of them as .gz, .zst or .zip'],
  ],
} as const;

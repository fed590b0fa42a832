/**
 * Attribution accuracies as published for MemTraceBench, to be shown beside one's own. Facts only:
 * shares of 160 memory-error cases; `undefined` where no figure was found.
 */
export interface PublishedScore {
  readonly backbone: string;
  readonly method: string;
  readonly errorType: number | undefined;
  readonly operation: number | undefined;
}

/** Where the figures stand, and over how many cases. */
export const PUBLISHED_SOURCE = {
  title: 'MemTrace: Tracing and Attributing Errors in Large Language Model Memory Systems',
  paper: 'arXiv 2605.28732',
  cases: 160,
} as const;

export const PUBLISHED_SCORES: readonly PublishedScore[] = [
  {
    backbone: 'GPT-4.1 mini',
    method: 'MemTrace-OBS (flat operation log)',
    errorType: 0.2,
    operation: 0.0938,
  },
  {
    backbone: 'GPT-4.1 mini',
    method: 'MemTrace (graph search)',
    errorType: 0.3646,
    operation: 0.1417,
  },
  { backbone: 'GPT-5.4', method: 'MemTrace-OBS', errorType: 0.5375, operation: 0.4625 },
  { backbone: 'GPT-5.4', method: 'MemTrace', errorType: 0.5438, operation: 0.3813 },
  {
    backbone: 'GPT-5.4',
    method: 'MemTrace with labelled evidence and system prior',
    errorType: undefined,
    operation: 0.5833,
  },
];

/** Graphs and annotations of each split of MemTraceBench, as published. */
export const PUBLISHED_SPLITS = {
  rag: { graphs: 30, annotations: 56 },
  mem0: { graphs: 19, annotations: 66 },
  evermemos: { graphs: 20, annotations: 54 },
  long_context: { graphs: 34, annotations: 62 },
} as const;

import type { ErrorType } from '../../cases/error-type';
import type { Stage, StageStatus } from '../../cases/verdict';

/**
 * The glyph of each error type, as a path in a 16 × 16 box, and its hue. The shapes differ, so that
 * nothing rests on colour: never came in, changed, struck out, not found, not used.
 */
export const ERROR_LOOK: Readonly<
  Record<ErrorType, { readonly path: string; readonly hue: string }>
> = {
  // A triangle pointing down, open at the top: it never came in.
  ExtractionError: { path: 'M2 3h12L8 14z', hue: 'var(--extraction)' },
  // Two halves that do not meet: rewritten.
  UpdateError: { path: 'M2 2h6v12H2zM10 6h4v8h-4z', hue: 'var(--update)' },
  // A cross: removed.
  DeletionError: {
    path: 'M3.5 1.5 8 6l4.5-4.5 2 2L10 8l4.5 4.5-2 2L8 10l-4.5 4.5-2-2L6 8 1.5 3.5z',
    hue: 'var(--deletion)',
  },
  // A ring: looked for, not found.
  RetrievalError: {
    path: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1zm0 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
    hue: 'var(--retrieval)',
  },
  // A speech bubble: the answer itself.
  ResponseError: { path: 'M1 2h14v9H8l-4 4v-4H1z', hue: 'var(--response)' },
  // A flag: the data set.
  AnnotationError: { path: 'M3 1h2v14H3zM6 2h8l-2.5 3L14 8H6z', hue: 'var(--data)' },
  // A gavel: the judge.
  LLMAsAJudgeError: { path: 'M2 13h12v2H2zM6 1l6 6-2 2-6-6zM3 6l3 3-2 2-3-3z', hue: 'var(--data)' },
};

/** The five memory error types, in pipeline order, then the two that blame data set or judge. */
export const ERROR_ORDER: readonly ErrorType[] = [
  'ExtractionError',
  'UpdateError',
  'DeletionError',
  'RetrievalError',
  'ResponseError',
  'AnnotationError',
  'LLMAsAJudgeError',
];

/** The error type with this name, for values that come from filters and files. */
export const errorTypeOf = (value: string): ErrorType | undefined =>
  ERROR_ORDER.find((type) => type === value);

/** The sign of a station: filled, half, crossed, dashed. */
export const STATUS_LOOK: Readonly<Record<StageStatus, { readonly hue: string }>> = {
  held: { hue: 'var(--held)' },
  partly: { hue: 'var(--partly)' },
  lost: { hue: 'var(--lost)' },
  'not-recorded': { hue: 'var(--unknown)' },
};

/** The stations in the order in which information passes them. */
export const STATIONS: readonly Stage[] = [
  'evidence',
  'construction',
  'memory',
  'retrieval',
  'context',
  'answer',
  'judge',
];

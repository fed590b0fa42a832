/**
 * The seven labels of MemTraceBench, in the order of its annotation interface. The first two are
 * not errors of the memory system: the data set or the judge is wrong.
 */
export const ERROR_TYPES = [
  'AnnotationError',
  'LLMAsAJudgeError',
  'ExtractionError',
  'UpdateError',
  'DeletionError',
  'RetrievalError',
  'ResponseError',
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

/** The five error types of a memory system (arXiv 2605.28732 §3), in pipeline order. */
export const MEMORY_ERROR_TYPES = [
  'ExtractionError',
  'UpdateError',
  'DeletionError',
  'RetrievalError',
  'ResponseError',
] as const satisfies readonly ErrorType[];

export type MemoryErrorType = (typeof MEMORY_ERROR_TYPES)[number];

const KNOWN = new Map<string, ErrorType>(ERROR_TYPES.map((type) => [type, type]));
const MEMORY = new Map<string, MemoryErrorType>(MEMORY_ERROR_TYPES.map((type) => [type, type]));

/** The error type with this exact name, or `undefined`. */
export const toErrorType = (text: string): ErrorType | undefined => KNOWN.get(text);

/** The memory error type with this exact name, or `undefined` for the two others and unknown text. */
export const toMemoryErrorType = (text: string): MemoryErrorType | undefined => MEMORY.get(text);

/** The part of the pipeline an error type blames: the stages that people label by. */
export type PipelineStage = 'construction' | 'retrieval' | 'answer' | 'outside';

/** Construction writes and changes memory; `outside` are data set and judge. */
export function stageOfType(type: ErrorType): PipelineStage {
  switch (type) {
    case 'ExtractionError':
    case 'UpdateError':
    case 'DeletionError':
      return 'construction';
    case 'RetrievalError':
      return 'retrieval';
    case 'ResponseError':
      return 'answer';
    case 'AnnotationError':
    case 'LLMAsAJudgeError':
      return 'outside';
  }
}

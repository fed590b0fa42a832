import type { ErrorType } from '../cases/error-type';
import type { Stage, StageStatus } from '../cases/verdict';
import type { MemorySystem } from '../graph/system';

/** The words of a written report for what verdicts speak of. */
export const REPORT_NAMES = {
  errorType: {
    AnnotationError: 'Annotation error',
    LLMAsAJudgeError: 'Judge error',
    ExtractionError: 'Extraction error',
    UpdateError: 'Update error',
    DeletionError: 'Deletion error',
    RetrievalError: 'Retrieval error',
    ResponseError: 'Response error',
  } satisfies Record<ErrorType, string>,
  meaning: {
    AnnotationError: 'the data set is wrong',
    LLMAsAJudgeError: 'the judge is wrong',
    ExtractionError: 'never stored, or stored wrongly',
    UpdateError: 'lost when a memory was changed',
    DeletionError: 'deleted although still needed',
    RetrievalError: 'stored, but not found',
    ResponseError: 'given to the model, but not used',
  } satisfies Record<ErrorType, string>,
  system: {
    'long-context': 'Long-Context',
    rag: 'RAG',
    mem0: 'Mem0',
    evermemos: 'EverMemOS',
    generic: 'Other system',
  } satisfies Record<MemorySystem, string>,
  stage: {
    evidence: 'Evidence',
    construction: 'Construction',
    memory: 'Memory',
    retrieval: 'Retrieval',
    context: 'Context',
    answer: 'Answer',
    judge: 'Judge',
  } satisfies Record<Stage, string>,
  status: {
    held: 'held',
    partly: 'partly held',
    lost: 'lost',
    'not-recorded': 'not recorded',
  } satisfies Record<StageStatus, string>,
} as const;

/** A share in per cent with one decimal, `–` when nothing was counted. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

import { agentMemoryBenchmark } from './formats/agent-memory-benchmark';
import { cognee } from './formats/cognee';
import { langfuse, langfuseObservations } from './formats/langfuse';
import { langsmith, langsmithBatch } from './formats/langsmith';
import { langwatch } from './formats/langwatch';
import { mem0Evaluation } from './formats/mem0-evaluation';
import { membaseEvaluation, membaseSearch } from './formats/membase-evaluation';
import { memeval } from './formats/memeval';
import { openInference, openInferenceGroups } from './formats/open-inference';
import { operationLines } from './formats/operation-lines';
import { otlp } from './formats/otlp';
import { realmemResults } from './formats/realmem-results';
import { zep } from './formats/zep';
import type { Importer } from './importer';

/** Every importer of JSON; the first one whose shape fits takes the file, particular ones first. */
export const IMPORTERS: readonly Importer[] = [
  membaseEvaluation,
  membaseSearch,
  otlp,
  langfuse,
  langfuseObservations,
  langsmith,
  langsmithBatch,
  openInference,
  openInferenceGroups,
  langwatch,
  agentMemoryBenchmark,
  cognee,
  memeval,
  zep,
  realmemResults,
  mem0Evaluation,
  operationLines,
];

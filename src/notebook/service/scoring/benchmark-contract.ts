import type { Share } from '../../../base/statistics/wilson';
import type { Problem } from '../../../base/problem';
import type { Result } from '../../../base/result';
import type { EvidenceMode, EvidenceQuery } from '../../../cases/verdict';

/** A file of the benchmark as its host lists it. */
export interface BenchmarkFile {
  readonly path: string;
  readonly split: string;
  readonly bytes: number;
  /** A trace of this path is in the notebook already. */
  readonly isHere: boolean;
}

/** Whom to ask for the benchmark. */
export interface HostOptions {
  /** The origins the user allowed. */
  readonly allowedOrigins: readonly string[];
  /** A mirror to ask instead of the benchmark's own host. */
  readonly host?: string;
}

export interface DownloadOptions extends HostOptions {
  /** Paths of the list; all that are not here yet when absent. */
  readonly paths?: readonly string[];
}

/** Progress of one file; the others wait. */
export interface DownloadProgress {
  readonly path: string;
  readonly state: 'downloading' | 'reading' | 'done' | 'failed';
  readonly bytes: number;
  readonly total: number;
  readonly problem: Problem | undefined;
}

export interface DownloadSummary {
  readonly done: number;
  readonly failed: number;
  readonly cancelled: boolean;
}

export interface BenchmarkOptions {
  readonly evidence: EvidenceMode;
  readonly evidenceQuery: EvidenceQuery;
}

export interface BenchmarkProgress {
  readonly split: string;
  readonly done: number;
  readonly total: number;
}

/** One line of the benchmark's table. */
export interface BenchmarkRow {
  /** `rag`, `mem0`, `evermemos`, `long_context`, another system's name, or `overall`. */
  readonly split: string;
  readonly graphs: number;
  readonly cases: number;
  readonly errorType: Share;
  readonly operation: Share;
  readonly joint: Share;
  /** Recall@8 of evidence search against the labelled evidence, micro and macro. */
  readonly recall: {
    readonly k: number;
    readonly cases: number;
    readonly micro: number | undefined;
    readonly macro: number | undefined;
  };
  /** Time of attribution alone, over the attributed cases. */
  readonly milliseconds: number;
  readonly attributed: number;
  /** Calls of a model; the method `flow` makes none. */
  readonly modelCalls: number;
}

export interface BenchmarkReport {
  readonly options: BenchmarkOptions;
  readonly rows: readonly BenchmarkRow[];
  readonly overall: BenchmarkRow;
  readonly cancelled: boolean;
}

/** The part of the scoring service that loads and runs MemTraceBench. */
export interface Benchmarking {
  benchmarkFiles(options: HostOptions): Promise<Result<readonly BenchmarkFile[]>>;
  /** Downloads and reads files one after the other; parts that arrived are kept for the next time. */
  downloadBenchmark(
    id: string,
    options: DownloadOptions,
    report: (progress: DownloadProgress) => void,
  ): Promise<Result<DownloadSummary>>;
  /** Attributes every labelled trace of the notebook anew and scores it, split by split. */
  runBenchmark(
    id: string,
    options: BenchmarkOptions,
    report: (progress: BenchmarkProgress) => void,
  ): Promise<Result<BenchmarkReport>>;
  stop(id: string): Promise<void>;
}

import type { Problem } from '../../../base/problem';
import { ok, type Result } from '../../../base/result';
import { downloadFile } from '../../../sources/memtracebench/download';
import {
  listFiles,
  MEMTRACEBENCH,
  type Hub,
  type HubFile,
} from '../../../sources/memtracebench/hub';
import type { RunParts } from '../attribution-run';
import type { ImportOutcome } from '../contract';
import type {
  BenchmarkFile,
  Benchmarking,
  BenchmarkOptions,
  BenchmarkProgress,
  BenchmarkReport,
  DownloadOptions,
  DownloadProgress,
  DownloadSummary,
  HostOptions,
} from './benchmark-contract';
import { runBenchmark } from './benchmark-run';

/** What the benchmark works with. */
export interface BenchmarkParts extends RunParts {
  readonly ready: () => Promise<void>;
  readonly importFile: (file: Blob, name: string, path: string) => Promise<ImportOutcome>;
  /** Another host, for tests. */
  readonly hub?: Hub;
}

/** The folder that downloaded files appear to come from. */
const FOLDER = 'MemTraceBench';
/** Shortest time between two reports of progress, in milliseconds. */
const REPORT_EVERY = 100;

/** Loads MemTraceBench and runs it. */
export class Benchmark implements Benchmarking {
  private readonly running = new Map<string, AbortController>();
  private readonly hub: Hub;

  constructor(private readonly benchmarkParts: BenchmarkParts) {
    this.hub = benchmarkParts.hub ?? MEMTRACEBENCH;
  }

  async benchmarkFiles(options: HostOptions): Promise<Result<readonly BenchmarkFile[]>> {
    await this.benchmarkParts.ready();
    const files = await listFiles(this.hubOf(options), options.allowedOrigins);
    if (!files.ok) return files;
    const list = files.value.map((file) => ({
      path: file.path,
      split: file.split,
      bytes: file.bytes,
      isHere: this.isHere(file),
    }));
    return ok(list);
  }

  async downloadBenchmark(
    id: string,
    options: DownloadOptions,
    report: (progress: DownloadProgress) => void,
  ): Promise<Result<DownloadSummary>> {
    await this.benchmarkParts.ready();
    const { paths } = options;
    const files = await listFiles(this.hubOf(options), options.allowedOrigins);
    if (!files.ok) return files;
    const wanted = files.value.filter((file) =>
      paths === undefined ? !this.isHere(file) : paths.includes(file.path),
    );
    return this.abortable(id, async (signal) => {
      let done = 0;
      let failed = 0;
      for (const file of wanted) {
        const met = await this.fetch(file, options, signal, report);
        if (met === undefined) done++;
        else if (signal.aborted) break;
        else failed++;
      }
      return ok({ done, failed, cancelled: signal.aborted });
    });
  }

  async runBenchmark(
    id: string,
    options: BenchmarkOptions,
    report: (progress: BenchmarkProgress) => void,
  ): Promise<Result<BenchmarkReport>> {
    await this.benchmarkParts.ready();
    return this.abortable(id, (signal) =>
      runBenchmark(this.benchmarkParts, options, signal, report),
    );
  }

  stop(id: string): Promise<void> {
    this.running.get(id)?.abort();
    return Promise.resolve();
  }

  /** Downloads and reads one file; the problem when one of both failed. */
  private async fetch(
    file: HubFile,
    options: HostOptions,
    signal: AbortSignal,
    report: (progress: DownloadProgress) => void,
  ): Promise<Problem | undefined> {
    const { path, bytes: total } = file;
    const tell = (state: DownloadProgress['state'], bytes: number, problem?: Problem): void =>
      report({ path, state, bytes, total, problem });
    const { store, importFile } = this.benchmarkParts;
    const key = `download ${this.hub.revision} ${path}`;
    const kept = await store.settings.get(key);
    const part = kept.ok && kept.value instanceof Blob ? kept.value : undefined;
    tell('downloading', part?.size ?? 0);
    let reported = performance.now();
    const content = await downloadFile(file, {
      hub: this.hubOf(options),
      allowedOrigins: options.allowedOrigins,
      signal,
      part,
      keep: async (content) => {
        await store.settings.set(key, content);
      },
      onBytes: (bytes) => {
        if (performance.now() - reported < REPORT_EVERY) return;
        reported = performance.now();
        tell('downloading', bytes);
      },
    });
    if (!content.ok) {
      tell('failed', 0, content.problem);
      return content.problem;
    }
    tell('reading', total);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const outcome = await importFile(content.value, name, `${FOLDER}/${path}`);
    if (outcome.kind === 'refused') {
      tell('failed', total, outcome.problem);
      return outcome.problem;
    }
    await store.settings.set(key, undefined);
    tell('done', total);
    return undefined;
  }

  private hubOf({ host }: HostOptions): Hub {
    return host === undefined ? this.hub : { ...this.hub, host };
  }

  private isHere({ path }: HubFile): boolean {
    return this.benchmarkParts.book
      .summaries()
      .some((trace) => trace.path === path || trace.path.endsWith(`/${path}`));
  }

  private async abortable<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.running.get(id) === controller) this.running.delete(id);
    }
  }
}

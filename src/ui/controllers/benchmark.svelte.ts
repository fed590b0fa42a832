import { reloadPage } from './reload';
import { allowOrigin, readAllowedOrigins, toOrigin } from '../../base/allowed-origins';
import type { Problem } from '../../base/problem';
import type { EvidenceMode } from '../../cases/verdict';
import type {
  Benchmarking,
  BenchmarkFile,
  BenchmarkProgress,
  BenchmarkReport,
  DownloadProgress,
  DownloadSummary,
} from '../../notebook/service/scoring/benchmark-contract';
import { MEMTRACEBENCH, STORAGE_ORIGINS } from '../../notebook/vocabulary';

/** Everything a download contacts: the host first, then where it sends large files from. */
const HOSTS: readonly string[] = [MEMTRACEBENCH.host, ...STORAGE_ORIGINS];
const HOSTS_KEY = 'memtrace.benchmark-hosts';

/** The hosts in a text that the user typed or stored; those of the benchmark when there is none. */
function readHosts(text: string | null): readonly string[] {
  const origins = (text ?? '').split(/[\s,]+/).map(toOrigin);
  const known = origins.filter((origin) => origin !== undefined);
  return known.length > 0 ? [...new Set(known)] : HOSTS;
}

/** The files of MemTraceBench, their download, and the run over the labelled traces. */
export class Benchmark {
  evidence = $state<EvidenceMode>('retrieved');
  files = $state.raw<readonly BenchmarkFile[] | undefined>(undefined);
  listing = $state(false);
  downloads = $state.raw<ReadonlyMap<string, DownloadProgress>>(new Map());
  downloading = $state(false);
  downloaded = $state.raw<DownloadSummary | undefined>(undefined);
  running = $state(false);
  progress = $state.raw<BenchmarkProgress | undefined>(undefined);
  report = $state.raw<BenchmarkReport | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  hosts = $state.raw<readonly string[]>(readHosts(localStorage.getItem(HOSTS_KEY)));
  readonly #service: Benchmarking;
  readonly #onTraces: () => Promise<void>;

  /** @param onTraces called when traces or verdicts came */
  constructor(service: Benchmarking, onTraces: () => Promise<void>) {
    this.#service = service;
    this.#onTraces = onTraces;
  }

  /** Whether the user allowed every host that a download may contact. */
  get isAllowed(): boolean {
    return this.hosts.every((host) => this.#allowed.includes(host));
  }

  get #allowed(): readonly string[] {
    return readAllowedOrigins(localStorage);
  }

  /** Allows the hosts; the page's policy knows them after the reload. */
  allow(): void {
    for (const host of this.hosts) allowOrigin(localStorage, host);
    reloadPage();
  }

  /** Takes other hosts, a mirror first; an empty text brings the benchmark's own back. */
  setHosts(text: string): void {
    localStorage.setItem(HOSTS_KEY, text);
    this.hosts = readHosts(text);
    this.files = undefined;
  }

  get #host() {
    const allowedOrigins = readAllowedOrigins(localStorage);
    const [host = MEMTRACEBENCH.host] = this.hosts;
    return { allowedOrigins, host };
  }

  async list(): Promise<void> {
    this.listing = true;
    this.problem = undefined;
    try {
      const files = await this.#service.benchmarkFiles(this.#host);
      if (files.ok) this.files = files.value;
      else this.problem = files.problem;
    } finally {
      this.listing = false;
    }
  }

  async download(): Promise<void> {
    if (this.downloading) return;
    this.downloading = true;
    this.problem = undefined;
    this.downloads = new Map();
    this.downloaded = undefined;
    try {
      const result = await this.#service.downloadBenchmark(
        'benchmark download',
        this.#host,
        (progress) => {
          this.downloads = new Map([...this.downloads, [progress.path, progress]]);
          if (progress.state === 'done') void this.#onTraces();
        },
      );
      if (result.ok) this.downloaded = result.value;
      else this.problem = result.problem;
    } finally {
      this.downloading = false;
      await this.#onTraces();
    }
    await this.list();
  }

  async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    this.problem = undefined;
    this.report = undefined;
    try {
      const result = await this.#service.runBenchmark(
        'benchmark run',
        { evidence: this.evidence, evidenceQuery: 'gold' },
        (progress) => (this.progress = progress),
      );
      if (result.ok) this.report = result.value;
      else this.problem = result.problem;
    } finally {
      this.running = false;
      this.progress = undefined;
      await this.#onTraces();
    }
  }

  stop(): void {
    void this.#service.stop(this.running ? 'benchmark run' : 'benchmark download');
  }
}

import type { Problem } from '../../base/problem';
import type {
  ReplayProgress,
  ReplayService,
  RunnableSystem,
  SampleFile,
  SampleRun,
  SampleWish,
  SystemParameter,
} from '../../notebook/replay/contract';

let made = 0;

/** A data set file, and the run of a memory system over one of its samples. */
export class Sampling {
  file = $state.raw<SampleFile | undefined>(undefined);
  parameters = $state.raw<readonly SystemParameter[]>([]);
  reading = $state(false);
  running = $state(false);
  progress = $state.raw<ReplayProgress | undefined>(undefined);
  done = $state.raw<SampleRun | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  #callId = '';

  constructor(private readonly service: ReplayService) {}

  async read(file: File): Promise<void> {
    this.reading = true;
    this.file = undefined;
    this.done = undefined;
    const read = await this.service.samples(file);
    this.reading = false;
    this.problem = read.ok ? undefined : read.problem;
    if (read.ok) this.file = read.value;
  }

  async choose(system: RunnableSystem): Promise<void> {
    this.parameters = await this.service.parameters(system);
  }

  /** @returns what was run; nothing when it was stopped or failed */
  async run(wish: SampleWish): Promise<SampleRun | undefined> {
    this.running = true;
    this.progress = undefined;
    this.problem = undefined;
    this.done = undefined;
    this.#callId = `sample-${++made}`;
    try {
      const run = await this.service.runSample(
        this.#callId,
        wish,
        (progress) => (this.progress = progress),
      );
      if (run.ok) return (this.done = run.value);
      if (run.problem.kind !== 'cancelled') this.problem = run.problem;
      return undefined;
    } finally {
      this.running = false;
    }
  }

  stop(): Promise<void> {
    return this.service.stop(this.#callId);
  }
}

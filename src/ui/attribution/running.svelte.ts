import type { Problem } from '../../base/problem';
import type { Result } from '../../base/result';
import type {
  LiveStep,
  RunCaseView,
  RunEstimate,
  RunPlan,
  RunProgress,
  RunService,
  RunView,
} from '../../notebook/runs/contract';
import { saveFile } from '../controllers/save-file';

/** Steps shown of a run; older ones make room. */
const MOST_STEPS = 30;

/** The runs as the page knows them. One a page: a run goes on while its cell is out of sight. */
export class Running {
  list = $state.raw<readonly RunView[]>([]);
  steps = $state.raw<readonly LiveStep[]>([]);
  estimate = $state.raw<Result<RunEstimate> | undefined>(undefined);
  problem = $state.raw<Problem | undefined>(undefined);
  cases = $state.raw<readonly RunCaseView[]>([]);
  open = $state.raw<string | undefined>(undefined);
  #asked = 0;

  constructor(
    private readonly service: RunService,
    private readonly onVerdicts: () => void,
  ) {}

  async refresh(): Promise<void> {
    this.list = await this.service.list();
    if (this.open !== undefined) this.cases = await this.service.cases(this.open);
  }

  /** Prices a plan; of several questions only the newest answer counts. */
  async price(plan: RunPlan | undefined): Promise<void> {
    const asked = ++this.#asked;
    if (plan === undefined) {
      this.estimate = undefined;
      return;
    }
    const found = await this.service.estimate(plan);
    if (asked === this.#asked) this.estimate = found;
  }

  start(name: string, plan: RunPlan): Promise<void> {
    return this.#follow((report) => this.service.start(name, plan, report));
  }

  resume(id: string, retry: boolean): Promise<void> {
    return this.#follow((report) => this.service.resume(id, retry, report));
  }

  pause(id: string): Promise<void> {
    return this.service.pause(id);
  }

  async remove(id: string): Promise<void> {
    const removed = await this.service.remove(id);
    if (!removed.ok) this.problem = removed.problem;
    if (this.open === id) this.open = undefined;
    await this.refresh();
  }

  async show(id: string | undefined): Promise<void> {
    this.open = id;
    this.cases = id === undefined ? [] : await this.service.cases(id);
  }

  async save(run: RunView): Promise<void> {
    const file = await this.service.exportRun(run.id);
    if (file.ok) saveFile(file.value, `${run.name.replace(/[^\p{L}\p{N} .-]+/gu, '_')}.json`);
    else this.problem = file.problem;
  }

  async #follow(
    work: (report: (progress: RunProgress) => void) => Promise<Result<RunView>>,
  ): Promise<void> {
    this.problem = undefined;
    this.steps = [];
    const ended = await work(({ run, steps }) => {
      this.list = [run, ...this.list.filter(({ id }) => id !== run.id)].sort(
        (a, b) => b.createdAt - a.createdAt,
      );
      this.steps = [...this.steps, ...steps].slice(-MOST_STEPS);
    });
    if (!ended.ok) this.problem = ended.problem;
    await this.refresh();
    this.onVerdicts();
  }
}

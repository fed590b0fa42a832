import { proxy } from 'comlink';
import type { CallWorker } from '../service/connection';
import type { RunService } from './contract';

/** The page's side of the runs: every call goes through the guard of the connection. */
export const runClient = (
  call: CallWorker,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): RunService => ({
  list: () => call(({ runs }) => runs.list()),
  cases: (runId) => call(({ runs }) => runs.cases(runId)),
  estimate: (plan) => call(({ runs }) => runs.estimate(plan)),
  start: (name, plan, report) => call(({ runs }) => runs.start(name, plan, proxy(safely(report)))),
  resume: (runId, retry, report) =>
    call(({ runs }) => runs.resume(runId, retry, proxy(safely(report)))),
  pause: (runId) => call(({ runs }) => runs.pause(runId)),
  remove: (runId) => call(({ runs }) => runs.remove(runId)),
  exportRun: (runId) => call(({ runs }) => runs.exportRun(runId)),
});

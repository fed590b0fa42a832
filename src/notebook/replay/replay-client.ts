import { proxy } from 'comlink';
import type { CallWorker } from '../service/connection';
import type { ReplayService } from './contract';

/** The page's side of the replays: every call goes through the guard of the connection. */
export const replayClient = (
  call: CallWorker,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): ReplayService => ({
  changeable: (key, query) => call(({ replays }) => replays.changeable(key, query)),
  outputs: (key, op) => call(({ replays }) => replays.outputs(key, op)),
  unitText: (key, variable) => call(({ replays }) => replays.unitText(key, variable)),
  run: (id, plan, report) => call(({ replays }) => replays.run(id, plan, proxy(safely(report)))),
  openTrace: (ref, name) => call(({ replays }) => replays.openTrace(ref, name)),
  samples: (file) => call(({ replays }) => replays.samples(file)),
  parameters: (system) => call(({ replays }) => replays.parameters(system)),
  runSample: (id, wish, report) =>
    call(({ replays }) => replays.runSample(id, wish, proxy(safely(report)))),
  stop: (id) => call(({ replays }) => replays.stop(id)),
});

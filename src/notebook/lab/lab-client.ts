import { proxy } from 'comlink';
import type { CallWorker } from '../service/connection';
import type { LabService } from './contract';

/** The page's side of the lab: every call goes through the guard of the connection. */
export const labClient = (
  call: CallWorker,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): LabService => ({
  choices: () => call(({ lab: remote }) => remote.choices()),
  create: (wish) => call(({ lab: remote }) => remote.create(wish)),
  open: (lab) => call(({ lab: remote }) => remote.open(lab)),
  check: (lab, target, text) => call(({ lab: remote }) => remote.check(lab, target, text)),
  addVersion: (lab, version) => call(({ lab: remote }) => remote.addVersion(lab, version)),
  setNote: (lab, version, note) => call(({ lab: remote }) => remote.setNote(lab, version, note)),
  keep: (lab, versions) => call(({ lab: remote }) => remote.keep(lab, versions)),
  price: (lab, choice, model) => call(({ lab: remote }) => remote.price(lab, choice, model)),
  runTrial: (id, lab, choice, model, report) =>
    call(({ lab: remote }) => remote.runTrial(id, lab, choice, model, proxy(safely(report)))),
  suggest: (id, lab, target, settings, model, report) =>
    call(({ lab: remote }) =>
      remote.suggest(id, lab, target, settings, model, proxy(safely(report))),
    ),
  runLoop: (id, lab, run, model, report) =>
    call(({ lab: remote }) => remote.runLoop(id, lab, run, model, proxy(safely(report)))),
  compare: (lab, before, after) => call(({ lab: remote }) => remote.compare(lab, before, after)),
  answers: (lab, run) => call(({ lab: remote }) => remote.answers(lab, run)),
  openTrace: (lab, ref, name) => call(({ lab: remote }) => remote.openTrace(lab, ref, name)),
  exportPrompts: (lab, kind) => call(({ lab: remote }) => remote.exportPrompts(lab, kind)),
  exportReport: (lab, before, after) =>
    call(({ lab: remote }) => remote.exportReport(lab, before, after)),
  importRun: (lab, files) => call(({ lab: remote }) => remote.importRun(lab, files)),
  stop: (id) => call(({ lab: remote }) => remote.stop(id)),
});

import { proxy } from 'comlink';
import type { CallWorker } from '../service/connection';
import type { ReportService } from './contract';

/** The page's side of the reports: every call goes through the guard of the connection. */
export const reportClient = (
  call: CallWorker,
  safely: <T>(report: (value: T) => void) => (value: T) => void,
): ReportService => ({
  view: (scope) => call(({ reports }) => reports.view(scope)),
  file: (scope, file) => call(({ reports }) => reports.file(scope, file)),
  write: (id, scope, plan, report) =>
    call(({ reports }) => reports.write(id, scope, plan, proxy(safely(report)))),
  stop: (id) => call(({ reports }) => reports.stop(id)),
});

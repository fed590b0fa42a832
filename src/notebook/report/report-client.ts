import type { CallWorker } from '../service/connection';
import type { ReportService } from './contract';

/** The page's side of the reports: every call goes through the guard of the connection. */
export const reportClient = (call: CallWorker): ReportService => ({
  view: (scope) => call(({ reports }) => reports.view(scope)),
  file: (scope, file) => call(({ reports }) => reports.file(scope, file)),
});

import type { Remote } from 'comlink';
import type { ReportService } from './contract';
import type { ReportApi } from './report-api';

/** The page's side of the reports: every call goes through the guard of the connection. */
export const reportClient = (
  remote: Remote<ReportApi>,
  call: <T>(answer: () => Promise<NoInfer<T>>) => Promise<T>,
): ReportService => ({
  view: (scope) => call(() => remote.view(scope)),
  file: (scope, file) => call(() => remote.file(scope, file)),
});

import { writeFile } from 'node:fs/promises';
import type { TraceKey } from '../base/brand';
import { linkRows } from '../cases/linked-rows';
import { resultsFile } from '../report/results-format';
import type { CommandOptions } from './arguments';
import { attributeFile, type FileReport } from './attribute-file';
import type { Attributor } from './attributor';
import { archiveMembers } from './open-files';
import { fileLine, linkedLine, missingLine, passedOverLine, summaryLines } from './report-lines';
import { findTraceFiles, reasonOf, whyNotWritable } from './trace-paths';

/** Where the command writes, line by line. */
export interface Output {
  line(text: string): void;
  error(text: string): void;
}

/**
 * Reads and attributes every file, prints a line on each as it is done, then the summary.
 * @param onBegin is told of each file before it is read
 * @returns the exit code: 0, or 1 when nothing could be read or the results could not be written
 */
export async function runCommand(
  options: CommandOptions,
  attribute: Attributor,
  output: Output,
  onBegin: (path: string) => void = () => undefined,
): Promise<number> {
  const { out } = options;
  const why = out === undefined ? undefined : await whyNotWritable(out);
  if (out !== undefined && why !== undefined) {
    output.error(notWritten(out, why));
    return 1;
  }
  const reports: FileReport[] = [];
  const counted = new Set<TraceKey>();
  let missing = 0;
  for (const found of await findTraceFiles(options.paths)) {
    if (found.kind === 'none') {
      missing++;
      output.error(missingLine(found.path, found.sentence));
      continue;
    }
    onBegin(found.path);
    const { members, passedOver } = await archiveMembers(found.path);
    for (const member of members.length === 0 ? [undefined] : members) {
      const report = await attributeFile(found.path, attribute, member, counted);
      reports.push(report);
      output.line(fileLine(report));
    }
    if (passedOver.length > 0) output.line(passedOverLine(found.path, passedOver));
  }
  const isAnyRead = reports.some((report) => report.refused === undefined);
  if (!isAnyRead) {
    output.error(`Nothing could be read: ${reports.length} refused, ${missing} not found.`);
    return 1;
  }
  const unlinked = withoutLinked(reports, output);
  for (const line of summaryLines(unlinked)) output.line(line);
  return out === undefined || (await writeResults(out, unlinked, output)) ? 0 : 1;
}

/** The reports without the cases of evaluation rows whose trace was read as well; says which. */
function withoutLinked(reports: readonly FileReport[], output: Output): readonly FileReport[] {
  const { traceOf } = linkRows(reports.flatMap((report) => report.traces));
  const pathOf = (key: TraceKey): string =>
    reports.find((report) => report.traces.some((trace) => trace.key === key))?.path ?? '';
  return reports.map((report) => {
    const owner = report.traces.map(({ key }) => traceOf.get(key)).find((key) => key !== undefined);
    if (owner === undefined) return report;
    output.line(linkedLine(report.path, pathOf(owner)));
    const isLinked = (key: TraceKey): boolean => traceOf.has(key);
    return { ...report, entries: report.entries.filter((entry) => !isLinked(entry.case.traceKey)) };
  });
}

const notWritten = (path: string, why: string): string =>
  `The results could not be written to ${path}: ${why}`;

async function writeResults(
  path: string,
  reports: readonly FileReport[],
  output: Output,
): Promise<boolean> {
  const entries = reports.flatMap((report) => report.entries);
  const milliseconds = reports.reduce((sum, report) => sum + report.attributeMs, 0);
  const file = resultsFile(entries, milliseconds);
  try {
    await writeFile(path, `${JSON.stringify(file, null, 4)}\n`);
  } catch (error) {
    output.error(notWritten(path, reasonOf(error)));
    return false;
  }
  output.line(`Wrote ${file.results.length} results to ${path}.`);
  return true;
}

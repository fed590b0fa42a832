import { REPORT_NAMES, share } from '../names';
import type { ErrorClass, ReportSummary } from '../summary/contract';

const counted = (n: number, one: string, many = `${one}s`): string =>
  `${n} ${n === 1 ? one : many}`;

/**
 * The report as flowing text, made from the counts alone: an overview, one paragraph a class of
 * errors, a conclusion (the form of memtrace-method §9, without a model).
 */
export function proseOf(summary: ReportSummary): string {
  return [overview(summary), ...summary.classes.map((c) => paragraph(c, summary)), end(summary)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function overview({ totals, traces, brokenRuns }: ReportSummary): string {
  const asked = `${counted(totals.cases, 'judged question')} in ${counted(traces.length, 'trace')}`;
  const failed = `${totals.failed} failed (${share(totals.failed, totals.cases)})`;
  const unscored = totals.unscored > 0 ? `, ${totals.unscored} could not be scored` : '';
  const found = `Of ${counted(totals.toAttribute, 'case')} to explain, ${totals.attributed} ${totals.attributed === 1 ? 'is' : 'are'} attributed`;
  const unsure = totals.unsure > 0 ? `, ${totals.unsure} of them unsure` : '';
  const broken =
    brokenRuns.length > 0
      ? ` ${brokenRuns.length === 1 ? 'One run is' : 'Some runs are'} broken as a whole: ${brokenRuns.join(' ')}`
      : '';
  return `Of ${asked}, ${failed}${unscored}. ${found}${unsure}.${broken}`;
}

function paragraph(c: ErrorClass, { totals }: ReportSummary): string {
  const name = REPORT_NAMES.errorType[c.type];
  const part = `${c.n} of ${totals.attributed}, ${share(c.n, totals.attributed)}`;
  const [first, second] = c.operations;
  const where =
    first === undefined
      ? ''
      : ` ${first.n === c.n ? 'All of them' : `Most often (${first.n})`} at ${first.name}${second === undefined ? '' : `, then ${second.name} (${second.n})`}.`;
  const example = c.examples[0] === undefined ? '' : ` For example: ${c.examples[0].sentence}`;
  return `${name} (${part}): ${REPORT_NAMES.meaning[c.type]}.${where}${example} ${c.advice.join(' ')}`;
}

function end({ classes, totals }: ReportSummary): string {
  const largest = [...classes].sort((a, b) => b.n - a.n)[0];
  if (largest === undefined) return 'No case has a verdict yet, so nothing can be concluded.';
  const name = REPORT_NAMES.errorType[largest.type].toLowerCase();
  return `The largest class is ${name} with ${share(largest.n, totals.attributed)} of the attributed cases: ${largest.advice[0] ?? ''}`;
}

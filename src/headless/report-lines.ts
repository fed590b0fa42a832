import type { Problem } from '../base/problem';
import type { Share } from '../base/statistics/wilson';
import { evaluate, type Scores } from '../cases/evaluation';
import type { Skipped } from '../trace/columns';
import type { ImportReport } from '../trace/import-report';
import type { FileReport } from './attribute-file';

/** One line on one file: what was found in it, or why it was refused; then what was skipped. */
export function fileLine(report: FileReport): string {
  return printable(
    report.refused === undefined ? readLine(report) : refusedLine(report.path, report.refused),
  );
}

/** The figures over all files: per system and overall, with n and 95 % intervals; then the speed. */
export function summaryLines(reports: readonly FileReport[]): readonly string[] {
  const read = reports.filter((report) => report.refused === undefined);
  const entries = read.flatMap((report) => report.entries);
  const found = entries.filter((entry) => entry.verdict !== undefined).length;
  const milliseconds = read.reduce((sum, report) => sum + report.attributeMs, 0);
  const files = `${counted(read.length, 'file')} read, ${reports.length - read.length} refused`;
  const threads = Math.max(1, ...read.map((report) => report.threads));
  const speed =
    found === 0 ? '' : ` in ${seconds(milliseconds)} (${speedText(found, milliseconds, threads)})`;
  return [
    ...scoreTable(entries),
    `${files}; ${found} of ${counted(entries.length, 'case')} attributed${speed}.`,
  ];
}

/** What of an archive was not read. */
export function passedOverLine(path: string, passedOver: readonly Skipped[]): string {
  return printable(`${path}  ${passedOver.map(skippedText).join('; ')}`);
}

/** Evaluation rows that belong to a trace which was read as well. */
export function linkedLine(rows: string, trace: string): string {
  return printable(
    `${rows}  holds the evaluation rows of ${trace}: its questions are counted once.`,
  );
}

/** A path that leads to no file. */
export function missingLine(path: string, sentence: string): string {
  return printable(`${path}  not read: ${sentence}`);
}

/** A thread that ended before its time. */
export function lostThreadLine(reason: string): string {
  return printable(`A thread ended early (${reason}); the others do its cases.`);
}

/** A case that met a fault of ours: what it was, so that it can be reported. */
export function faultLine(query: string, reason: string): string {
  return printable(`${query}  has no verdict because of a fault in this program: ${reason}`);
}

function readLine(report: FileReport): string {
  const attributed = report.entries.filter((entry) => entry.verdict !== undefined).length;
  const { overall } = evaluate(report.entries);
  const { attributeMs, threads } = report;
  const speed = attributed === 0 ? '' : ` (${speedText(attributed, attributeMs, threads)})`;
  const parts = [
    counted(report.cases, 'case'),
    `${report.failed} failed`,
    `${attributed} attributed`,
    `labelled ${labels(overall)}`,
    `read ${Math.round(report.readMs)} ms, attributed ${Math.round(attributeMs)} ms${speed}`,
  ];
  for (const { imported } of report.traces)
    if (imported !== undefined) parts.unshift(importLine(imported));
  const systems = report.systems.length === 0 ? 'no system' : report.systems.join('+');
  const line = `${report.path}  ${systems}  ${parts.join(', ')}`;
  const tolerated = report.tolerated.map((entry) => `tolerated ${skippedText(entry)}`);
  const repeated =
    report.repeated === 0
      ? []
      : [`${counted(report.repeated, 'trace')} counted already, in an earlier file`];
  return [line, ...repeated, ...report.skipped.map(skippedText), ...tolerated].join('; ');
}

const importLine = ({ name, unit, total, read, skipped }: ImportReport): string =>
  `${name}: ${read} of ${total} ${unit} read${skipped === 0 ? '' : `, ${skipped} left out`}`;

const labels = ({ errorType, operation }: Scores): string =>
  errorType.n === 0
    ? '0'
    : `${errorType.n} (type ${decimal(errorType.share)}, operation ${decimal(operation.share)})`;

function refusedLine(path: string, { title, detail, next }: Problem): string {
  const sentences = [title, detail, next].filter((part) => part !== '');
  return `${path}  refused: ${sentences.map((part) => part.replace(/[^.?!]$/, '$&.')).join(' ')}`;
}

const skippedText = ({ count, problem, places }: Skipped): string =>
  `${count} × ${problem.title}${places.length === 0 ? '' : ` (${places[0] ?? ''}${count > 1 ? ', …' : ''})`}`;

function scoreTable(entries: FileReport['entries']): readonly string[] {
  const { overall, bySystem } = evaluate(entries);
  if (overall.errorType.n === 0) return ['No labels to compare with.'];
  const all = bySystem.length > 1 ? [...bySystem, { name: 'overall', scores: overall }] : bySystem;
  const head = ['', 'n', 'error type', 'operation', 'both'];
  const rows = all.map(({ name, scores }) => [
    name,
    String(scores.errorType.n),
    interval(scores.errorType),
    interval(scores.operation),
    interval(scores.joint),
  ]);
  return aligned([head, ...rows]);
}

const decimal = (share: number | undefined): string =>
  share === undefined ? '–' : share.toFixed(3);

const interval = ({ share, low, high }: Share): string =>
  `${decimal(share)} [${decimal(low)}, ${decimal(high)}]`;

const counted = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

const perSecond = (n: number, milliseconds: number): string =>
  milliseconds > 0 ? `${Math.round((n * 1000) / milliseconds)} cases/s` : '– cases/s';

const speedText = (n: number, milliseconds: number, threads: number): string =>
  `${perSecond(n, milliseconds)}, ${counted(threads, 'thread')}`;

function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths?.[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Names come from files and may hold anything; a terminal obeys control characters, so they go. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

import type { ReportSummary } from '../summary/contract';

/** The numbers and examples of a report, under a version that only grows. */
export const jsonReport = (summary: ReportSummary, title: string, analysis: string): string =>
  `${JSON.stringify({ version: 1, title, analysis, ...summary }, undefined, 2)}\n`;

/** MemTrace's `error_analysis_report.json` (formats §8): the written report and nothing else. */
export const errorAnalysisReport = (analysis: string): string =>
  `${JSON.stringify({ report: analysis }, undefined, 2)}\n`;

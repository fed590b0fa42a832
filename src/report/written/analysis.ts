import { jsonrepair } from 'jsonrepair';
import { record, safeParse, string, unknown as anything } from 'valibot';
import { problem, type Problem } from '../../base/problem';
import { err, ok, type Result } from '../../base/result';
import type { ChatModel } from '../../models/contract/chat';
import type { ReportEntry } from '../summary/contract';
import { ANALYSIS_SCHEMA, analysisMessages, type AnalysisCase } from './analysis-prompt';

/** Cases a call reads (memtrace-method §9). */
const PORTION = 4;
/** Characters a token of English holds at least; a safe side for budgets. */
const CHARACTERS_PER_TOKEN = 3;
/** Where the model does not say: a context most served models have. */
const COMMON_CONTEXT = 32_000;

export interface AnalysisOptions {
  /** What the system under study is, in the user's words; may be empty. */
  readonly overview: string;
  /** The accused operation of a case as text; its end is kept when it is too long. */
  readonly operationText: (entry: ReportEntry) => Promise<string>;
  readonly signal?: AbortSignal;
  /** Told after each call: calls done, calls in all, the report so far. */
  readonly onProgress?: (done: number, total: number, report: string) => void;
}

export interface WrittenAnalysis {
  readonly report: string;
  /** Cases whose portion the model answered with something that is no report. */
  readonly unread: number;
  readonly calls: number;
  readonly finished: boolean;
}

/**
 * Lets a model write the report portion by portion, each call revising the report of the one before
 * (memtrace-method §9). A portion it answers unusably is counted and left out; a failed call ends the
 * writing with its problem, unless something was written already: that is kept as unfinished.
 */
export async function writeAnalysis(
  model: ChatModel,
  entries: readonly ReportEntry[],
  options: AnalysisOptions,
): Promise<Result<WrittenAnalysis>> {
  const portions = portionsOf(entries.filter((entry) => entry.verdict !== undefined));
  let written = { report: '', unread: 0, calls: 0, finished: false };
  let failure: Problem | undefined;
  for (const [i, portion] of portions.entries()) {
    const cases = await readable(portion, options, charactersFor(model));
    const messages = analysisMessages(
      cases,
      written.report,
      options.overview,
      i === portions.length - 1,
    );
    const reply = await model.chat(
      { messages, schema: ANALYSIS_SCHEMA },
      { purpose: 'report', signal: options.signal },
    );
    if (!reply.ok) {
      failure = reply.problem;
      break;
    }
    if (reply.value.finish === 'aborted') {
      failure = problem('cancelled');
      break;
    }
    const report = reportIn(reply.value.text);
    const unread = written.unread + (report === undefined ? portion.length : 0);
    written = { ...written, report: report ?? written.report, unread, calls: i + 1 };
    options.onProgress?.(i + 1, portions.length, written.report);
  }
  if (failure !== undefined && written.report === '') return err(failure);
  return ok({ ...written, finished: failure === undefined });
}

function portionsOf(entries: readonly ReportEntry[]): readonly (readonly ReportEntry[])[] {
  const portions: (readonly ReportEntry[])[] = [];
  for (let i = 0; i < entries.length; i += PORTION) portions.push(entries.slice(i, i + PORTION));
  return portions;
}

/** Half of the context for operations, shared by the cases of a portion; the rest for report and frame. */
const charactersFor = ({ description }: ChatModel): number =>
  ((description.contextTokens ?? COMMON_CONTEXT) * CHARACTERS_PER_TOKEN) / 2 / PORTION;

async function readable(
  portion: readonly ReportEntry[],
  { operationText }: AnalysisOptions,
  characters: number,
): Promise<readonly AnalysisCase[]> {
  const cases: AnalysisCase[] = [];
  for (const entry of portion) {
    if (entry.verdict === undefined) continue;
    const text = await operationText(entry);
    cases.push({ entry, verdict: entry.verdict, operation: text.slice(-characters) });
  }
  return cases;
}

const ANSWER = record(string(), anything());

/** The report in an answer, also in one that is only almost JSON; `undefined` when there is none. */
function reportIn(text: string): string | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  try {
    const parsed = safeParse(ANSWER, JSON.parse(jsonrepair(text.slice(start))));
    const report = parsed.success ? parsed.output['report'] : undefined;
    return typeof report === 'string' && report.trim() !== '' ? report.trim() : undefined;
  } catch {
    // What cannot be repaired is counted by the caller as not read.
    return undefined;
  }
}
